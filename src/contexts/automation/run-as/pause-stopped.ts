import type { Sql } from '../../../platform/database/database.js';
import { appendAudit, auditEntry } from '../../accounts/audit/index.js';
import { type LostRights, pauseAutomations } from '../../accounts/members/index.js';
import { principalsOf, stoppingFlows, stoppingWebhooks } from './automations-of.js';

/** How many IDs an entry of the audit log names. */
const named = 100;

/**
 * Pauses what can run no more as somebody who loses rights, and records it. Nobody else answers for it until they activate
 * it themselves.
 */
export async function pauseStopped(sql: Sql, { scope, runAs, held, at, paused }: LostRights): Promise<void> {
  const { workspaceId, principal, request } = scope;
  const principals = await principalsOf(sql, workspaceId, runAs, held);
  const only = {
    flows: (await stoppingFlows(sql, workspaceId, principals)).map(({ id }) => id),
    webhooks: (await stoppingWebhooks(sql, workspaceId, principals)).map(({ id }) => id),
  };
  const { flows, webhooks } = await pauseAutomations(sql, { workspaceId, runAs: principals.ids, only }, at);
  paused.flows.push(...flows);
  paused.webhooks.push(...webhooks);
  if (flows.length + webhooks.length === 0) return;
  const keyId = principal.kind === 'apiKey' ? principal.keyId : null;
  const actor = { actorKind: principal.kind, userId: principal.userId, keyId, actor: null };
  const details = { flows: flows.slice(0, named), webhooks: webhooks.slice(0, named) };
  const event = { workspaceId, action: 'pauseAutomations', targetId: runAs, details };
  await appendAudit(sql, [auditEntry(actor, event, { id: request.id, ip: request.ip }, at)]);
}
