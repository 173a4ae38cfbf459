import type { CheerioAPI } from 'cheerio';
import { cut, distinct, tidy } from './page-text.js';
import { type ContactDetails, most } from './site-metadata.js';
import { structuredTexts, type Thing } from './structured-data.js';

const networks: Record<string, RegExp> = {
  facebook: /^(www\.|m\.)?facebook\.com$/,
  instagram: /^(www\.)?instagram\.com$/,
  linkedin: /^([a-z]{2,3}\.|www\.)?linkedin\.com$/,
  x: /^(www\.|mobile\.)?(x|twitter)\.com$/,
  youtube: /^(www\.)?youtube\.com$/,
  tiktok: /^(www\.)?tiktok\.com$/,
  whatsapp: /^(wa\.me|api\.whatsapp\.com)$/,
};

/** Links that share the page are not profiles. */
const sharing = /\/(share|sharer|intent|dialog|shareArticle)\b/i;
/** Phone numbers after a word such as "Phone". */
const labeledPhone =
  /(?:call|phones?|tel|telephone|tel[eé]fono|telefon|t[eé]l[eé]phone|mobile|whatsapp)[^\d+(]{0,20}(\+?[\d(][\d\s()./-]{5,18}\d)/gi;
const email = /^[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,4}$/;

/** The contact details of a company, from the links, the structured data and the text of its page. */
export function contactDetails($: CheerioAPI, company: Thing | undefined, text: string): ContactDetails {
  const links = $('a[href]')
    .toArray()
    .map((element) => $(element).attr('href') ?? '');
  const data = company?.data ?? {};
  const emails = distinct(
    [
      ...linksWith(links, 'mailto:'),
      ...structuredTexts(data.email).map((one) => one.replace(/^mailto:/i, '')),
      ...emailsIn(text),
    ]
      .map((one) => one.toLowerCase())
      .filter((one) => email.test(one)),
    most.contacts,
  );
  const labeledPhones = [...text.matchAll(labeledPhone)].map(([, number]) => number ?? '');
  const phones = phonesOf([...structuredTexts(data.telephone), ...linksWith(links, 'tel:'), ...labeledPhones]);
  const address = addressIn(data.address) || tidy($('address,[itemprop="address"],.address').first().text());
  const social = profiles([...structuredTexts(data.sameAs), ...links]);
  return {
    ...(emails.length > 0 && { emails }),
    ...(phones.length > 0 && { phones }),
    ...(address && { address: cut(address, most.address) }),
    ...(Object.keys(social).length > 0 && { social }),
  };
}

function linksWith(links: readonly string[], scheme: string): string[] {
  return links
    .filter((link) => link.toLowerCase().startsWith(scheme))
    .map((link) => unescaped(link.slice(scheme.length).split('?')[0] ?? '').trim());
}

/** Searches around each @ only: a pattern over the whole text would take quadratic time. */
function emailsIn(text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf('@'); at >= 0 && found.length < 50; at = text.indexOf('@', at + 1)) {
    const name = /[a-z0-9][a-z0-9._%+-]{0,63}$/i.exec(text.slice(Math.max(0, at - 64), at));
    const host = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,4}/i.exec(text.slice(at + 1, at + 255));
    // File names look alike: logo@2x.png.
    if (name && host && !/\.(png|jpe?g|gif|svg|webp)$/i.test(host[0])) found.push(`${name[0]}@${host[0]}`);
  }
  return found;
}

/** Each number once, however it is written. */
function phonesOf(texts: readonly string[]): string[] {
  const byDigits = new Map<string, string>();
  for (const text of texts) {
    const digits = text.replace(/\D/g, '');
    const tidied = tidy(text);
    if (digits.length >= 6 && digits.length <= 15 && tidied.length <= 40 && !byDigits.has(digits))
      byDigits.set(digits, tidied);
  }
  return [...byDigits.values()].slice(0, most.contacts);
}

function addressIn(value: unknown): string {
  const [first] = Array.isArray(value) ? value : [value];
  if (typeof first === 'string') return tidy(first);
  if (typeof first !== 'object' || first === null) return '';
  const { streetAddress, postalCode, addressLocality, addressRegion, addressCountry } = first as Record<
    string,
    unknown
  >;
  const town = [postalCode, addressLocality].flatMap(structuredTexts).join(' ');
  return tidy(
    [...structuredTexts(streetAddress), town, ...structuredTexts(addressRegion), ...structuredTexts(addressCountry)]
      .filter(Boolean)
      .join(', '),
  );
}

function profiles(links: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const link of links) {
    const url = URL.parse(link);
    if (!url || !/^https?:$/.test(url.protocol) || sharing.test(url.pathname) || link.length > 300) continue;
    const [name] = Object.entries(networks).find(([, host]) => host.test(url.hostname)) ?? [];
    if (name && (url.pathname !== '/' || url.search !== '')) found[name] ??= url.href;
  }
  return found;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
