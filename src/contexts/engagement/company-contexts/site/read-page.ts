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
import { companyIn, industryOf, structuredData, structuredTexts, type Thing } from './structured-data.js';

/** Reads what an HTML page says about its company. A malicious page can make this slow: run it in a thread of its own. */
export function readSitePage(html: string, url: string): PageMetadata {
  const $ = load(html, { baseURI: url });
  const things = structuredData($);
  const company = companyIn(things);
  $('script,style,noscript,template,svg,iframe').remove();
  // Text of separate elements must not run together.
  $('a,p,div,li,td,th,dt,dd,h1,h2,h3,h4,h5,h6,section,address,summary,span').prepend(' ').append(' ');
  $('br').after(' ');
  const text = tidy($('body').text());
  return {
    title: textOrNull($('title').first().text(), most.title),
    description: describe($, company),
    headings: headingsOf($),
    companyName: textOrNull(nameOf($, company, new URL(url).hostname), most.companyName),
    industry: textOrNull(company && industryOf(company), most.industry),
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

/** The description in the page's metadata, or else the beginning of its text. */
function describe($: CheerioAPI, company: Thing | undefined): string | null {
  const descriptions = [
    meta($, 'description'),
    meta($, 'og:description'),
    structuredTexts(company?.data.description)[0],
    meta($, 'twitter:description'),
  ].map(tidy);
  const [longest = ''] = descriptions.sort((a, b) => b.length - a.length);
  return textOrNull(longest.length >= 40 ? longest : mainText($) || longest, most.description);
}

/** The beginning of the main text, as Readability finds it. */
function mainText($: CheerioAPI): string {
  // Serialized by cheerio, which adds the html, head and body elements that linkedom does not.
  const page: unknown = parseHTML($.html());
  const article = new Readability((page as { document: never }).document, { charThreshold: 100 }).parse();
  return cut(tidy(article?.textContent), 1_000);
}

function meta($: CheerioAPI, name: string): string | undefined {
  return $(`meta[name="${name}" i],meta[property="${name}" i]`).first().attr('content');
}

/**
 * The company's name: from the structured data, or else the site name in the metadata, or else the part of the title that
 * matches the domain, or else the first part that is not a word such as "Home".
 */
function nameOf($: CheerioAPI, company: Thing | undefined, host: string): string | undefined {
  const declared = structuredTexts(company?.data.name)[0] ?? meta($, 'og:site_name') ?? meta($, 'application-name');
  if (declared) return declared;
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
  const matching = parts.find((part) => label.includes(plain(part)) && plain(part) !== '');
  return (
    matching ??
    parts.find((part) => !/^(home|homepage|welcome|inicio|startseite|start|accueil|home ?page)$/i.test(part))
  );
}
