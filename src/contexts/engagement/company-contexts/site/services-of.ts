import type { CheerioAPI } from 'cheerio';
import { cut, distinct, tidy } from './page-text.js';
import { most } from './site-metadata.js';
import { structuredTexts, type Thing } from './structured-data.js';

const heading =
  /^(our |the )?(services|products( and services)?|solutions|treatments|what we (do|offer)|practice areas)\b|^(nuestros )?(servicios|productos|soluciones)\b|^(unsere )?(leistungen|angebote|produkte)\b|^(nos )?(services|prestations|produits)\b/i;

/** What a company offers: from the structured data, or else from the list below a heading such as "Services". */
export function servicesOf($: CheerioAPI, things: readonly Thing[]): string[] {
  const described = things.flatMap(({ types, data }) => {
    if (types.includes('Service') || types.includes('Product')) return structuredTexts(data.name);
    if (types.includes('Offer')) return structuredTexts(data.name ?? data.itemOffered);
    return types.includes('OfferCatalog') ? [] : structuredTexts(data.serviceType);
  });
  const found = distinct(described, most.services);
  return (found.length > 0 ? found : belowHeading($)).map((text) => cut(text, most.service));
}

function belowHeading($: CheerioAPI): string[] {
  for (const element of $('h1,h2,h3').toArray()) {
    if (!heading.test(tidy($(element).text()))) continue;
    const section = $(element).closest('section,article,main > div').first();
    const near = section.length > 0 ? section : $(element).parent();
    const titles = mostOfOneLevel(near, Number(element.tagName.charAt(1)));
    const items = titles.length > 1 ? titles : near.find('li').toArray();
    const names = items.map((item) => tidy($(item).text())).filter((text) => text.length > 2 && text.length <= 120);
    if (names.length > 1) return distinct(names, most.services);
  }
  return [];
}

/** The headings of the level with the most of them, below a level: single headings are subtitles. */
function mostOfOneLevel(near: ReturnType<CheerioAPI>, above: number) {
  const levels = [2, 3, 4, 5].filter((level) => level > above).map((level) => near.find(`h${level}`).toArray());
  return levels.sort((a, b) => b.length - a.length)[0] ?? [];
}
