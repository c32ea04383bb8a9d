// SPDX-License-Identifier: MIT
// Checks a built site in a browser and with a validator.
//
//     node check.mjs SITE [CHECK...]      CHECK: a file of checks/ without its ending
//
// A line for each failure, then `N passed, N failed`; exit 1 if anything failed.
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {launch} from './browser.mjs';
import {serve} from './serve.mjs';
import {readSite} from './site.mjs';
import {Tally} from './tally.mjs';

const CHECKS = ['structure', 'links', 'validator', 'open', 'accessibility', 'sort', 'filter',
	'speed', 'sizes'];

const [root, ...only] = process.argv.slice(2);
const names = only.length > 0 ? only : CHECKS;

if (!root || names.some((name) => !CHECKS.includes(name))) {
	console.error(`usage: node check.mjs SITE [${CHECKS.join(' | ')}]...`);
	process.exit(2);
}
if (!await stat(join(root, 'index.html')).catch(() => null)) {
	console.error(`${root}: no index.html here`);
	process.exit(2);
}

const tally = new Tally();
const browser = await launch();
const server = await serve(root);
const site = await readSite(root, browser);

for (const name of names) {
	const {run} = await import(`./checks/${name}.mjs`);
	try {
		await run({site, server, browser, tally});
	} catch (error) {
		tally.check(name, [`stopped: ${error.message}`]);
	}
}
await browser.close();
server.close();
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
