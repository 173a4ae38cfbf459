import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, optionalField, textField } from '../field-kinds.js';
import { oneUnit } from '../node-cost.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { sendWindowField } from '../wait/window.js';
import { phoneNumber } from './recipients.js';
import { opensAt } from './send-window.js';

// Names of templates in WhatsApp never have this form.
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const variable = textField(z.string().min(1).max(1_024));

export const whatsappTemplateNode = defineNode({
  type: 'message.whatsappTemplate',
  title: 'WhatsApp template',
  category: 'message',
  capability: 'conversations:write',
  description: 'Sends a template that WhatsApp has approved. Templates can be sent at any time.',
  fields: z.object({
    to: phoneNumber.describe('The phone number of the recipient, with country code.'),
    templateId: filledText(512).describe(
      'The ID of a template of the workspace, or the name of a template in WhatsApp.',
    ),
    language: optionalField(
      z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'must be a language code, for example en or es_MX'),
    ).describe(
      'The language of the template, for example `es` or `en_US`. Defaults to the language of the template of the workspace, else `en`.',
    ),
    variables: optionalField(
      z.union([z.array(variable).max(50), z.record(z.string(), variable)], {
        error: 'must be a list of at most 50 texts, or an object of texts, each of 1 to 1,024 characters',
      }),
    ).describe('The values of the placeholders in the body: a list for `{{1}}`, `{{2}}`, or an object by name.'),
    sendWindow: sendWindowField,
  }),
  references: {
    // It can also be the name of a template in WhatsApp that the workspace does not store.
    templateId: { name: 'whatsappTemplate', label: 'WhatsApp template', table: 'whatsapp_templates', byIdOnly: false },
  },
  causes: () => ['message.sent', 'conversation.created'],
  opensAt: ({ to, sendWindow }, context) => opensAt(sendWindow, { phone: to }, context),
  filled: { sendWindow: 'entries' },
  sourceHandles: ['sent', 'failed'],
  effects: true,
  cost: { whatsapp_message: oneUnit },
  sample: { messageId: 'wamid.sample' },
  example: {
    to: '{{triggerData.phone}}',
    templateId: 'order_shipped',
    language: 'en',
    variables: ['{{triggerData.name}}', '{{triggerData.orderId}}'],
  },
  output: '`messageId`, the ID of the message.',
  errors: [...providerErrors, 'REFUSED', 'DO_NOT_CONTACT', 'SEND_WINDOW'],
  exampleRun: {
    triggerData: { phone: '+34600000001', name: 'Ana', orderId: 'A-1001' },
    answer: { messageId: 'wamid.1001' },
  },
  run: async ({ data: { to, templateId, variables = [], ...data }, ports, signal }) => {
    try {
      const own = isId.test(templateId) ? await ports.whatsapp.findTemplate(templateId) : null;
      const name = own?.name ?? templateId;
      const language = data.language ?? own?.language ?? 'en';
      const output = await ports.whatsapp.sendTemplate(to, { name, language, variables }, signal);
      return { kind: 'done', output };
    } catch (error) {
      return providerFailure(error, ['failed']);
    }
  },
});
