module.exports = require('@appthreat/sqlite3').default;
