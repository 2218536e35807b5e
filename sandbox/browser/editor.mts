import { existsSync } from 'node:fs';
import waitFor from 'p-wait-for';
import { chromium, selectors, type Locator, type Page } from 'playwright-core';
import type { Owner } from '../n8n/client.mjs';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No screen, nothing that a browser asks the internet for by itself, and no host but this one. */
const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Generous, because a machine that also runs a test suite is slow. */
const patience = 60_000;
// The test IDs of n8n's own tests.
selectors.setTestIdAttribute('data-test-id');

/**
 * n8n's editor in a headless Chromium, used as a person uses it: by what is on the screen.
 *
 * Parameters are named by their path as the workflow stores them, for example `limit`,
 * `additionalFields.alias` or `subjects.subject[0].mark`. Every method waits for what it needs and
 * throws playwright's TimeoutError if it doesn't appear.
 */
export class Editor {
	/** The editor's messages in the browser's console since the sign-in. */
	readonly complaints: string[] = [];
	readonly panel: Locator;
	readonly output: Locator;
	readonly dialog: Locator;

	private constructor(
		readonly page: Page,
		private readonly baseUrl: string,
	) {
		this.panel = page.getByTestId('ndv');
		this.output = page.getByTestId('output-panel');
		this.dialog = page.getByTestId('editCredential-modal');
		page.on('pageerror', (error) => this.complaints.push(error.message));
		page.on('console', (message) => {
			const { url } = message.location();
			// Other hosts are out of reach, and an operation need not have an output preview.
			const missing = /^https?:/.test(url) && !url.startsWith(baseUrl);
			const noPreview = url.startsWith(`${baseUrl}/schemas/`);
			if (message.type() === 'error' && !missing && !noPreview) {
				this.complaints.push(`${message.text()} (${url})`);
			}
		});
	}

	/**
	 * Starts the Chromium that `CHROMIUM` in the environment names, or the system's own, and signs in.
	 *
	 * @throws Error that says how to install Chromium if there is none
	 */
	static async open(baseUrl: string, owner: Owner): Promise<Editor> {
		const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : usualPlaces;
		const executablePath = places.find((place) => existsSync(place));
		if (executablePath === undefined) {
			throw new Error(
				`There is no Chromium at ${places.join(' or ')}. Debian or Ubuntu: apt-get install chromium. ` +
					'The environment variable CHROMIUM can name the file of another one.',
			);
		}
		const browser = await chromium.launch({ executablePath, args: flags });
		const page = await browser.newPage({
			viewport: { width: 1400, height: 820 },
			reducedMotion: 'reduce',
			locale: 'en-GB',
		});
		page.setDefaultTimeout(patience);
		await page.goto(`${baseUrl}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
		await page.fill('input[name="password"]', owner.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		return new Editor(page, baseUrl);
	}

	async close(): Promise<void> {
		await this.page.context().browser()?.close();
	}

	async addNode(name: string, action: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
		await this.page.keyboard.press('n');
		await this.page.getByTestId('node-creator-search-bar').fill(name);
		const title = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		await this.page.getByTestId('node-creator-action-item').filter({ has: title }).click();
		// The triggers of a node hide its actions in an empty workflow.
		const actions = this.page.locator('[data-keyboard-nav-id="Actions"]');
		await actions.waitFor();
		const collapsed = this.page.locator('[data-category-collapsed="true"]', { has: actions });
		if (await collapsed.isVisible()) await actions.click();
		await this.page.getByTestId('node-creator').getByText(action, { exact: true }).click();
		await this.panel.waitFor();
	}

	private parameter(path: string): Locator {
		return this.panel.locator(`[data-parameter-path="parameters.${path}"]`);
	}

	/** Replaces the value of a text or number parameter. */
	async type(path: string, text: string): Promise<void> {
		await this.parameter(path).locator('input, textarea').first().fill(text);
	}

	async openDropdown(path: string): Promise<Locator> {
		const control = this.parameter(path);
		// Disabled while its entries load.
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

	/** Searches in a resource locator's list, and picks the entry that holds this text. */
	async pick(path: string, text: string, search = text): Promise<void> {
		const box = this.page.getByTestId('rlc-search').filter({ visible: true });
		const list = this.panel.getByTestId(`resource-locator-${path}`);
		// The editor closes the list if it redraws the form at this moment.
		await waitFor(
			async () => {
				if (await box.isVisible()) return true;
				await list.getByTestId('rlc-input').click();
				return false;
			},
			{ interval: 500, timeout: patience },
		);
		await box.fill(search);
		const entries = this.page.getByTestId('rlc-item').filter({ visible: true, hasText: text });
		await entries.first().click();
	}

	/** Adds an entry to a collection. @param button what its button says, for example `Add filter` */
	async add(button: string, field: string): Promise<void> {
		await this.panel.getByPlaceholder(button, { exact: true }).click();
		const name = this.page.getByText(field, { exact: true });
		const options = this.page.getByTestId('collection-parameter-option');
		await options.filter({ visible: true, has: name }).click();
	}

	/** Types what is given into the dialog and saves, which tests the credential. */
	async saveCredential(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			await this.dialog.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
		}
		await this.page.getByTestId('credential-save-button').click();
	}

	async executeStep(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
		await this.output
			.getByTestId(/^node-run-status|^node-error-message$/)
			.first()
			.waitFor();
	}
}
