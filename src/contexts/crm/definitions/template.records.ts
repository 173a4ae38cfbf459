import {
  defineRecord,
  initially,
  labels,
  line,
  longText,
  oneOf,
  type RowOf,
  required,
  text,
} from '../../../platform/records/index.js';

const common = {
  name: required(line(200, { searched: true, sorted: true })),
  body: required(longText(200_000, { description: 'The text, with `{{name}}` for each variable.' })),
  variables: initially([], labels({ description: 'The names of the variables in the text.' })),
  category: line(100, { sorted: true, filtered: true, description: 'A category to group templates by.' }),
  language: text(35, { filtered: true, description: 'The language code, for example es or pt_BR.' }),
};

const emailFields = {
  ...common,
  subject: required(line(500, { searched: true, sorted: true })),
  status: initially(
    'active',
    oneOf(
      {
        draft: 'It is being written.',
        active: 'It is ready to be used.',
        archived: 'It is kept, but not offered any more.',
      },
      { filtered: true, description: 'The status of the template.' },
    ),
  ),
};

export type EmailTemplate = RowOf<typeof emailFields>;

export const emailTemplates = defineRecord({
  name: 'EmailTemplate',
  plural: 'EmailTemplates',
  description: 'The text of an email, with variables.',
  table: 'email_templates',
  indexes: { any: ['createdAt'] },
  routes: {
    list: 'GET /email-templates',
    create: 'POST /email-templates',
    find: 'GET /email-templates/:emailTemplateId',
    update: 'PATCH /email-templates/:emailTemplateId',
    delete: 'DELETE /email-templates/:emailTemplateId',
  },
  examples: {
    create: { name: 'Welcome', subject: 'Welcome, {{name}}', body: '<p>Hello {{name}}!</p>', variables: ['name'] },
    update: { subject: 'Good to see you, {{name}}' },
  },
  capability: 'emailTemplates',
  fields: emailFields,
  hit: { order: 70, subtitle: 'r.subject' },
});

const whatsappFields = {
  ...common,
  status: initially(
    'draft',
    oneOf(
      {
        draft: 'It was not submitted to WhatsApp.',
        pending: 'WhatsApp is reviewing it.',
        approved: 'WhatsApp has approved it: it can be sent.',
        rejected: 'WhatsApp has rejected it.',
      },
      {
        filtered: true,
        description: 'The approval status of the template at WhatsApp.',
      },
    ),
  ),
};

export type WhatsappTemplate = RowOf<typeof whatsappFields>;

export const whatsappTemplates = defineRecord({
  name: 'WhatsappTemplate',
  plural: 'WhatsappTemplates',
  description:
    'The text of a WhatsApp message, with variables. Its name is the one of the approved template at WhatsApp.',
  table: 'whatsapp_templates',
  indexes: { any: ['createdAt'] },
  routes: {
    list: 'GET /whatsapp-templates',
    create: 'POST /whatsapp-templates',
    find: 'GET /whatsapp-templates/:whatsappTemplateId',
    update: 'PATCH /whatsapp-templates/:whatsappTemplateId',
    delete: 'DELETE /whatsapp-templates/:whatsappTemplateId',
  },
  examples: {
    create: { name: 'order_sent', body: 'Your order {{1}} has been sent.', variables: ['order'], language: 'en' },
    update: { status: 'approved' },
  },
  capability: 'whatsappTemplates',
  fields: whatsappFields,
  hit: { order: 80, subtitle: 'left(r.body, 120)' },
});
