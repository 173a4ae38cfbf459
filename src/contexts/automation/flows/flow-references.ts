import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { type ExternalReference, externalReferencesOf, type ParsedNodes } from '../../../engine/index.js';
import { catalogue } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/sql.js';
import { statement } from '../../../platform/database/statement.js';
import { defineLoader } from '../../../platform/graphql/context.js';
import { errorFlow } from './content/error-flow-kind.js';
import type { FlowContent } from './content/flow-content.js';
import { parsedNames } from './content/parse-in-parts.js';
import type { ReferringFlow } from './content/referring-flow.object.js';
import type { FlowKey } from './create-webhook-token.js';
import { flowReferences } from './flow-reference.entity.js';
import { lookbacksOf } from './lookbacks.js';

type Referring = Pick<FlowContent, 'nodes'> & { settings?: Pick<FlowContent['settings'], 'errorFlowId'> };

// Graphs are never changed in place, so each is looked through once.
const known = new WeakMap<Referring, ExternalReference[]>();

/**
 * What a flow's graph and settings name of its workspace: secrets, global variables, records.
 * @param parsed its nodes, if they have been parsed already
 */
export async function flowReferencesOf(content: Referring, parsed?: ParsedNodes): Promise<ExternalReference[]> {
  let names = known.get(content);
  if (!names) {
    const errorFlowId = content.settings?.errorFlowId;
    names = externalReferencesOf(content, catalogue, parsed ?? (await parsedNames(content.nodes)));
    if (errorFlowId) names.push({ kind: errorFlow.name, name: errorFlowId });
    known.set(content, names);
  }
  return names;
}

/**
 * Stores the references of a flow's new graph, in the unit of work that stores the graph.
 * @param before the graph of a locked flow; null if the flow is new
 */
export async function storeFlowReferences(
  em: EntityManager,
  key: FlowKey,
  before: Referring | null,
  after: Referring,
): Promise<void> {
  const names = await storedReferencesOf(after);
  if (before && isDeepStrictEqual(names, await storedReferencesOf(before))) return;
  const missing = new Map(names.map((one) => [`${one.kind} ${one.name}`, one]));
  for (const stored of before ? await em.find(flowReferences, key) : []) {
    if (!missing.delete(`${stored.kind} ${stored.name}`)) em.remove(stored);
  }
  for (const { kind, name } of missing.values()) em.persist(em.create(flowReferences, { ...key, kind, name }));
}

/** What a flow's content refers to, and the events on which it looks back. */
async function storedReferencesOf(content: Referring): Promise<ExternalReference[]> {
  return [...(await flowReferencesOf(content)), ...lookbacksOf(content)];
}

/** The flows whose current graph refers to a secret or a global variable, sorted by name. */
export const flowsReferringTo = defineLoader(
  (scope) =>
    new DataLoader<ExternalReference, ReferringFlow[], string>(
      async (keys) => {
        // Joins the names, which are pairs.
        const text = `/* flows_referring_to */ select r.kind, r.name as "referredTo", f.id, f.name, f.is_active as "isActive"
          from json_to_recordset($2::json) as n(kind text, name text)
          join flow_references r on r.workspace_id = $1 and r.kind = n.kind and r.name = n.name
          join flows f on f.workspace_id = $1 and f.id = r.flow_id order by f.name, f.id`;
        const { rows } = await scope.sql.query<ReferringFlow & { kind: string; referredTo: string }>(
          statement(text, [scope.workspaceId, JSON.stringify(keys)]),
        );
        const byName = Map.groupBy(rows, ({ kind, referredTo }) => `${kind} ${referredTo}`);
        return keys.map(({ kind, name }) => byName.get(`${kind} ${name}`) ?? []);
      },
      { cacheKeyFn: ({ kind, name }) => `${kind} ${name}` },
    ),
);

/** The active flows whose current graph names a record in one of several ways, sorted by name; at most 1,000. */
export async function activeFlowsReferringTo(
  sql: Sql,
  workspaceId: string,
  { kind, names }: { kind: string; names: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const text = `/* active_flows_referring_to */ select distinct f.name, f.id from flow_references r
    join flows f on f.workspace_id = r.workspace_id and f.id = r.flow_id and f.is_active
    where r.workspace_id = $1 and r.kind = $2 and r.name = any($3::text[]) order by f.name, f.id limit 1000`;
  const { rows } = await sql.query<{ id: string; name: string }>(statement(text, [workspaceId, kind, names]));
  return rows;
}
