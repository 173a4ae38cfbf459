import type { GraphNode } from '../../../engine/index.js';
import type { Capability } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';
import { capabilitiesOfKey } from '../../accounts/members/index.js';
import { forbiddenNodes } from '../flows/index.js';
import { mayReceive } from '../webhooks/index.js';

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

/** A user or API key, with the IDs of its keys, and what each of them would still be able to do. */
export interface Principals {
  ids: readonly string[];
  /** Whether an automation that runs as one of them stops. */
  stops: {
    flow(runAs: string, nodes: readonly GraphNode[]): boolean;
    webhook(runAs: string, events: readonly string[]): boolean;
  };
}

/** @param held what the user would still be able to do; null if nothing, not even be a member */
export async function principalsOf(
  sql: Sql,
  workspaceId: string,
  runAs: string,
  held: ReadonlySet<Capability> | null,
): Promise<Principals> {
  const { rows: keys } = await sql.query<{ id: string; capabilities: string[] }>(
    '/* keys_of_principal */ select id, capabilities from api_keys where workspace_id = $1 and created_by = $2',
    [workspaceId, runAs],
  );
  const ofKeys = new Map(keys.map(({ id, capabilities }) => [id, held && capabilitiesOfKey(capabilities, held)]));
  const heldBy = (id: string) => (ofKeys.has(id) ? (ofKeys.get(id) ?? null) : held);
  return {
    ids: [runAs, ...ofKeys.keys()],
    stops: {
      flow(id, nodes) {
        const left = heldBy(id);
        return left === null || forbiddenNodes(nodes, left).length > 0;
      },
      webhook(id, events) {
        const left = heldBy(id);
        // One that may still receive something goes on; a delivery that is refused says why.
        return left === null || !events.some((type) => (type === '*' ? left.size > 0 : mayReceive(type, left)));
      },
    },
  };
}

const pageSize = 100;

const flowsText = `/* flows_of_principals */ select f.id, f.name, f.trigger_type as "triggerType", f.run_as as "runAs", v.nodes
from flows f join flow_versions v on v.workspace_id = f.workspace_id and v.flow_id = f.id and v.version = f.version
where f.workspace_id = $1 and f.is_active and f.run_as = any($2) and ($3::uuid is null or f.id > $3) order by f.id limit ${pageSize}`;

const webhooksText = `/* webhooks_of_principals */ select id, url, run_as as "runAs", events from webhooks
where workspace_id = $1 and is_active and run_as = any($2) and ($3::uuid is null or id > $3) order by id limit ${pageSize}`;

/** The active flows that run as one of the principals and would stop, in the order of their IDs, at most `limit`. */
export async function stoppingFlows(
  sql: Sql,
  workspaceId: string,
  { ids, stops }: Principals,
  limit = Number.POSITIVE_INFINITY,
): Promise<OwnedFlow[]> {
  const read = (after: string | null) =>
    sql.query<OwnedFlow & { nodes: GraphNode[] }>(flowsText, [workspaceId, ids, after]);
  return collect(read, ({ runAs, nodes }) => stops.flow(runAs, nodes), limit);
}

/** The same of webhooks. */
export async function stoppingWebhooks(
  sql: Sql,
  workspaceId: string,
  { ids, stops }: Principals,
  limit = Number.POSITIVE_INFINITY,
): Promise<OwnedWebhook[]> {
  const read = (after: string | null) =>
    sql.query<OwnedWebhook & { events: string[] }>(webhooksText, [workspaceId, ids, after]);
  return collect(read, ({ runAs, events }) => stops.webhook(runAs, events), limit);
}

async function collect<T extends { id: string }>(
  read: (after: string | null) => Promise<{ rows: T[] }>,
  stops: (row: T) => boolean,
  limit: number,
): Promise<T[]> {
  const found: T[] = [];
  for (let after: string | null = null; found.length < limit; ) {
    const { rows } = await read(after);
    found.push(...rows.filter(stops));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    after = last.id;
  }
  return found.slice(0, limit);
}
