import { ArrayMaxSize, Length, ValidateNested } from 'class-validator';
import {
  defineRecord,
  flag,
  freeObject,
  type InputOf,
  initially,
  longText,
  many,
  objects,
  type RecordField,
  type RowOf,
  readOnly,
  required,
  text,
  time,
  url,
} from '../../../platform/records/index.js';
import { Faq, FaqInput } from './faq.object.js';

const services: RecordField<string[] | null> = {
  type: () => [String],
  sqlType: 'text[]',
  rules: [
    ArrayMaxSize(100, { message: '$property holds at most 100 entries.' }),
    Length(1, 500, { each: true, message: 'each of $property has 1 to 500 characters.' }),
  ],
  description: 'What the company offers',
  nullable: true,
  required: false,
  writable: 'always',
};

const faqs = objects<Faq>({
  type: () => Faq,
  inputType: () => FaqInput,
  subfields: ['question', 'answer'],
  rules: [ArrayMaxSize(100, { message: '$property holds at most 100 entries.' }), ValidateNested({ each: true })],
});

const fields = {
  name: required(text(200, { searched: true, sorted: true, description: 'What the context is called here' })),
  companyName: initially('', text(200, { searched: true, sorted: true, description: 'The name when left out' })),
  websiteUrl: url(),
  description: longText(5_000),
  industry: text(200),
  services: initially([], services),
  businessHours: longText(1_000, { description: 'As people write it' }),
  contactInfo: initially({}, freeObject()),
  faqs: initially([], faqs),
  isDefault: initially(false, flag({ filtered: true, description: 'Of one context at most; the former one yields' })),
  autoScrape: initially(false, flag({ description: 'The site is analysed when the context is made' })),
  analyzedAt: readOnly(time({ description: 'When its site was read last' })),
};

export type CompanyContext = RowOf<typeof fields>;
export type CompanyContextInput = InputOf<typeof fields>;

/** Making and changing one keeps the single default, so these have use cases of their own. */
export const companyContexts = defineRecord({
  name: 'CompanyContext',
  plural: 'CompanyContexts',
  description: 'What assistants know of a company',
  table: 'company_contexts',
  capability: 'contexts',
  operations: ['list', 'find', 'delete'],
  fields,
  relations: {
    agents: many('Agent', 'companyContextId'),
    voiceAgents: many('VoiceAgent', 'companyContextId'),
  },
});
