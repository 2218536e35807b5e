import { createRequire } from 'node:module';

/**
 * Runs the program named by the first argument in this process. Whoever started it holds the other
 * end of standard input, so the end of that stream means that they are gone, even if killed; the
 * program is then told to stop.
 */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
process.argv.splice(1, 1);
createRequire(import.meta.url)(process.argv[1]);
