import { load } from 'cheerio/slim';
import { type FileFormat, textOf } from './file-format.js';

/** Links and rows of tables of a page. */
const foundAtMost = 10_000;

/** Pages: their title, text, links, and the rows of their tables. `data.htmlExtract` reads by selectors. */
export const html: FileFormat = {
  mimeType: 'text/html',
  extensions: ['html', 'htm'],
  parse(bytes) {
    const page = load(textOf(bytes));
    page('script, style, noscript, template').remove();
    const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    const all = (selector: string) => page(selector).toArray().slice(0, foundAtMost);
    return {
      title: words(page('title').first().text()) || null,
      text: words(page('body').text() || page.root().text()),
      links: all('a[href]').map((link) => ({ text: words(page(link).text()), url: page(link).attr('href') })),
      tables: all('table').map((table) =>
        page(table)
          .find('tr')
          .toArray()
          .slice(0, foundAtMost)
          .map((row) =>
            page(row)
              .find('th, td')
              .toArray()
              .map((cell) => words(page(cell).text())),
          ),
      ),
    };
  },
};
