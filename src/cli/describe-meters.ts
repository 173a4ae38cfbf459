import { markdownTable } from '../platform/markdown-table.js';
import { type Meter, meters } from '../platform/meters.js';

const begin = '<!-- meters: written by `npm run docs` from src/platform/meters.ts -->\n';
const end = '<!-- /meters -->';

/** The page with its table of meters written anew. @param page a text with the two marks around the table */
export function describeMeters(page: string): string {
  const [before, after] = [page.split(begin)[0], page.split(end)[1]];
  if (after === undefined) throw new Error(`The page must hold the marks ${begin.trim()} and ${end}.`);
  return `${before}${begin}\n${meterTable()}\n${end}${after}`;
}

function meterTable(): string {
  const rows = Object.entries<Meter>(meters).map(([name, { description, unit, app, credits, countries = {} }]) => [
    `\`${name}\``,
    description,
    unit,
    app,
    String(credits),
    Object.entries(countries)
      .map(([country, price]) => `${country} ${price}`)
      .join(', '),
  ]);
  return markdownTable(['meter', 'counts', 'unit', 'app', 'credits for a unit', 'in some countries'], rows);
}
