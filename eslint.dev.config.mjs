import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The sandbox, the tests and the scripts: Node programs, which n8n's rules for nodes do not fit. */
export default tseslint.config(
	{ ignores: ['dist', 'nodes', 'credentials', '.sandbox', 'sandbox/n8n/node_modules'] },
	{
		files: ['**/*.mts', '**/*.mjs', '**/*.js'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/*.js'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
);
