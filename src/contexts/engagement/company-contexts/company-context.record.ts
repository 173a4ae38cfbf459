import { ArrayMaxSize, ValidateNested } from 'class-validator';
import { Length, MaxLength, OneLine } from '../../../platform/graphql/text-rules.js';
import {
  defineRecord,
  type FieldOptions,
  flag,
  freeObject,
  type InputOf,
  initially,
  line,
  longText,
  many,
  objects,
  type RecordField,
  type RowOf,
  readOnly,
  required,
  time,
  url,
} from '../../../platform/records/index.js';
import { Faq, FaqInput } from './faq.object.js';

const atMost100 = ArrayMaxSize(100, { message: '$property must have at most 100 entries.' });

/** A line that may be empty. */
function anyLine(most: number, options: FieldOptions): RecordField<string | null> {
  return { ...line(most, options), rules: [MaxLength(most), OneLine()] };
}

const services: RecordField<string[] | null> = {
  type: () => [String],
  sqlType: 'text[]',
  rules: [atMost100, Length(1, 500, { each: true, message: 'each of $property must have 1 to 500 characters.' })],
  description: 'The services or products that the company offers, at most 100 of 500 characters each.',
  nullable: true,
  required: false,
  writable: 'always',
};

const faqs = objects<Faq>(
  {
    type: () => Faq,
    inputType: () => FaqInput,
    subfields: ['question', 'answer'],
    rules: [atMost100, ValidateNested({ each: true })],
  },
  { description: 'Frequently asked questions, at most 100.' },
);

const fields = {
  name: required(line(200, { searched: true, sorted: true, description: 'The name of the context.' })),
  companyName: initially(
    '',
    anyLine(200, {
      searched: true,
      sorted: true,
      description: 'The name of the company. Defaults to the name of the context.',
    }),
  ),
  websiteUrl: url({ description: 'The URL of the company website.' }),
  description: longText(5_000, { description: 'What the company does.' }),
  industry: anyLine(200, { description: 'The industry of the company.' }),
  services: initially([], services),
  businessHours: longText(1_000, { description: 'The opening hours as text.' }),
  contactInfo: initially(
    {},
    freeObject({
      description: 'How to reach the company: `emails`, `phones`, `address`, `social` and any other keys.',
    }),
  ),
  faqs: initially([], faqs),
  isDefault: initially(
    false,
    flag({
      filtered: true,
      description: 'Whether it is the default context. A workspace has at most one: setting it unsets the former one.',
    }),
  ),
  autoScrape: initially(false, flag({ description: 'Whether the website is analyzed when the context is created.' })),
  analyzedAt: readOnly(time({ description: 'When its website was last analyzed.' })),
};

export type CompanyContext = RowOf<typeof fields>;
export type CompanyContextInput = InputOf<typeof fields>;

/** Create and update have use cases of their own: they enforce the single default. */
export const companyContexts = defineRecord({
  name: 'CompanyContext',
  plural: 'CompanyContexts',
  description: 'What assistants know about a company.',
  table: 'company_contexts',
  indexes: { any: ['createdAt'], only: { isDefault: [true] } },
  routes: {
    list: 'GET /company-contexts',
    find: 'GET /company-contexts/:companyContextId',
    delete: 'DELETE /company-contexts/:companyContextId',
  },
  capability: 'contexts',
  fields,
  relations: {
    agents: many('Agent', 'companyContextId'),
    voiceAgents: many('VoiceAgent', 'companyContextId'),
  },
});
