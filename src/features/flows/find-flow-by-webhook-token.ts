import { statement } from '../../platform/database/statement.js';
import type { Services } from '../../platform/services.js';
import type { FlowSettings } from './flow-content.js';
import { hashToken } from './make-webhook-token.js';

/** What a webhook call needs to know of its flow. */
export interface WebhookFlow {
  workspaceId: string;
  id: string;
  name: string;
  version: number;
  isActive: boolean;
  settings: FlowSettings;
}

const text = `/* find_flow_by_webhook_token */
  select f.workspace_id as "workspaceId", f.id, f.name, f.version, f.is_active as "isActive", f.settings
  from webhook_tokens t join flows f on f.workspace_id = t.workspace_id and f.id = t.flow_id
  where t.token_hash = $1 and f.trigger_type = 'webhook'`;

/** The flow that a webhook token belongs to, over all workspaces; null where it is nobody's, or no longer. */
export async function findFlowByWebhookToken(
  services: Pick<Services, 'db'>,
  token: string,
): Promise<WebhookFlow | null> {
  if (!/^[0-9a-f]{64}$/.test(token)) return null;
  const { rows } = await services.db.pool.query<WebhookFlow>(statement(text, [hashToken(token)]));
  return rows[0] ?? null;
}
