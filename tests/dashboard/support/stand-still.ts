import type { Page } from 'playwright-core';

/** What depends on times: plots, and the bars of the waterfall. */
const hidden = `
  canvas, [role="treeitem"] > span:nth-child(2) > *, svg[role="img"] { visibility: hidden !important; }
  * { transition: none !important; }`;

/** What differs from run to run, and what is shown in its place: of the same form, so that nothing moves. */
const standIns: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '01a00000-0000-7000-8000-000000000000'],
  [/\b[0-9a-f]{8}…/g, '01a00000…'],
  [/\bwak_\w{8}/g, 'wak_00000000'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:3000'],
  [/(\d+ min )?\b\d+([.,]\d+)? (ms|s|min)\b(?!\.? ago)/g, '10 ms'],
  [/\b\d+ [a-z]+\.? ago\b|^now$/g, '2 min. ago'],
  [/^[0-9a-f]{8}$/g, '01a00000'],
  [/\b\d{1,2}:\d{2}(:\d{2})?\b/g, '10:00'],
  [/\b\d{1,2} (Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec) \d{4}\b/g, '1 Jan 2026'],
];

/** Runs in the page. A sheet of a script is not subject to its policy. */
const script = (style: string, all: unknown) => `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(style)});
  document.adoptedStyleSheets = [sheet];
  const all = ${JSON.stringify(all)}.map(([source, flags, text]) => [new RegExp(source, flags), text]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = all.reduce((before, [pattern, after]) => before.replace(pattern, after), node.nodeValue);
    if (text !== node.nodeValue) node.nodeValue = text;
  }
}`;

/** Replaces what differs from run to run in a page, as far as it was drawn by now. */
export async function standStill(page: Page): Promise<void> {
  const all = standIns.map(([{ source, flags }, text]) => [source, flags, text]);
  await page.evaluate(script(hidden, all));
}
