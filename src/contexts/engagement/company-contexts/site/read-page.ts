import { Readability } from '@mozilla/readability';
import { type CheerioAPI, load } from 'cheerio';
import { parseHTML } from 'linkedom';
import { businessHours } from './business-hours.js';
import { contactDetails } from './contact-details.js';
import { faqsOf } from './faqs.js';
import { pageLinks } from './page-links.js';
import { cut, distinct, textOrNull, tidy } from './page-text.js';
import { servicesOf } from './services-of.js';
import { most, type PageMetadata } from './site-metadata.js';
import { companyIn, structuredData, structuredTexts, type Thing, tradeOf } from './structured-data.js';

/** What a page of HTML tells of the company that it is of. Slow where the page means harm: to be run apart. */
export function readSitePage(html: string, url: string): PageMetadata {
  const $ = load(html, { baseURI: url });
  const things = structuredData($);
  const company = companyIn(things);
  $('script,style,noscript,template,svg,iframe').remove();
  // What stands apart on the page must not run together in its text.
  $('a,p,div,li,td,th,dt,dd,h1,h2,h3,h4,h5,h6,section,address,summary,span').prepend(' ').append(' ');
  $('br').after(' ');
  const text = tidy($('body').text());
  return {
    title: textOrNull($('title').first().text(), most.title),
    description: describe($, company),
    headings: headingsOf($),
    companyName: textOrNull(nameOf($, company, new URL(url).hostname), most.companyName),
    industry: textOrNull(company && tradeOf(company), most.industry),
    services: servicesOf($, things),
    businessHours: businessHours($, company),
    contactInfo: contactDetails($, company, text),
    faqs: faqsOf($, things),
    language: textOrNull($('html').attr('lang'), 35),
    links: pageLinks($, url),
  };
}

function headingsOf($: CheerioAPI): string[] {
  const texts = $('h1,h2,h3')
    .toArray()
    .map((element) => cut(tidy($(element).text()), most.heading));
  return distinct(texts, most.headings);
}

/** What the page says of itself, else how its text begins. */
function describe($: CheerioAPI, company: Thing | undefined): string | null {
  const said = [
    meta($, 'description'),
    meta($, 'og:description'),
    structuredTexts(company?.data.description)[0],
    meta($, 'twitter:description'),
  ].map(tidy);
  const [longest = ''] = said.sort((a, b) => b.length - a.length);
  return textOrNull(longest.length >= 40 ? longest : mainText($) || longest, most.description);
}

/** The beginning of what Readability takes for the page's own text. */
function mainText($: CheerioAPI): string {
  // As cheerio writes it there are always html, head and body, which linkedom does not make up.
  const { document } = parseHTML($.html());
  const article = new Readability(document as never, { charThreshold: 100 }).parse();
  return cut(tidy(article?.textContent), 1_000);
}

function meta($: CheerioAPI, name: string): string | undefined {
  return $(`meta[name="${name}" i],meta[property="${name}" i]`).first().attr('content');
}

/** By what is described, else by what the site calls itself, else by the part of the title that its address knows, or the first that says something. */
function nameOf($: CheerioAPI, company: Thing | undefined, host: string): string | undefined {
  const said = structuredTexts(company?.data.name)[0] ?? meta($, 'og:site_name') ?? meta($, 'application-name');
  if (said) return said;
  const parts = tidy($('title').first().text()).split(/\s+[|–—·:-]\s+/);
  const label =
    host
      .replace(/^www\./, '')
      .split('.')[0]
      ?.replace(/-/g, '') ?? '';
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z0-9]/g, '');
  const known = parts.find((part) => label.includes(plain(part)) && plain(part) !== '');
  return (
    known ?? parts.find((part) => !/^(home|homepage|welcome|inicio|startseite|start|accueil|home ?page)$/i.test(part))
  );
}
