import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/**
 * eslint-plugin-n8n-nodes-base on its own, every rule of its three sets, apart from the five that
 * contradict n8n's newer community rules (which `n8n-node lint` enforces).
 */
const contradicted = {
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
	'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
};

const set = (name, files) => ({
	files,
	plugins: { 'n8n-nodes-base': nodesBase },
	languageOptions: {
		parser: tseslint.parser,
		parserOptions: { extraFileExtensions: ['.json'] },
	},
	linterOptions: { noInlineConfig: true },
	rules: { ...nodesBase.configs[name].rules, ...contradicted },
});

export default [
	set('nodes', ['nodes/**/*.ts']),
	set('credentials', ['credentials/**/*.ts']),
	set('community', ['package.json']),
];
