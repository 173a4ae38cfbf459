import type { CheerioAPI } from 'cheerio';

/** One thing that a page describes in JSON-LD, with the names of its types. */
export interface Thing {
  types: string[];
  data: Record<string, unknown>;
}

const mostThings = 500;

/** All things that a page describes in JSON-LD, those inside others too. Scripts that are no JSON are passed over. */
export function structuredData($: CheerioAPI): Thing[] {
  const things: Thing[] = [];
  for (const script of $('script[type="application/ld+json"]').toArray()) {
    const text = $(script).text();
    try {
      collect(JSON.parse(text.replace(/^\s*(<!--|\/\/\s*<!\[CDATA\[)|(-->|\/\/\s*\]\]>)\s*$/g, '')), things, 0);
    } catch {
      // Not JSON: others may be.
    }
  }
  return things;
}

function collect(value: unknown, things: Thing[], depth: number): void {
  if (things.length >= mostThings || depth > 12 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, things, depth + 1);
    return;
  }
  const data = value as Record<string, unknown>;
  const types = structuredTexts(data['@type']).map((type) => type.replace(/^.*[/#:]/, ''));
  if (types.length > 0) things.push({ types, data });
  for (const inner of Object.values(data)) collect(inner, things, depth + 1);
}

/** A value that may be one text, several, or something that has a name. */
export function structuredTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(structuredTexts);
  if (typeof value === 'object' && value !== null) {
    const { name, '@value': plain } = value as Record<string, unknown>;
    return structuredTexts(name ?? plain);
  }
  return [];
}

/** Types of schema.org that say of a thing that it is a company or a place of business. */
const company =
  /(Organization|Corporation|Business|Store|Shop|Restaurant|Hotel|Clinic|Dentist|Physician|Agency|Agent|Salon|Service$|Attorney|Notary|Plumber|Electrician|Contractor|Locksmith|Dealer|Repair|School|Gym|Club|Bakery|Bar|Cafe|Library|Museum|Hospital|Pharmacy|Practice)/;
const noCompany = /^(Service|ServiceChannel|FinancialProduct|WebSite|WebPage|BreadcrumbList)$/;
/** They say nothing of what a company does. */
const general = new Set([
  'Organization',
  'Corporation',
  'LocalBusiness',
  'Business',
  'OnlineBusiness',
  'Store',
  'Place',
]);

/** The company that a page is of: the first one that is described, those with an address or a telephone first. */
export function companyIn(things: readonly Thing[]): Thing | undefined {
  const companies = things.filter(
    ({ types, data }) => data.name && types.some((type) => company.test(type) && !noCompany.test(type)),
  );
  return companies.find(({ data }) => data.address || data.telephone) ?? companies[0];
}

/** What a company's type says of its trade: `LegalService` as `Legal Service`. */
export function tradeOf({ types, data }: Thing): string | undefined {
  const [said] = structuredTexts(data.industry);
  const type = types.find((one) => !general.has(one));
  return said ?? type?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
