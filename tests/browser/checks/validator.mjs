// SPDX-License-Identifier: MIT
// The Nu checker, silent on every page. The pages come from a server because for files it
// cannot match a policy of 'self'.
import {spawn} from 'node:child_process';
import vnu from 'vnu-jar';
import {address} from '../site.mjs';

const BATCH = 200;

// Resolves to what the checker says about the addresses, line by line.
function validate(urls) {
	return new Promise((resolve) => {
		const child = spawn('java', ['-Dnu.validator.servlet.allow-forbidden-hosts=true',
			'-jar', String(vnu), '--skip-info-messages', ...urls]);
		let said = '';

		child.stdout.on('data', (data) => said += data);
		child.stderr.on('data', (data) => said += data);
		child.on('error', (error) => resolve([`java: ${error.message}`]));
		child.on('close', (code) => {
			// A guess at the language of a dataset's own texts says nothing of the page.
			const lines = said.split('\n').filter((line) => line !== '' &&
				!line.includes('This document appears to be written in'));
			resolve(code !== 0 && said.trim() === '' ? [`exit code ${code}`] : lines);
		});
	});
}

export async function run({site, server, tally}) {
	for (let i = 0; i < site.pages.length; i += BATCH) {
		const pages = site.pages.slice(i, i + BATCH);
		const urls = pages.map((page) => server.url + address(page.path));

		server.requested.clear();
		const lines = await validate(urls);
		pages.forEach((page, at) => {
			const {href, pathname} = new URL(urls[at]);
			const problems = lines.filter((line) => line.includes(`"${href}"`));
			if (!server.requested.has(pathname))
				problems.push('the checker never asked for it');
			tally.check(`${page.path}: vnu`, problems);
		});
		tally.check('vnu', lines.filter((line) => !urls.some((url) => line.includes(`"${url}"`))));
	}
}
