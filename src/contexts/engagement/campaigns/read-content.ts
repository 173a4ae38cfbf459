import type { Sql } from '../../../platform/database/database.js';
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
  const texts = {
    email: `/* email_of_campaign */ select subject, body, language from email_templates where workspace_id = $1 and id = $2`,
    whatsapp: `/* whatsapp_of_campaign */ select name, language, body, variables from whatsapp_templates
      where workspace_id = $1 and id = $2`,
  };
  if (channel === 'sms') return plain;
  const { rows } = await sql.query(texts[channel], [workspaceId, templateId]);
  return rows[0] ? { ...plain, [channel]: rows[0] } : null;
}
