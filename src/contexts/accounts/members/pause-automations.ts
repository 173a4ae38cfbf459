import type { Sql } from '../../../platform/database/sql.js';

/** Flows and webhooks that were paused, by ID. */
export interface PausedAutomations {
  flows: string[];
  webhooks: string[];
}

/** What runs as these users and API keys in a workspace; all of it if `runAs` is null. */
export interface AutomationsOf {
  workspaceId: string;
  runAs: readonly string[] | null;
  /** Only these flows and webhooks; all if it is left out. */
  only?: PausedAutomations;
}

// Text, because these tables belong to modules that stand on this one.
const pauseFlows = `/* pause_flows_of */ with paused as (
  update flows set is_active = false, updated_at = greatest($3, updated_at + interval '1 millisecond')
  where workspace_id = $1 and is_active and ($2::uuid[] is null or run_as = any($2)) and ($4::uuid[] is null or id = any($4))
  returning id
), unscheduled as (
  update flow_triggers set is_active = false, due_at = null where workspace_id = $1 and flow_id in (select id from paused)
) select id from paused order by id`;

const pauseWebhooks = `/* pause_webhooks_of */ with paused as (
  update webhooks set is_active = false, updated_at = greatest($3, updated_at + interval '1 millisecond')
  where workspace_id = $1 and is_active and ($2::uuid[] is null or run_as = any($2)) and ($4::uuid[] is null or id = any($4))
  returning id
), cancelled as (
  update webhook_deliveries set status = 'cancelled', due_at = null, finished_at = $3, updated_at = $3
  where workspace_id = $1 and webhook_id in (select id from paused) and due_at is not null
) select id from paused order by id`;

/**
 * Pauses the flows and webhooks that run as somebody who has lost the right to, in the transaction in which they lose it.
 * Whoever activates one again answers for it from then on.
 */
export async function pauseAutomations(
  sql: Sql,
  { workspaceId, runAs, only }: AutomationsOf,
  at: Date,
): Promise<PausedAutomations> {
  const idsOf = async (text: string, chosen: string[] | undefined) => {
    const { rows } = await sql.query<{ id: string }>(text, [workspaceId, runAs, at, chosen ?? null]);
    return rows.map(({ id }) => id);
  };
  return { flows: await idsOf(pauseFlows, only?.flows), webhooks: await idsOf(pauseWebhooks, only?.webhooks) };
}
