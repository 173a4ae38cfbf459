import { z } from 'zod';
import { defineNode, type NodeContext, type Outcome } from '../define-node.js';
import { optionalField, textField } from '../field-kinds.js';
import { endOfWait, timeoutField } from './wait-until.js';

const fields = z.object({
  message: textField(z.string().min(1, 'Say what is to be approved.').max(10_000)).describe('What is to be approved.'),
  approvers: optionalField(z.array(textField(z.email())).max(20)).describe(
    'Emails of those who may decide, beside owners and admins; each is mailed a link. Defaults to whoever may run flows.',
  ),
  timeoutMinutes: timeoutField.describe('After how many minutes it goes on by timeout. Defaults to never.'),
});

export const approvalNode = defineNode({
  type: 'wait.approval',
  title: 'Wait for approval',
  category: 'wait',
  description: 'Waits until a person approves or rejects, without holding a worker.',
  fields,
  sourceHandles: ['approved', 'rejected', 'timeout'],
  effects: true,
  cost: { email_sent: ({ approvers }) => (Array.isArray(approvers) ? approvers.length : 0) },
  sample: { by: 'approver@example.com', comment: null },
  example: { message: 'Refund {{triggerData.amount}} to {{triggerData.customer}}?', timeoutMinutes: 2_880 },
  output: '`by`, who decided, and the `comment`.',
  tried: { triggerData: { amount: 40, customer: 'Ana' } },
  run: askForApproval,
});

async function askForApproval(context: NodeContext<z.output<typeof fields>>): Promise<Outcome> {
  const { data, now } = context;
  for (const approver of data.approvers ?? []) await mailLink(context, approver);
  const until = endOfWait(now, data.timeoutMinutes);
  return { kind: 'wait', until, output: { by: null, comment: null }, handle: 'timeout' };
}

/** A mail that cannot be sent is no reason to fail: the decision can be made elsewhere. */
async function mailLink(
  { data, ports, approvalLink, signal, log }: NodeContext<z.output<typeof fields>>,
  approver: string,
) {
  const body = `${data.message}\n\nTo approve or reject, open this address:\n\n${approvalLink(approver)}\n`;
  const subject = `To approve: ${data.message.replace(/\s+/g, ' ').slice(0, 100)}`;
  try {
    const { sandbox } = await ports.mail.send(
      { to: [approver], subject, body, format: 'text', part: approver },
      signal,
    );
    if (sandbox)
      log('warn', `${approver} was not mailed: no mail server is set up. A member finds the link in approvalUrl.`);
    else log('info', `${approver} was mailed a link to decide.`);
  } catch (error) {
    log('warn', `${approver} could not be mailed: ${(error as Error).message}`);
  }
}
