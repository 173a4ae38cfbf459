import type { CheerioAPI } from 'cheerio';

/** One thing that a page describes in JSON-LD, with the names of its types. */
export interface Thing {
  types: string[];
  data: Record<string, unknown>;
}

const mostThings = 500;

/** All things that a page describes in JSON-LD, including nested ones. Scripts that are not valid JSON are skipped. */
export function structuredData($: CheerioAPI): Thing[] {
  const things: Thing[] = [];
  for (const script of $('script[type="application/ld+json"]').toArray()) {
    const text = $(script).text();
    try {
      collect(JSON.parse(text.replace(/^\s*(<!--|\/\/\s*<!\[CDATA\[)|(-->|\/\/\s*\]\]>)\s*$/g, '')), things, 0);
    } catch {
      // Not valid JSON: other scripts may be.
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

/** The texts of a value that may be a text, a list, or an object with a name. */
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

/** Types of schema.org for a company or a place of business. */
const company =
  /(Organization|Corporation|Business|Store|Shop|Restaurant|Hotel|Clinic|Dentist|Physician|Agency|Agent|Salon|Service$|Attorney|Notary|Plumber|Electrician|Contractor|Locksmith|Dealer|Repair|School|Gym|Club|Bakery|Bar|Cafe|Library|Museum|Hospital|Pharmacy|Practice)/;
const noCompany = /^(Service|ServiceChannel|FinancialProduct|WebSite|WebPage|BreadcrumbList)$/;
/** Types that do not say what a company does. */
const general = new Set([
  'Organization',
  'Corporation',
  'LocalBusiness',
  'Business',
  'OnlineBusiness',
  'Store',
  'Place',
]);

/** The company of a page: the first one with an address or a phone number, or else the first one. */
export function companyIn(things: readonly Thing[]): Thing | undefined {
  const companies = things.filter(
    ({ types, data }) => data.name && types.some((type) => company.test(type) && !noCompany.test(type)),
  );
  return companies.find(({ data }) => data.address || data.telephone) ?? companies[0];
}

/** The industry of a company, from its data or from its type: `LegalService` becomes `Legal Service`. */
export function industryOf({ types, data }: Thing): string | undefined {
  const [industry] = structuredTexts(data.industry);
  const type = types.find((one) => !general.has(one));
  return industry ?? type?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
