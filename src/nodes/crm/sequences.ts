import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';
import { providerFailure } from '../provider-failure.js';
import { sequence } from '../record-kinds.js';

const enrolment = {
  category: 'crm',
  capability: 'followups:write',
  fields: z.object({
    sequenceId: filledText(100).describe('The ID of the follow-up sequence.'),
    contactId: filledText(100).describe('The ID of the contact.'),
  }),
  references: { sequenceId: sequence },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  example: { sequenceId: '01970000-0000-7000-8000-000000000009', contactId: '{{triggerData.data.id}}' },
} as const;

export const startSequenceNode = defineNode({
  ...enrolment,
  type: 'crm.startSequence',
  title: 'Start a follow-up',
  description:
    'Starts a follow-up sequence for a contact, in the last conversation of the contact, an open one before a resolved one.',
  sample: { enrollmentId: '01970000-0000-7000-8000-000000000010' },
  output: '`enrollmentId`, the ID of the enrollment.',
  errors: ['REFUSED', 'DO_NOT_CONTACT'],
  exampleRun: {
    triggerData: { data: { id: '01970000-0000-7000-8000-000000000003' } },
    answer: { enrollmentId: '01970000-0000-7000-8000-000000000010' },
  },
  run: async ({ data: { sequenceId, contactId }, ports }) => {
    try {
      return { kind: 'done', output: await ports.followUp.start(sequenceId, contactId) };
    } catch (error) {
      return providerFailure(error);
    }
  },
});

export const stopSequenceNode = defineNode({
  ...enrolment,
  type: 'crm.stopSequence',
  title: 'Stop a follow-up',
  description: 'Stops a follow-up sequence for a contact.',
  sample: { stopped: true },
  output: '`stopped`, whether the contact was in the sequence.',
  errors: ['REFUSED'],
  exampleRun: { triggerData: { data: { id: '01970000-0000-7000-8000-000000000003' } }, answer: { stopped: true } },
  run: async ({ data: { sequenceId, contactId }, ports }) => {
    try {
      return { kind: 'done', output: await ports.followUp.stop(sequenceId, contactId) };
    } catch (error) {
      return providerFailure(error);
    }
  },
});
