import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField, textField } from '../field-kinds.js';
import { endOfWait, timeoutField } from './wait-until.js';

export const approvalNode = defineNode({
  type: 'wait.approval',
  title: 'Wait for approval',
  category: 'wait',
  description: 'Waits until a person approves or rejects, without holding a worker.',
  fields: z.object({
    message: textField(z.string().min(1, 'Say what is to be approved.').max(10_000)).describe(
      'What is to be approved.',
    ),
    approvers: optionalField(z.array(textField(z.email())).max(20)).describe(
      'Emails of those who may decide, beside owners and admins. Left out: whoever may run flows.',
    ),
    timeoutMinutes: timeoutField.describe('After how many minutes it goes on by timeout; never when left out.'),
  }),
  sourceHandles: ['approved', 'rejected', 'timeout'],
  effects: false,
  sample: { by: 'approver@example.com', comment: null },
  example: { message: 'Refund {{triggerData.amount}} to {{triggerData.customer}}?', timeoutMinutes: 2_880 },
  run: ({ data: { timeoutMinutes }, now, log }) => {
    log('info', 'Waits for somebody to approve or reject.');
    return {
      kind: 'wait',
      until: endOfWait(now, timeoutMinutes),
      output: { by: null, comment: null },
      handle: 'timeout',
    };
  },
});
