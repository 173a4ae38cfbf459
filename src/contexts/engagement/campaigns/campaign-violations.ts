import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import type { EmailTemplate, WhatsappTemplate } from '../../crm/definitions/index.js';
import { choosesContacts } from './audience.js';
import type { Campaign } from './campaign.fields.js';

type Status = Campaign['status'];

/** The status changes that a client may make. Only the worker sets `sent`, and `sending` unless it resumes. */
const nextOf: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['draft', 'cancelled'],
  sending: ['paused', 'cancelled'],
  paused: ['sending', 'cancelled'],
  sent: [],
  cancelled: [],
};

/** Fields that cannot change once the first message may have been sent. */
const fixed = ['channel', 'templateId', 'message', 'audience', 'scheduledAt'] as const;
/** Of those, what can be corrected while the campaign is paused because of it. */
const correctable: readonly string[] = ['templateId', 'message'];

/** Violations of a change of the status, or of the content once sending has started. */
export function changeViolations(after: Campaign, before: Campaign | null): ErrorDetail[] {
  const { status, scheduledAt } = after;
  const from = before?.status ?? 'draft';
  if (status !== from && !nextOf[from].includes(status)) return [statusViolation(from, status)];
  if (before && !['draft', 'scheduled'].includes(from)) {
    const isCorrected = from === 'paused' && before.pausedReason === 'content';
    const closed = fixed.filter((field) => !(isCorrected && correctable.includes(field)));
    const changed = closed.filter((field) => !isSame(after[field], before[field]));
    return changed.map((field) => ({
      field,
      rule: 'STATE_UNSUITABLE',
      message: `${field} must not be changed: the campaign is ${from}. Create another campaign.`,
    }));
  }
  if (status !== 'scheduled' || scheduledAt) return [];
  return [
    { field: 'scheduledAt', rule: 'REQUIRED_WITH', message: 'scheduledAt is required when status is scheduled.' },
  ];
}

function statusViolation(from: Status, to: Status): ErrorDetail {
  if (to === 'sent' || (to === 'sending' && from !== 'paused')) {
    const message = `status must not be set to ${to}, which only the server sets. Set draft, scheduled or cancelled.`;
    return { field: 'status', rule: 'STATE_UNSUITABLE', message };
  }
  const allowed = nextOf[from];
  const next = allowed.length > 0 ? `Allowed: ${allowed.join(', ')}.` : 'Create another campaign.';
  return {
    field: 'status',
    rule: 'STATE_UNSUITABLE',
    message: `status must not change from ${from} to ${to}. ${next}`,
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Violations that prevent a campaign from being sent. */
export function contentViolations({ channel, templateId, message, audience }: Content): ErrorDetail[] {
  const violations: ErrorDetail[] = [];
  if (!choosesContacts(audience)) {
    const required = 'audience is required to send a campaign, for example {"all": true} or {"tags": ["customer"]}.';
    violations.push({ field: 'audience', rule: 'REQUIRED_WITH', message: required });
  }
  if (channel === 'email' && !templateId) {
    violations.push({ field: 'templateId', rule: 'REQUIRED_WITH', message: 'templateId is required to send email.' });
  }
  if (channel === 'sms' && !message?.trim()) {
    violations.push({ field: 'message', rule: 'REQUIRED_WITH', message: 'message is required to send SMS.' });
  }
  if (channel === 'whatsapp' && !templateId && !message?.trim()) {
    violations.push({
      field: 'templateId',
      rule: 'REQUIRED_WITH',
      message: 'templateId or message is required to send WhatsApp messages.',
    });
  }
  return violations;
}

type Content = Pick<Campaign, 'channel' | 'templateId' | 'message' | 'audience'>;

const templateNames = { email: 'an email template', whatsapp: 'a WhatsApp template' } as const;
const templateTables = { email: 'email_templates', whatsapp: 'whatsapp_templates' } as const;
const templates = [tableOf<EmailTemplate>()('email_templates'), tableOf<WhatsappTemplate>()('whatsapp_templates')];

/** Checks that the template belongs to the channel and the workspace. */
export async function templateViolations(sql: Sql, after: Campaign, before: Campaign | null): Promise<ErrorDetail[]> {
  const { workspaceId, channel, templateId } = after;
  if (!templateId || (templateId === before?.templateId && channel === before.channel)) return [];
  if (channel === 'sms')
    return [
      {
        field: 'templateId',
        rule: 'NOT_ALLOWED_WITH',
        message: 'templateId is not allowed for SMS. Use message for the text.',
      },
    ];
  const template = await typed(sql, 'template_of_campaign', ...templates)
    .selectFrom(templateTables[channel])
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', templateId)
    .executeTakeFirst();
  if (template) return [];
  const message = `templateId must be the ID of ${templateNames[channel]} in this workspace.`;
  return [{ field: 'templateId', rule: 'REFERENCE_UNKNOWN', message }];
}
