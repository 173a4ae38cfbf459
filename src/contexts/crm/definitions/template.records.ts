import {
  defineRecord,
  initially,
  labels,
  longText,
  oneOf,
  type RowOf,
  required,
  text,
} from '../../../platform/records/index.js';

const common = {
  name: required(text(200, { searched: true, sorted: true })),
  body: required(longText(200_000)),
  variables: initially([], labels({ description: 'Names of what is filled in' })),
  category: text(100, { sorted: true, filtered: true }),
  language: text(35, { filtered: true, description: 'As es or pt_BR' }),
};

const emailFields = {
  ...common,
  subject: required(text(500, { searched: true, sorted: true })),
  status: initially('active', oneOf(['draft', 'active', 'archived'], { filtered: true })),
};

export type EmailTemplate = RowOf<typeof emailFields>;

export const emailTemplates = defineRecord({
  name: 'EmailTemplate',
  plural: 'EmailTemplates',
  description: 'An email with gaps',
  table: 'email_templates',
  capability: 'emailTemplates',
  fields: emailFields,
  hit: { order: 70, subtitle: 'r.subject' },
});

const whatsappFields = {
  ...common,
  status: initially(
    'draft',
    oneOf(['draft', 'pending', 'approved', 'rejected'], { filtered: true, description: 'At WhatsApp' }),
  ),
};

export type WhatsappTemplate = RowOf<typeof whatsappFields>;

export const whatsappTemplates = defineRecord({
  name: 'WhatsappTemplate',
  plural: 'WhatsappTemplates',
  description: 'A message that WhatsApp has approved, with gaps; its name is the one at WhatsApp',
  table: 'whatsapp_templates',
  capability: 'whatsappTemplates',
  fields: whatsappFields,
  hit: { order: 80, subtitle: 'left(r.body, 120)' },
});
