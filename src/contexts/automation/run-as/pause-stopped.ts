import type { Sql } from '../../../platform/database/database.js';
import { actorOfPrincipal, appendAudit, auditEntry } from '../../accounts/audit/index.js';
import { type LostRights, pauseAutomations } from '../../accounts/members/index.js';
import { stoppingWith } from './automations-of.js';

/** How many IDs an entry of the audit log names. */
const named = 100;

/**
 * Pauses what can run no more as somebody who loses rights, and records it. Nobody else answers for it until they activate
 * it themselves.
 */
export async function pauseStopped(sql: Sql, { scope, runAs, held, at, paused }: LostRights): Promise<void> {
  const { workspaceId, principal, request } = scope;
  const [stopping = { flows: [], webhooks: [] }] = await stoppingWith(sql, workspaceId, [{ runAs, held }], null);
  const only = { flows: stopping.flows.map(({ id }) => id), webhooks: stopping.webhooks.map(({ id }) => id) };
  const runAsAny = [...stopping.flows, ...stopping.webhooks].map((owned) => owned.runAs);
  const { flows, webhooks } = await pauseAutomations(sql, { workspaceId, runAs: runAsAny, only }, at);
  paused.flows.push(...flows);
  paused.webhooks.push(...webhooks);
  if (flows.length + webhooks.length === 0) return;
  const details = { flows: flows.slice(0, named), webhooks: webhooks.slice(0, named) };
  const event = { workspaceId, action: 'pauseAutomations', targetId: runAs, details };
  await appendAudit(sql, [auditEntry(actorOfPrincipal(principal), event, request, at)]);
}
