import type { GeneratePromptInput } from './company-context.input.js';
import type { CompanyContext } from './company-context.record.js';

/** A prompt from what is known about a company. Empty sections are omitted. */
export function promptTemplate(context: CompanyContext, { instructions, language }: GeneratePromptInput): string {
  const { companyName, industry, description, websiteUrl, services, businessHours, contactInfo, faqs } = context;
  const trade = industry ? `, ${industry}` : '';
  const parts = [
    `You are the assistant of ${companyName}${trade}. You answer customers in the company's name: friendly, to the point and truthfully.`,
    description && `# The company\n${description}`,
    services.length > 0 && `# What it offers\n${services.map((service) => `- ${service}`).join('\n')}`,
    businessHours && `# Business hours\n${businessHours}`,
    contactLines(contactInfo, websiteUrl),
    faqs.length > 0 &&
      `# Frequently asked questions\n${faqs.map(({ question, answer }) => `Q: ${question}\nA: ${answer}`).join('\n\n')}`,
    rules(companyName, language),
    instructions && `# Above all\n${instructions}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

function contactLines(contactInfo: Record<string, unknown>, websiteUrl: string | null): string {
  const entries = Object.entries(contactInfo).map(([name, value]) => `- ${name}: ${plain(value)}`);
  const lines = [...(websiteUrl ? [`- website: ${websiteUrl}`] : []), ...entries];
  return lines.length > 0 ? `# How to reach it\n${lines.join('\n')}` : '';
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${plain(inner)}`)
    .join(', ');
}

function rules(companyName: string, language: string | undefined): string {
  const lines = [
    `Say only what is written here or what the customer said. If you do not know something, say so and offer that a member of the ${companyName} team gets in touch.`,
    'Promise no prices, dates or results that are not written here.',
    language ? `Answer in ${language}.` : 'Answer in the language in which the customer writes.',
    'Keep answers short: one to three sentences, and one question at a time.',
  ];
  return `# Rules\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
