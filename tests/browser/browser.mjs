// SPDX-License-Identifier: MIT
// The browser, and a page that remembers everything a silent page must not do.
import {chromium} from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function launch() {
	return chromium.launch({
		executablePath: CHROMIUM,
		args: ['--no-sandbox', '--disable-gpu', '--no-first-run',
			'--disable-background-networking', '--disable-component-update',
			'--disable-sync'],
	});
}

// A page in a context of its own. `within` is the address that all requests must start
// with; what happens against that, and every message, error and dialog, is collected in
// `problems` until it is taken with `take`.
export async function openTab(browser, within, options = {}) {
	const context = await browser.newContext({viewport: {width: 1400, height: 900}, ...options});
	const page = await context.newPage();
	let problems = [];

	page.on('console', (message) => problems.push(`console: ${message.text()}`));
	page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
	page.on('dialog', (dialog) => {
		problems.push(`dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
	context.on('request', (request) => {
		if (!request.url().startsWith(within))
			problems.push(`request outside: ${request.url()}`);
	});
	page.on('requestfailed', (request) => problems.push(
		`failed: ${request.url()}: ${request.failure()?.errorText}`));
	page.on('response', (response) => {
		if (response.status() >= 400)
			problems.push(`${response.status()}: ${response.url()}`);
	});
	page.on('popup', () => problems.push('opened a window'));

	return {
		page,
		take() {
			const taken = problems;
			problems = [];
			return taken;
		},
		close: () => context.close(),
	};
}
