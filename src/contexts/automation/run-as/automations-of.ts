import { rightsOfNode } from '../../../nodes/index.js';
import type { Capability } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { capabilitiesOfKey } from '../../accounts/members/index.js';
import { chosenSql, dataOfChosen, reachedFlowsSql } from '../flows/index.js';
import { mayReceive, type Webhook } from '../webhooks/index.js';

/** An active flow that runs as a principal. */
export interface OwnedFlow {
  id: string;
  name: string;
  triggerType: string;
  runAs: string;
}

/** An active webhook that runs as a principal. */
export interface OwnedWebhook {
  id: string;
  url: string;
  runAs: string;
}

/** A user, whose API keys lose what they lose, or an API key. */
export interface Loser {
  runAs: string;
  /** What they would still be able to do; null if nothing, not even be a member. */
  held: ReadonlySet<Capability> | null;
}

/** What stops with a user or API key, in the order of the IDs. */
export interface Stopping {
  flows: OwnedFlow[];
  webhooks: OwnedWebhook[];
}

/** A user or API key, and what they would still be able to do. @see Loser */
interface Principal extends Loser {
  /** The index of the loser with whom they lose it. */
  slot: number;
}

/** A node, as far as its rights depend on it. */
interface NodeKind {
  type: string;
  /** The event that it reads, or the operation that it calls, as JSON; null without one. */
  chosen: string | null;
}

// As text, because they look through the nodes of flows, by recursion, or join what is handed in.
const keysText = `/* keys_of_principals */ select k.id, k.created_by as "createdBy", k.capabilities, k.revoked_at is not null as "isRevoked"
  from api_keys k where k.workspace_id = $1 and k.created_by = any($2::uuid[]) and (
    exists (select from flows f where f.workspace_id = $1 and f.is_active and f.run_as = k.id)
    or exists (select from webhooks w where w.workspace_id = $1 and w.is_active and w.run_as = k.id))`;

const nodeKindsSql = `select distinct e->>'type' as type, ${chosenSql}::text as chosen
  from reached c join flows f on f.workspace_id = $1 and f.id = c.id
  join flow_versions v on v.workspace_id = $1 and v.flow_id = f.id and v.version = f.version
  cross join lateral json_array_elements(v.nodes) e`;

const kindsText = `/* node_kinds_of_principals */ with recursive ${reachedFlowsSql(
  'select f.id from flows f where f.workspace_id = $1 and f.is_active and f.run_as = any($2::uuid[])',
)}
${nodeKindsSql}`;

// A principal without `forbidden` loses everything. $3: how many of each slot, null for all.
const flowsText = `/* flows_of_principals */ with losing as (
  select * from json_to_recordset($2::json) as l(slot integer, "runAs" uuid, forbidden json)
)
select s.slot, o.* from (select distinct slot from losing) s cross join lateral (
  select f.id, f.name, f.settings ->> 'triggerType' as "triggerType", f.run_as as "runAs"
  from losing l join flows f on f.workspace_id = $1 and f.is_active and f.run_as = l."runAs"
  where l.slot = s.slot and (l.forbidden is null or exists (
    with recursive ${reachedFlowsSql('select f.id')}
    select from (${nodeKindsSql}) k
    join json_to_recordset(l.forbidden) as n(type text, chosen text)
      on n.type = k.type and n.chosen is not distinct from k.chosen
  ))
  order by f.id limit $3
) o order by s.slot, o.id`;

/**
 * The active flows and webhooks that would stop with each of some users and API keys. A flow stops if a node of it, or of a flow
 * that it starts as itself, requires a right that is lost; a webhook if nothing is left that it may receive. At most four statements.
 * @param limit how many flows of each, and how many webhooks; null for all
 */
