import type { Sql } from '../../platform/database/database.js';
import type { ErrorDetail } from '../../platform/errors.js';
import {
  defineRecord,
  freeObject,
  initially,
  integer,
  looseId,
  one,
  oneOf,
  type RowOf,
  readOnly,
  required,
  text,
  time,
} from '../records/index.js';

const statuses = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
const count = () => readOnly(initially(0, integer(0, 2_147_483_647)));

const fields = {
  name: required(text(200, { searched: true, sorted: true })),
  channel: required(oneOf(['sms', 'whatsapp', 'email'], { sorted: true, filtered: true })),
  status: initially('draft', oneOf(statuses, { sorted: true, filtered: true })),
  templateId: looseId({ filtered: true, description: 'An email or WhatsApp template, as the channel is' }),
  audience: initially({}, freeObject({ description: 'Which contacts: {"tags": ["vip"]}' })),
  scheduledAt: time({ sorted: true }),
  sentCount: count(),
  deliveredCount: count(),
  failedCount: count(),
};

export type Campaign = RowOf<typeof fields>;

export const campaigns = defineRecord({
  name: 'Campaign',
  plural: 'Campaigns',
  description: 'One message for many contacts',
  table: 'campaigns',
  capability: 'campaigns',
  fields,
  relations: {
    emailTemplate: one('templateId', 'EmailTemplate'),
    whatsappTemplate: one('templateId', 'WhatsappTemplate'),
  },
  check: async (sql, _scope, wanted, before) => [
    ...statusFaults(wanted, before),
    ...(await templateFaults(sql, wanted, before)),
  ],
});

/** Clients plan and cancel; that it is being sent, or was, only the sending itself says. */
function statusFaults({ status, scheduledAt }: Campaign, before: Campaign | null): ErrorDetail[] {
  const isOwn = ['sending', 'sent'].includes(status) && status !== before?.status;
  if (isOwn)
    return [
      { field: 'status', message: 'status becomes sending and sent by itself. Set draft, scheduled or cancelled.' },
    ];
  if (status !== 'scheduled' || scheduledAt) return [];
  return [{ field: 'scheduledAt', message: 'scheduledAt is needed where status is scheduled.' }];
}

const templateTables = { email: 'email_templates', whatsapp: 'whatsapp_templates' } as const;

async function templateFaults(sql: Sql, wanted: Campaign, before: Campaign | null): Promise<ErrorDetail[]> {
  const { workspaceId, channel, templateId } = wanted;
  if (!templateId || (templateId === before?.templateId && channel === before.channel)) return [];
  const fault = {
    field: 'templateId',
    message: `templateId names no ${channel} template of this workspace. Check the id.`,
  };
  if (channel === 'sms')
    return [{ field: 'templateId', message: 'templateId is for email and WhatsApp; SMS has no templates.' }];
  const text = `/* template_of_campaign */ select 1 from ${templateTables[channel]} where workspace_id = $1 and id = $2`;
  return (await sql.query(text, [workspaceId, templateId])).rows.length > 0 ? [] : [fault];
}
