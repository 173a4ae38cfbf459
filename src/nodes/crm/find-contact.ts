import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { recordFailure } from '../record-failure.js';
import { recordErrors } from '../step-errors.js';
import { sampleContact } from './samples.js';

export const findContactNode = defineNode({
  type: 'crm.findContact',
  title: 'Find a contact',
  category: 'crm',
  capability: 'contacts:read',
  description: 'Finds a contact, and leaves by `found` or `notFound`.',
  fields: z.object({
    filter: z
      .record(z.string().min(1).max(100), z.unknown())
      .refine((filter) => Object.keys(filter).length > 0, 'must have at least one field')
      .describe(
        'The values that the contact must have, by field: `id`, `email`, `phone`, `name`, `tag` or a custom field.',
      ),
  }),
  filled: { filter: 'entries' },
  sourceHandles: ['found', 'notFound'],
  decides: true,
  errorHandle: true,
  effects: true,
  sample: sampleContact,
  example: { filter: { email: '{{triggerData.email}}' } },
  output: 'the contact; null if it is not found.',
  errors: [...recordErrors],
  exampleRun: { triggerData: { email: 'sample@example.com' }, answer: sampleContact },
  run: async ({ data: { filter }, ports }) => {
    try {
      const contact = await ports.crm.findContact(filter);
      return { kind: 'done', output: contact, handle: contact ? 'found' : 'notFound' };
    } catch (error) {
      return recordFailure(error);
    }
  },
});
