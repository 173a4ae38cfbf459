import { z } from 'zod';
import { defineNode, type NodeContext, type Outcome } from '../define-node.js';
import { messageText, optionalField, textField } from '../field-kinds.js';
import { endOfWait, timeoutField } from './wait-until.js';

const fields = z.object({
  message: messageText({ max: 10_000 }).describe('What the approvers decide on.'),
  approvers: optionalField(z.array(textField(z.email())).max(20)).describe(
    'The email addresses of the approvers, each of whom receives a link by email. Owners and admins can decide, too. Defaults to all members who can run flows.',
  ),
  timeoutMinutes: timeoutField.describe('Minutes after which the step leaves by `timeout`. Defaults to no timeout.'),
});

export const approvalNode = defineNode({
  type: 'wait.approval',
  title: 'Wait for approval',
  category: 'wait',
  capability: 'conversations:write',
  description: 'Waits for a person to approve or reject, without holding a worker.',
  fields,
  filled: { message: 'value', approvers: 'entries' },
  sourceHandles: ['approved', 'rejected', 'timeout'],
  decides: true,
  effects: true,
  cost: { email_sent: ({ approvers }) => (Array.isArray(approvers) ? approvers.length : 0) },
  sample: { by: 'approver@example.com', comment: null },
  example: { message: 'Refund {{triggerData.amount}} to {{triggerData.customer}}?', timeoutMinutes: 2_880 },
  output: '`by`, the person who decided, and `comment`.',
  exampleRun: { triggerData: { amount: 40, customer: 'Ana' } },
  run: askForApproval,
});

async function askForApproval(context: NodeContext<z.output<typeof fields>>): Promise<Outcome> {
  const { data, now } = context;
  for (const approver of data.approvers ?? []) await mailLink(context, approver);
  const until = endOfWait(now, data.timeoutMinutes);
  return { kind: 'wait', until, output: { by: null, comment: null }, handle: 'timeout' };
}

/** Emails an approver a link. A failure is only logged, because approvers can also decide in other ways. */
async function mailLink(
  { data, ports, approvalLink, signal, log }: NodeContext<z.output<typeof fields>>,
  approver: string,
) {
  const body = `${data.message}\n\nTo approve or reject, open this link:\n\n${approvalLink(approver)}\n`;
  const subject = `Approval required: ${data.message.replace(/\s+/g, ' ').slice(0, 100)}`;
  try {
    const { sandbox } = await ports.mail.send(
      { to: [approver], subject, body, format: 'text', part: approver },
      signal,
    );
    if (sandbox)
      log('warn', `No link was sent to ${approver}: no mail server is set up. Members find it in approvalUrl.`);
    else log('info', `A link was sent to ${approver}.`);
  } catch (error) {
    log('warn', `The link could not be sent to ${approver}: ${(error as Error).message}`);
  }
}