export async function stoppingWith(
  sql: Sql,
  workspaceId: string,
  losers: readonly Loser[],
  limit: number | null,
): Promise<Stopping[]> {
  const principals = await principalsOf(sql, workspaceId, losers);
  const flows = await flowsOf(sql, workspaceId, principals, limit);
  const webhooks = await webhooksOf(sql, workspaceId, principals);
  return losers.map((_loser, slot) => ({
    flows: flows.get(slot) ?? [],
    webhooks: (webhooks.get(slot) ?? []).slice(0, limit ?? undefined),
  }));
}

async function principalsOf(sql: Sql, workspaceId: string, losers: readonly Loser[]): Promise<Principal[]> {
  const { rows } = await sql.query<{ id: string; createdBy: string; capabilities: string[]; isRevoked: boolean }>(
    statement(keysText, [workspaceId, losers.map(({ runAs }) => runAs)]),
  );
  const byCreator = Map.groupBy(rows, ({ createdBy }) => createdBy);
  return losers.flatMap(({ runAs, held }, slot) => [
    { slot, runAs, held },
    ...(byCreator.get(runAs) ?? []).map(({ id, capabilities, isRevoked }) => ({
      slot,
      runAs: id,
      held: held && !isRevoked ? capabilitiesOfKey(capabilities, held) : null,
    })),
  ]);
}

async function flowsOf(
  sql: Sql,
  workspaceId: string,
  principals: readonly Principal[],
  limit: number | null,
): Promise<Map<number, OwnedFlow[]>> {
  const kinds = await kindsOf(sql, workspaceId, principals);
  const losing = principals.flatMap(({ slot, runAs, held }) => {
    const forbidden = held && kinds.filter((kind) => isForbidden(kind, held));
    return forbidden?.length === 0 ? [] : [{ slot, runAs, forbidden }];
  });
  if (losing.length === 0) return new Map();
  const { rows } = await sql.query<OwnedFlow & { slot: number }>(
    statement(flowsText, [workspaceId, JSON.stringify(losing), limit]),
  );
  return Map.groupBy(rows, ({ slot }) => slot);
}

/** The kinds of nodes that run as those who keep something. */
async function kindsOf(sql: Sql, workspaceId: string, principals: readonly Principal[]): Promise<NodeKind[]> {
  const keeping = principals.filter(({ held }) => held !== null).map(({ runAs }) => runAs);
  if (keeping.length === 0) return [];
  return (await sql.query<NodeKind>(statement(kindsText, [workspaceId, keeping]))).rows;
}

function isForbidden({ type, chosen }: NodeKind, held: ReadonlySet<Capability>): boolean {
  const data = dataOfChosen(chosen === null ? undefined : JSON.parse(chosen));
  return rightsOfNode({ type, data }).some((capability) => !held.has(capability));
}

async function webhooksOf(
  sql: Sql,
  workspaceId: string,
  principals: readonly Principal[],
): Promise<Map<number, OwnedWebhook[]>> {
  const runsAs = principals.map(({ runAs }) => runAs);
  const rows = await typed(sql, 'webhooks_of_principals', tableOf<Webhook & { runAs: string }>()('webhooks'))
    .selectFrom('webhooks')
    .select(['id', 'url', 'runAs', 'events'])
    .where('workspaceId', '=', workspaceId)
    .where('isActive', 'is', true)
    .where('runAs', '=', anyOf(runsAs))
    .orderBy('id')
    .execute();
  const byRunAs = Map.groupBy(principals, ({ runAs }) => runAs);
  const stopping = rows.flatMap(({ events, ...webhook }) =>
    (byRunAs.get(webhook.runAs) ?? [])
      .filter(({ held }) => !receivesSome(events, held))
      .map(({ slot }) => ({ slot, webhook })),
  );
  const found = new Map<number, OwnedWebhook[]>();
  for (const { slot, webhook } of stopping) found.set(slot, [...(found.get(slot) ?? []), webhook]);
  return found;
}

/** A webhook that may still receive something goes on; a delivery that is refused says why. */
function receivesSome(events: readonly string[], held: ReadonlySet<Capability> | null): boolean {
  return held !== null && events.some((type) => (type === '*' ? held.size > 0 : mayReceive(type, held)));
}
