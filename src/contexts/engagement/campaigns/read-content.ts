import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { EmailTemplate, WhatsappTemplate } from '../../crm/definitions/index.js';
import type { Content } from './compose-message.js';
import type { SendingCampaign } from './lock-campaign.js';

/** The content of a campaign; null if its template was deleted. */
export async function readContent(
  sql: Sql,
  campaign: Pick<SendingCampaign, 'workspaceId' | 'channel' | 'templateId' | 'message' | 'workspaceName'>,
): Promise<Content | null> {
  const { workspaceId, channel, templateId, message, workspaceName } = campaign;
  const plain: Content = {
    channel,
    message,
    email: null,
    whatsapp: null,
    workspace: { id: workspaceId, name: workspaceName },
  };
  if (!templateId) return channel === 'email' ? null : plain;
  if (channel === 'sms') return plain;
  const content =
    channel === 'email' ? await emailOf(sql, workspaceId, templateId) : await whatsappOf(sql, workspaceId, templateId);
  return content ? { ...plain, [channel]: content } : null;
}

function emailOf(sql: Sql, workspaceId: string, id: string) {
  return typed(sql, 'email_of_campaign', tableOf<EmailTemplate>()('email_templates'))
    .selectFrom('email_templates')
    .select(['subject', 'body', 'language'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

function whatsappOf(sql: Sql, workspaceId: string, id: string) {
  return typed(sql, 'whatsapp_of_campaign', tableOf<WhatsappTemplate>()('whatsapp_templates'))
    .selectFrom('whatsapp_templates')
    .select(['name', 'language', 'body', 'variables'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}
