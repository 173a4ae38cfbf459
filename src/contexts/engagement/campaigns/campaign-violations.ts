import type { Sql } from '../../../platform/database/database.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import { choosesContacts } from './audience.js';
import type { Campaign } from './campaign.fields.js';

type Status = Campaign['status'];

/** What a client may make of a campaign. That it is being sent, or was, only the sending itself says. */
const nextOf: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['draft', 'cancelled'],
  sending: ['cancelled'],
  sent: [],
  cancelled: [],
};

/** What stays as it is once the first message may have left. */
const settled = ['channel', 'templateId', 'message', 'audience', 'scheduledAt'] as const;

/** What is wrong with a change of status, or of what is being sent. */
export function changeViolations(wanted: Campaign, before: Campaign | null): ErrorDetail[] {
  const { status, scheduledAt } = wanted;
  const from = before?.status ?? 'draft';
  if (status !== from && !nextOf[from].includes(status)) return [statusViolation(from, status)];
  if (before && !['draft', 'scheduled'].includes(from)) {
    const changed = settled.filter((field) => !isSame(wanted[field], before[field]));
    return changed.map((field) => ({
      field,
      message: `${field} stays as it is: the campaign is ${from}. Make another campaign.`,
    }));
  }
  if (status !== 'scheduled' || scheduledAt) return [];
  return [{ field: 'scheduledAt', message: 'scheduledAt is needed where status is scheduled.' }];
}

function statusViolation(from: Status, to: Status): ErrorDetail {
  if (['sending', 'sent'].includes(to)) {
    const message = 'status becomes sending and sent by itself. Set draft, scheduled or cancelled.';
    return { field: 'status', message };
  }
  const open = nextOf[from];
  const cure = open.length > 0 ? `It can become: ${open.join(', ')}.` : 'It stays so. Make another campaign.';
  return { field: 'status', message: `status cannot become ${to}: the campaign is ${from}. ${cure}` };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a campaign lacks to be sent. */
export function contentViolations({ channel, templateId, message, audience }: Content): ErrorDetail[] {
  const violations: ErrorDetail[] = [];
  if (!choosesContacts(audience)) {
    const messageText = 'audience chooses nobody. Give {"all": true}, or contactIds, tags, status or search.';
    violations.push({ field: 'audience', message: messageText });
  }
  if (channel === 'email' && !templateId) {
    violations.push({ field: 'templateId', message: 'templateId is needed to send email. Name an email template.' });
  }
  if (channel === 'sms' && !message?.trim()) {
    violations.push({ field: 'message', message: 'message is needed to send SMS. Write the text.' });
  }
  if (channel === 'whatsapp' && !templateId && !message?.trim()) {
    violations.push({ field: 'templateId', message: 'templateId or message is needed to send WhatsApp messages.' });
  }
  return violations;
}

type Content = Pick<Campaign, 'channel' | 'templateId' | 'message' | 'audience'>;

const templateTables = { email: 'email_templates', whatsapp: 'whatsapp_templates' } as const;

/** A template of the channel, in this workspace. */
export async function templateViolations(sql: Sql, wanted: Campaign, before: Campaign | null): Promise<ErrorDetail[]> {
  const { workspaceId, channel, templateId } = wanted;
  if (!templateId || (templateId === before?.templateId && channel === before.channel)) return [];
  if (channel === 'sms')
    return [{ field: 'templateId', message: 'templateId is for email and WhatsApp; the text of SMS is its message.' }];
  const text = `/* template_of_campaign */ select 1 from ${templateTables[channel]} where workspace_id = $1 and id = $2`;
  if ((await sql.query(text, [workspaceId, templateId])).rows.length > 0) return [];
  const message = `templateId names no ${channel} template of this workspace. Check the id.`;
  return [{ field: 'templateId', message }];
}
