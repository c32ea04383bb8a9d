// SPDX-License-Identifier: MIT
// axe on a page of each kind, narrow to wide, light and dark; and no page wider than the
// window of a telephone.
import axe from 'axe-core';
import {openTab} from '../browser.mjs';
import {address, oneOfEach, sample} from '../site.mjs';

export const WIDTHS = [360, 800, 1400];
export const SCHEMES = ['light', 'dark'];

async function violations(page) {
	// Not as a script element: the policy of the page would block it.
	await page.evaluate(axe.source);
	const result = await page.evaluate(() => globalThis.axe.run(document,
		{preload: false, rules: {'target-size': {enabled: true}}}));

	return result.violations.map(({id, help, nodes}) =>
		`${id}: ${help}: ${nodes.length} × ${nodes[0].html.slice(0, 150)}`);
}

async function narrow({site, server, browser, tally}) {
	const tab = await openTab(browser, server.url, {viewport: {width: 360, height: 740}});

	for (const {path} of sample(site.pages)) {
		await tab.page.goto(server.url + address(path));
		const [content, window] = await tab.page.evaluate(() =>
			[document.scrollingElement.scrollWidth, innerWidth]);
		tally.check(`${path}: narrow`, content <= window ? [] :
			[`${content} px wide in a window of ${window} px`]);
	}
	await tab.close();
}

async function inScheme({site, server, browser, tally}, colorScheme) {
	const tab = await openTab(browser, server.url, {colorScheme});

	for (const {path} of oneOfEach(site.pages))
		for (const width of WIDTHS) {
			await tab.page.setViewportSize({width, height: 900});
			await tab.page.goto(server.url + address(path));
			tally.check(`${path}: axe, ${colorScheme}, ${width} px`, await violations(tab.page));
		}
	await tab.close();
}

export async function run(context) {
	await Promise.all(SCHEMES.map((scheme) => inScheme(context, scheme)));
	await narrow(context);
}
