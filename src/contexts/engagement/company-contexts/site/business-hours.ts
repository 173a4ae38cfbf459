import type { CheerioAPI } from 'cheerio';
import { cut, textOrNull, tidy } from './page-text.js';
import { most } from './site-metadata.js';
import { structuredTexts, type Thing } from './structured-data.js';

const heading =
  /^(opening|business|office|store|shop|our|working)?\s*(opening\s+)?(hours|times)\b|\bwe(['’]re| are) open\b|horarios?\b|öffnungszeiten|sprechzeiten|heures d.ouverture|horaires|orari\b|openingstijden/i;

/** Opening hours as text: from the structured data, or else from the text below a heading such as "Opening hours". */
export function businessHours($: CheerioAPI, company: Thing | undefined): string | null {
  const declared =
    company &&
    (specified(company.data.openingHoursSpecification) || structuredTexts(company.data.openingHours).join('; '));
  if (declared) return cut(tidy(declared), most.businessHours);
  const marked = $('[itemprop="openingHours"]')
    .toArray()
    .map((element) => $(element).attr('content') ?? $(element).attr('datetime') ?? $(element).text());
  return textOrNull(marked.join('; '), most.businessHours) ?? belowHeading($);
}

/** `Monday, Tuesday 09:00–18:00` of each specification. */
function specified(value: unknown): string {
  const list = Array.isArray(value) ? value : [value];
  return list
    .map((item) => {
      const { dayOfWeek, opens, closes } = (item ?? {}) as Record<string, unknown>;
      const days = structuredTexts(dayOfWeek).map((day) => day.replace(/^.*[/#]/, ''));
      const [from, to] = [structuredTexts(opens)[0], structuredTexts(closes)[0]];
      if (!from || !to) return '';
      return `${days.join(', ')} ${hour(from)}–${hour(to)}`.trim();
    })
    .filter((text) => text !== '')
    .join('; ');
}

function hour(text: string): string {
  return text.replace(/^(\d\d:\d\d):00$/, '$1');
}

function belowHeading($: CheerioAPI): string | null {
  const headings = $('h1,h2,h3,h4,h5,h6,dt,strong,b,summary,th,caption').toArray();
  for (const element of headings) {
    const text = tidy($(element).text());
    if (text.length > 60 || !heading.test(text)) continue;
    const own = $(element);
    const next = own.next().length > 0 ? own.next() : own.parent().next();
    const found = textOrNull(rowsOf($, next), most.businessHours);
    if (found && /\d/.test(found)) return found;
  }
  return null;
}

/** The text of the rows or entries, separated by semicolons. */
function rowsOf($: CheerioAPI, element: ReturnType<CheerioAPI>): string {
  const rows = element
    .find('tr,li,p,dd')
    .toArray()
    .map((row) => tidy($(row).text()));
  return rows.length > 0 ? rows.filter(Boolean).join('; ') : element.text();
}
