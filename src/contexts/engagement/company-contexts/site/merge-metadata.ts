import { distinct } from './page-text.js';
import { type ContactDetails, type FoundFaq, most, type PageMetadata, type SiteMetadata } from './site-metadata.js';

/** Merges what was found on several pages; if they differ, the earlier page wins. @param pages at least one */
export function mergeMetadata(pages: readonly PageMetadata[]): SiteMetadata {
  const [first] = pages as [PageMetadata];
  const found = <T>(of: (page: PageMetadata) => T | null): T | null =>
    pages.map(of).find((value) => value !== null) ?? null;
  return {
    title: first.title,
    description: found((page) => page.description),
    headings: distinct(
      pages.flatMap(({ headings }) => headings),
      most.headings,
    ),
    companyName: first.companyName ?? found((page) => page.companyName),
    industry: found((page) => page.industry),
    services: pages.find(({ services }) => services.length > 0)?.services ?? [],
    businessHours: found((page) => page.businessHours),
    contactInfo: mergeContacts(pages.map(({ contactInfo }) => contactInfo)),
    faqs: mergeFaqs(pages.flatMap(({ faqs }) => faqs)),
    language: found((page) => page.language),
  };
}

function mergeContacts(all: readonly ContactDetails[]): ContactDetails {
  const emails = distinct(
    all.flatMap((one) => one.emails ?? []),
    most.contacts,
  );
  const phones = all.flatMap((one) => one.phones ?? []);
  const byDigits = new Map(phones.toReversed().map((phone) => [phone.replace(/\D/g, ''), phone]));
  const kept = [...new Set(phones.filter((phone) => byDigits.get(phone.replace(/\D/g, '')) === phone))];
  const address = all.find((one) => one.address)?.address;
  const social = Object.assign({}, ...all.toReversed().map((one) => one.social ?? {})) as Record<string, string>;
  return {
    ...(emails.length > 0 && { emails }),
    ...(kept.length > 0 && { phones: kept.slice(0, most.contacts) }),
    ...(address && { address }),
    ...(Object.keys(social).length > 0 && { social }),
  };
}

function mergeFaqs(all: readonly FoundFaq[]): FoundFaq[] {
  const byQuestion = new Map(all.toReversed().map((faq) => [faq.question.toLowerCase(), faq]));
  return all.filter((faq) => byQuestion.get(faq.question.toLowerCase()) === faq).slice(0, most.faqs);
}
