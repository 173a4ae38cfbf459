import DataLoader from 'dataloader';
import { jsonColumn, readLarge } from '../../../platform/database/read-large.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';
import type { FlowContent } from './content/flow-content.js';
import type { Flow } from './flow.entity.js';
import { allFlowFields, type FlowRow, largeOfFlow, selectFlow, toFlows } from './flow-columns.js';

/** The part of a flow that only its versions hold. */
export type FlowGraph = Pick<FlowContent, 'nodes' | 'edges' | 'variables'>;

/** A flow and the version at which it was read. */
export type VersionKey = Pick<Flow, 'id' | 'version'>;

/** Flows of the workspace by ID, without their graphs; null for an unknown ID. */
export const flowById = defineLoader((scope) => new DataLoader((ids: readonly string[]) => readFlows(scope, ids)));

/** The graphs of flows, at the version at which the flows were read. */
export const flowGraph = defineLoader(
  (scope) =>
    new DataLoader<VersionKey, FlowGraph, string>((keys) => readGraphs(scope, keys), {
      cacheKeyFn: ({ id, version }) => `${id} ${version}`,
    }),
);

async function readFlows(scope: Scope, ids: readonly string[]): Promise<(Flow | null)[]> {
  const rows = await readLarge<FlowRow>(scope, {
    label: 'flows_by_id',
    select: `select ${selectFlow(scope, allFlowFields)} from flows f where f.workspace_id = $1 and f.id = any($2::uuid[])`,
    values: [scope.workspaceId, ids],
    large: largeOfFlow(allFlowFields),
    field: 'flow',
  });
  const byId = new Map((await toFlows(scope, rows)).map((flow) => [flow.id, flow]));
  return ids.map((id) => byId.get(id) ?? null);
}

async function readGraphs(scope: Scope, keys: readonly VersionKey[]): Promise<FlowGraph[]> {
  const rows = await readLarge<FlowGraph & VersionKey>(scope, {
    label: 'flow_graphs',
    select: `select v.flow_id as id, v.version, v.nodes, v.edges, v.variables
    from unnest($2::uuid[], $3::integer[]) as k(flow_id, version)
    join flow_versions v on v.workspace_id = $1 and v.flow_id = k.flow_id and v.version = k.version`,
    values: [scope.workspaceId, keys.map(({ id }) => id), keys.map(({ version }) => version)],
    large: ['nodes', 'edges', 'variables'].map(jsonColumn),
    field: 'flow',
  });
  const byKey = new Map(rows.map((row) => [`${row.id} ${row.version}`, row]));
  return keys.map(({ id, version }) => {
    const graph = byKey.get(`${id} ${version}`);
    if (!graph) throw new Error(`Version ${version} of the flow ${id} was not found.`);
    return graph;
  });
}
