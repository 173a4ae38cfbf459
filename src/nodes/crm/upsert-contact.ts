import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { emailAddress, phoneNumber } from '../message/recipients.js';
import { recordFailure } from '../record-failure.js';
import { recordErrors } from '../step-errors.js';
import { sampleContact } from './samples.js';

export const upsertContactNode = defineNode({
  type: 'crm.upsertContact',
  title: 'Create or update a contact',
  category: 'crm',
  capability: 'contacts:write',
  description: 'Updates the contact with this email address or phone number, or creates it.',
  fields: z
    .object({
      email: optionalField(emailAddress).describe(
        'The email address to find the contact by. Either `email` or `phone` is required.',
      ),
      phone: optionalField(phoneNumber).describe(
        'The phone number to find the contact by, if no contact has the email address.',
      ),
      fields: optionalField(z.record(z.string().min(1).max(100), z.unknown())).describe(
        'Other fields to set: `name`, `company`, `status`, `source`, or custom fields.',
      ),
    })
    .refine(({ email, phone }) => email !== undefined || phone !== undefined, {
      path: ['email'],
      message: 'is required unless phone is set',
    }),
  causes: ({ fields }) => [
    'contact.created',
    'contact.updated',
    ...(Object(fields).tags === undefined ? [] : ['contact.tag_added', 'contact.tag_removed']),
  ],
  sourceHandles: ['created', 'updated'],
  errorHandle: true,
  effects: true,
  sample: sampleContact,
  example: { email: '{{triggerData.email}}', fields: { name: '{{triggerData.name}}', source: 'website' } },
  output: 'the contact.',
  errors: [...recordErrors],
  exampleRun: {
    triggerData: { email: 'sample@example.com', name: 'Sample contact' },
    answer: { contact: sampleContact, created: true },
  },
  run: async ({ data: { email, phone, fields = {} }, ports }) => {
    try {
      const { contact, created } = await ports.crm.upsertContact({ email, phone }, fields);
      return { kind: 'done', output: contact, handle: created ? 'created' : 'updated' };
    } catch (error) {
      return recordFailure(error);
    }
  },
});
