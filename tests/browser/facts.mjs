// SPDX-License-Identifier: MIT
// What the markup of a page says, read with the browser's parser and without running it.

// Runs in the browser.
function inspect(html) {
	const page = new DOMParser().parseFromString(html, 'text/html');
	const all = [...page.querySelectorAll('*')];
	const name = (node) => `<${node.localName}${node.id ? ' id=' + node.id : ''}>`;
	const attributes = all.flatMap((node) =>
		[...node.attributes].map((attribute) => ({node, attribute})));
	const policy = page.querySelector('meta[http-equiv="Content-Security-Policy" i]');
	const loads = page.querySelector('link, script, img, style');

	function table(node) {
		const head = [...node.tHead?.rows ?? []];
		const body = [...node.tBodies].flatMap((part) => [...part.rows]);
		const box = node.closest('.box');
		return {
			name: name(node),
			id: node.id,
			figures: node.classList.contains('figures'),
			caption: node.caption?.textContent.trim() ?? '',
			heads: head.map((row) => row.cells.length),
			bodies: node.tBodies.length,
			rows: body.map((row) => row.cells.length),
			unscoped: [...node.querySelectorAll('th')]
				.filter((th) => !['row', 'col'].includes(th.getAttribute('scope')))
				.map((th) => th.textContent),
			notHead: head.flatMap((row) => [...row.cells])
				.filter((cell) => cell.matches('td, :empty') || cell.querySelector('a, button'))
				.map((cell) => cell.textContent),
			box: box !== null && box.tabIndex === 0 && box.getAttribute('role') === 'region' &&
				Boolean(box.getAttribute('aria-label')),
			values: [...node.querySelectorAll('[data-value]')]
				.map((cell) => cell.dataset.value),
		};
	}

	return {
		headings: [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')]
			.map((node) => Number(node.localName[1])),
		ids: all.filter((node) => node.id).map((node) => node.id),
		tables: [...page.querySelectorAll('table')].map(table),
		styles: all.filter((node) => node.localName === 'style' || node.hasAttribute('style'))
			.map(name),
		scripts: all.filter((node) => node.localName === 'script' &&
			(!node.getAttribute('src') || node.textContent.trim() !== '')).map(name),
		handlers: attributes.filter(({attribute}) => /^on/i.test(attribute.name))
			.map(({node, attribute}) => `${name(node)} ${attribute.name}`),
		policy: policy?.content ?? null,
		policyFirst: policy !== null && (loads === null ||
			Boolean(policy.compareDocumentPosition(loads) & Node.DOCUMENT_POSITION_FOLLOWING)),
		filter: page.querySelector('#filter') !== null,
		links: attributes
			.filter(({attribute}) => /^(xlink:)?href$|^src$|^srcset$|^action$|^formaction$|^data$|^poster$/
				.test(attribute.name))
			.map(({node, attribute}) => ({
				tag: node.localName,
				url: attribute.value,
				rel: node.getAttribute('rel') ?? '',
			})),
	};
}

// Fills in `facts` of each page.
export async function readFacts(browser, pages) {
	const tab = await browser.newPage();

	for (const page of pages)
		page.facts = await tab.evaluate(inspect, page.html);
	await tab.close();
}
