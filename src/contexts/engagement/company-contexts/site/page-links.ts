import type { CheerioAPI } from 'cheerio';
import { tidy } from './page-text.js';

/** Names of pages with details about a company, the most useful first. */
const pageNames = [
  /\b(contact|kontakt|contacto|contatti|impressum)/i,
  /\b(about|company|who-?we-?are|our-?story|sobre|quienes|nosotros|empresa|(ue|ü)ber-?uns|a-propos|chi-siamo)/i,
  /\b(faqs?|questions|preguntas|help|fragen|aide)\b/i,
  /\b(services?|products?|solutions?|servicios|productos|leistungen|angebot|prestations|what-?we-?do)\b/i,
  /\b(hours|opening|horario|(oe|ö)ffnungszeiten|horaires|locations?|visit|stores?)/i,
  /\b(pricing|prices|precios|tarifas|preise|tarifs|team|equipo)\b/i,
];

const files = /\.(pdf|jpe?g|png|gif|svg|webp|zip|docx?|xlsx?|pptx?|mp[34]|ics|xml|css|js)$/i;

/** Links to pages of the same website that may contain details about the company, best first. */
export function pageLinks($: CheerioAPI, pageUrl: string, most = 20): string[] {
  const page = new URL(pageUrl);
  const base = baseOf($, page);
  const ranks = new Map<string, number>();
  for (const element of $('a[href]').toArray()) {
    const url = URL.parse($(element).attr('href') ?? '', base);
    if (!url || !isOfSite(url, page)) continue;
    url.hash = '';
    const rank = pageNames.findIndex(
      (name) => name.test(url.pathname) || name.test(tidy($(element).text()).slice(0, 60)),
    );
    if (rank < 0 || url.href === page.href) continue;
    const former = ranks.get(url.href);
    if (former === undefined || rank < former) ranks.set(url.href, rank);
  }
  // One of each kind before a second one of any kind.
  const byKind = Map.groupBy(ranks.keys(), (href) => ranks.get(href) as number);
  const kinds = [...byKind.keys()].sort((a, b) => a - b).map((rank) => byKind.get(rank) as string[]);
  const rounds = Math.max(0, ...kinds.map((hrefs) => hrefs.length));
  const inOrder = Array.from({ length: rounds }, (_, round) => kinds.flatMap((hrefs) => hrefs[round] ?? []));
  return inOrder.flat().slice(0, most);
}

function baseOf($: CheerioAPI, page: URL): string {
  const base = URL.parse($('base[href]').first().attr('href') ?? '', page.href);
  return (base ?? page).href;
}

function isOfSite(url: URL, page: URL): boolean {
  const bare = (host: string) => host.replace(/^www\./, '');
  return (
    /^https?:$/.test(url.protocol) &&
    bare(url.host) === bare(page.host) &&
    !files.test(url.pathname) &&
    url.href.length <= 2_000
  );
}
