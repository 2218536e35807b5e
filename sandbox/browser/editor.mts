import waitFor from 'p-wait-for';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Owner } from '../n8n/client.mjs';

/** Generous, since a machine that runs a test suite beside the browser is slow. */
const patience = 60_000;

export interface EditorOptions {
	baseUrl: string;
	owner: Owner;
	/** Of the window, in CSS pixels; default 1280 by 800. */
	size?: { width: number; height: number };
}

/**
 * n8n's editor in a browser, used as a person uses it: by what is on the screen.
 *
 * Parameters are named by their path as the workflow stores them, for example `limit`,
 * `additionalFields.alias` or `subjects.subject[0].mark`. Every method waits for what it needs and
 * throws playwright's TimeoutError when it does not come.
 */
export class Editor {
	/** What the editor complained about in the browser's console since the sign-in. */
	readonly complaints: string[] = [];

	private constructor(
		readonly page: Page,
		private readonly baseUrl: string,
	) {}

	/** Opens a window of its own and signs in. */
	static async open(browser: Browser, options: EditorOptions): Promise<Editor> {
		const { baseUrl, owner, size = { width: 1280, height: 800 } } = options;
		const context = await browser.newContext({
			viewport: size,
			reducedMotion: 'reduce',
			locale: 'en-GB',
		});
		context.setDefaultTimeout(patience);
		const page = await context.newPage();
		const editor = new Editor(page, baseUrl);
		await editor.signIn(owner);
		page.on('console', (message) => {
			const { url } = message.location();
			// Other hosts are out of reach, and an operation need not have an output preview.
			const missing = /^https?:/.test(url) && !url.startsWith(baseUrl);
			const noPreview = url.startsWith(`${baseUrl}/schemas/`);
			if (message.type() === 'error' && !missing && !noPreview) {
				editor.complaints.push(`${message.text()} (${url})`);
			}
		});
		page.on('pageerror', (error) => editor.complaints.push(error.message));
		return editor;
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}

