import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';
import { notAvailable } from '../not-available.js';

const enrolment = {
  category: 'crm',
  fields: z.object({
    sequenceId: filledText(100).describe('The follow-up sequence.'),
    contactId: filledText(100).describe('The contact.'),
  }),
  references: { sequenceId: 'sequence' },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: null,
  example: { sequenceId: '01970000-0000-7000-8000-000000000009', contactId: '{{triggerData.data.id}}' },
  run: notAvailable('follow-up sequences'),
} as const;

export const startSequenceNode = defineNode({
  ...enrolment,
  type: 'crm.startSequence',
  title: 'Start a follow-up',
  description: 'Begins a follow-up sequence for a contact.',
});

export const stopSequenceNode = defineNode({
  ...enrolment,
  type: 'crm.stopSequence',
  title: 'Stop a follow-up',
  description: 'Ends a follow-up sequence of a contact.',
});
