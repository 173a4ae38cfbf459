import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, optionalField, textField } from '../field-kinds.js';
import { oneUnit } from '../node-cost.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { phoneNumber } from './recipients.js';

// No template has such a name at WhatsApp.
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const variable = textField(z.string().min(1, 'Fill this in.').max(1_024));

export const whatsappTemplateNode = defineNode({
  type: 'message.whatsappTemplate',
  title: 'WhatsApp template',
  category: 'message',
  description: 'Sends a template that WhatsApp has approved; it reaches contacts at any time.',
  fields: z.object({
    to: phoneNumber.describe('A phone number with its country code.'),
    templateId: filledText(512).describe("The id of a template of the workspace, or a template's name at WhatsApp."),
    language: optionalField(z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'Give a code as en or es_MX.')).describe(
      "The template's language, as es or en_US. Defaults to that of the workspace's template, else en.",
    ),
    variables: optionalField(z.union([z.array(variable).max(50), z.record(z.string(), variable)])).describe(
      "Values for the body's placeholders: a list for {{1}}, {{2}}, or by name.",
    ),
  }),
  references: {
    // It may be a name at WhatsApp, of which the workspace need not know.
    templateId: { name: 'whatsappTemplate', label: 'WhatsApp template', table: 'whatsapp_templates', byIdOnly: false },
  },
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
  output: '`messageId`.',
  errors: [...providerErrors, 'REFUSED', 'DO_NOT_CONTACT'],
  tried: {
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
