import js from '@eslint/js';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * What n8n's own lint (`eslint.config.mjs`) leaves out: the rules of this package, every rule of
 * eslint-plugin-n8n-nodes-base, and the Node programs of sandbox, test and scripts.
 */

/** These contradict n8n's newer community rules, which `n8n-node lint` enforces. */
const contradicted = {
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
	'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
};

const nodesBaseSet = (name, files) => ({
	files,
	plugins: { 'n8n-nodes-base': nodesBase },
	languageOptions: {
		parser: tseslint.parser,
		parserOptions: { extraFileExtensions: ['.json'] },
	},
	linterOptions: { noInlineConfig: true },
	rules: { ...nodesBase.configs[name].rules, ...contradicted },
});

const message =
	'Only nodes/shared/http/client.ts and connectionTest.ts send requests: use the functions of transport/api.ts.';

/** n8n's HTTP functions are reached through `helpers`, however that is spelled. */
const oneWayOut = {
	files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	ignores: ['nodes/shared/http/{client,connectionTest}.ts'],
	rules: {
		'no-restricted-syntax': [
			'error',
			{ selector: 'Identifier[name="helpers"]', message },
			{ selector: 'Literal[value="helpers"]', message },
			{ selector: 'TemplateElement[value.raw="helpers"]', message },
		],
		'no-restricted-globals': [
			'error',
			...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({ name, message })),
		],
	},
};

export default tseslint.config(
	{ ignores: ['dist'] },
	nodesBaseSet('nodes', ['nodes/**/*.ts']),
	nodesBaseSet('credentials', ['credentials/**/*.ts']),
	nodesBaseSet('community', ['package.json']),
	oneWayOut,
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