	private async signIn({ email, password }: Owner): Promise<void> {
		await this.page.goto(`${this.baseUrl}/signin`);
		await this.page.fill('input[name="emailOrLdapLoginId"]', email);
		await this.page.fill('input[name="password"]', password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	}

	/** An element by the id that n8n's own tests know it by. */
	byId(id: string, scope: Page | Locator = this.page): Locator {
		return scope.locator(`[data-test-id="${id}"]`);
	}

	// The canvas

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/new`);
		await this.byId('canvas-add-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.byId('canvas-node').first().waitFor();
	}

	/** Opens the nodes panel and types into its search. */
	async searchNodes(text: string): Promise<void> {
		if (!(await this.byId('node-creator').isVisible())) await this.page.keyboard.press('n');
		await this.byId('node-creator-search-bar').fill(text);
	}

	/** The entries of the nodes panel, nodes or actions, the best one first. */
	foundNodes(): Locator {
		return this.byId('node-creator-action-item');
	}

	/** An entry of the nodes panel by its exact name. */
	foundNode(name: string): Locator {
		return this.foundNodes().filter({
			has: this.byId('node-creator-item-name').getByText(name, { exact: true }),
		});
	}

	/** Opens a node's entry in the nodes panel; its triggers hide its actions in an empty workflow. */
	async openActions(name: string): Promise<void> {
		await this.searchNodes(name);
		await this.foundNode(name).click();
		const actions = this.page.locator('[data-keyboard-nav-id="Actions"]');
		await actions.waitFor();
		const collapsed = this.page.locator('[data-category-collapsed="true"]', { has: actions });
		if (await collapsed.isVisible()) await actions.click();
	}

	/** Finds a node in the nodes panel and adds it with one of its actions, which opens its panel. */
	async addNode(name: string, action?: string): Promise<void> {
		await this.openActions(name);
		if (action === undefined) return;
		await this.byId('node-creator').getByText(action, { exact: true }).click();
		await this.byId('ndv').waitFor();
	}

	// A node's panel

	get panel(): Locator {
		return this.byId('ndv');
	}

	/** Opens the panel of a node by its address, and waits for its form. */
	async openPanel(workflowId: string, nodeId: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${workflowId}/${nodeId}`);
		await this.byId('parameter-input').first().waitFor();
	}

	/** The control of a parameter. */
	parameter(path: string): Locator {
		return this.panel.locator(`[data-parameter-path="parameters.${path}"]`);
	}

	/** Types into a text or number parameter, over what is there. */
	async type(path: string, text: string): Promise<void> {
		await this.parameter(path).locator('input, textarea').first().fill(text);
	}

	/** Opens the list of a dropdown and gives its entries. */
	async openDropdown(path: string): Promise<Locator> {
		const control = this.parameter(path);
		// Disabled while its entries are on their way.
		const input = control.locator('input[placeholder]:enabled').first();
		await input.waitFor();
		await control.click();
		// The editor leaves the lists of other dropdowns on the page.
		const list = this.page.locator(`[id="${await input.getAttribute('aria-controls')}"]`);
		const entries = list.locator('[role="option"]:visible');
		await entries.first().waitFor();
		return entries;
	}

	/** Picks an entry of a dropdown, or several of a multi-select, by their exact names. */
	async choose(path: string, ...names: string[]): Promise<void> {
		const entries = await this.openDropdown(path);
		for (const name of names) {
			await entries.filter({ has: this.page.getByText(name, { exact: true }) }).click();
		}
		if (names.length > 1) await this.page.keyboard.press('Escape');
	}

	/** Opens the list of a resource locator, searches in it if asked to, and gives its entries. */
	async openList(path: string, search?: string): Promise<Locator> {
		const box = this.byId('rlc-search').filter({ visible: true });
		const entries = this.byId('rlc-item');
		await this.showList(path, search === undefined ? entries : box);
		if (search !== undefined) await box.fill(search);
		await entries.first().waitFor();
		return entries;
	}

	/**
	 * Opens the list of a resource locator until this is in it: the editor closes the list when it
	 * redraws the form just then.
	 */
	async showList(path: string, wanted: Locator): Promise<void> {
		const parts = this.byId('rlc-search').or(this.byId('rlc-error-container'));
		await waitFor(
			async () => {
				if (await wanted.first().isVisible()) return true;
				const isOpen = (await parts.filter({ visible: true }).count()) > 0;
				if (!isOpen) await this.byId('rlc-input', this.locator(path)).click();
				return false;
			},
			{ interval: 500, timeout: patience },
		);
	}

	/** Picks the entry of a resource locator's list that holds this text. */
	async pick(path: string, text: string, search?: string): Promise<void> {
		await (await this.openList(path, search)).filter({ hasText: text }).first().click();
	}

	private locator(path: string): Locator {
		return this.byId(`resource-locator-${path.split('.').at(-1)}`, this.panel);
	}

	/** Adds an entry to a collection. @param button what its button says, for example `Add filter` */
	async add(button: string, field: string): Promise<void> {
		await this.panel.getByPlaceholder(button, { exact: true }).click();
		await this.byId('collection-parameter-option')
			.filter({ visible: true, has: this.page.getByText(field, { exact: true }) })
			.click();
	}

	/** Adds a row to a list of rows. @param button what its button says, for example `Add subject` */
	async addRow(button: string): Promise<void> {
		await this.panel.getByText(button, { exact: true }).click();
	}

	// A credential's dialog

	get dialog(): Locator {
		return this.byId('editCredential-modal');
	}

	/** Opens the dialog for a new credential of the node of the open panel. */
	async newCredential(): Promise<void> {
		await this.byId('node-credentials-select').click();
		await this.byId('node-credentials-select-item-new').click();
		await this.dialog.waitFor();
	}

	/** Types what is given into the dialog and saves, which tests the credential. */
	async saveCredential(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			await this.byId(`parameter-input-${name}`, this.dialog).locator('input').fill(value);
		}
		await this.byId('credential-save-button').click();
	}

	// What comes out

	get output(): Locator {
		return this.byId('output-panel');
	}

	/** Runs the node of the open panel and waits for its end. */
	async executeStep(): Promise<void> {
		await this.byId('node-execute-button').click();
		await this.output
			.locator('[data-test-id^="node-run-status"], [data-test-id="node-error-message"]')
			.first()
			.waitFor();
	}

	/** Picks how the output is shown: `Schema`, `Table` or `JSON`. */
	async showOutputAs(view: 'Schema' | 'Table' | 'JSON'): Promise<void> {
		await this.byId(`radio-button-${view.toLowerCase()}`, this.output).click();
	}
}
