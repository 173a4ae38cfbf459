import { isDeepStrictEqual } from 'node:util';
import DataLoader from 'dataloader';
import { type ExternalReference, externalReferencesOf, type ParsedNodes } from '../../../engine/index.js';
import { catalogue } from '../../../nodes/index.js';
import { statement } from '../../../platform/database/statement.js';
import { defineLoader } from '../../../platform/graphql/context.js';
import { errorFlow } from './content/error-flow-kind.js';
import type { FlowContent } from './content/flow-content.js';
import { parsedNames } from './content/parse-in-parts.js';
import type { ReferringFlow } from './content/referring-flow.object.js';
import type { FlowKey } from './create-webhook-token.js';
import type { Statements } from './known-names.js';

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

// Insert and delete concern different rows: within one statement neither sees the effect of the other.
const syncText = `/* sync_flow_references */
  with names as (
    select distinct kind, name from json_to_recordset(?::json) as n(kind text, name text)
  ), kept as (
    insert into flow_references (workspace_id, flow_id, kind, name) select ?, ?, kind, name from names
    on conflict do nothing
  )
  delete from flow_references r where r.workspace_id = ? and r.flow_id = ?
    and not exists (select from names n where n.kind = r.kind and n.name = r.name)`;

/** Stores the references of a locked flow's new graph, in the transaction that stores the graph. */
export async function storeFlowReferences(
  sql: Statements,
  { workspaceId, flowId }: FlowKey,
  before: Referring,
  after: Referring,
): Promise<void> {
  const names = await flowReferencesOf(after);
  if (isDeepStrictEqual(names, await flowReferencesOf(before))) return;
  await sql.execute(syncText, [JSON.stringify(names), workspaceId, flowId, workspaceId, flowId]);
}

/** The flows whose current graph refers to a secret or a global variable, sorted by name. */
export const flowsReferringTo = defineLoader(
  (scope) =>
    new DataLoader<ExternalReference, ReferringFlow[], string>(
      async (keys) => {
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
