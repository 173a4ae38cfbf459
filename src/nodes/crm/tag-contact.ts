import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { recordErrors } from '../step-errors.js';
import { sampleContact } from './samples.js';

export const tagContactNode = defineNode({
  type: 'crm.tagContact',
  title: 'Tag a contact',
  category: 'crm',
  capability: 'contacts:write',
  description: 'Adds tags to a contact, or removes them.',
  fields: z.object({
    contactId: filledText(100).describe('The ID of the contact.'),
    tags: z.array(filledText(100)).min(1).max(50).describe('The tags to add or remove.'),
    mode: optionalField(z.enum(['add', 'remove'])).describe('Whether to add or remove the tags. Defaults to `add`.'),
  }),
  causes: ({ mode }) => ['contact.updated', mode === 'remove' ? 'contact.tag_removed' : 'contact.tag_added'],
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: sampleContact,
  example: { contactId: '{{triggerData.data.id}}', tags: ['vip'], mode: 'add' },
  output: 'the contact.',
  errors: [...recordErrors],
  exampleRun: { triggerData: { data: { id: sampleContact.id } }, answer: { ...sampleContact, tags: ['vip'] } },
  run: async ({ data: { contactId, tags, mode = 'add' }, ports }) => {
    try {
      return { kind: 'done', output: await ports.crm.tagContact(contactId, tags, mode) };
    } catch (error) {
      return recordFailure(error);
    }
  },
});
