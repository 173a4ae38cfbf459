import { statement } from '../../../../platform/database/statement.js';
import type { Services } from '../../../../platform/services.js';
import { secretsOfTriggerSql, type WebhookFlow } from '../webhooks/find-flow-by-webhook-token.js';
import type { ListeningType } from './test-call.entity.js';
import { hashOfTestToken } from './test-token.js';

/** A trigger that waits for a test call, or has waited for one. The ID of its trigger is that of the test call. */
export interface FoundTestCall extends WebhookFlow {
  tokenHash: Buffer;
  /** Whether it was called, or has expired. */
  isOver: boolean;
}

const text = `/* find_test_call */
  select f.workspace_id as "workspaceId", f.id, f.name, f.version, f.is_active as "isActive", f.settings,
    t.encrypted_token is null or t.expires_at <= clock_timestamp() as "isOver",
    json_build_object('id', t.id, 'type', t.type, 'nodeId', t.node_id, 'config', t.config, 'isDisabled', false) as trigger, ${secretsOfTriggerSql}
  from test_calls t join flows f on f.workspace_id = t.workspace_id and f.id = t.flow_id
  where t.token_hash = $1 and t.type = $2`;

/** What waits for the test call of a token, in any workspace; null for an unknown token and for one that was stopped. */
export async function findTestCall(
  { db }: Pick<Services, 'db'>,
  type: ListeningType,
  token: string,
): Promise<FoundTestCall | null> {
  const tokenHash = hashOfTestToken(token);
  if (!tokenHash) return null;
  const { rows } = await db.hotPool.query<Omit<FoundTestCall, 'tokenHash'>>(statement(text, [tokenHash, type]));
  return rows[0] ? { ...rows[0], tokenHash } : null;
}
