import {
  anyName,
  type ExternalReference,
  type GraphNode,
  isPlainSecret,
  plainSecretsOf,
} from '../../../../engine/index.js';
import { recordKinds } from '../../../../nodes/index.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { errorFlow } from '../content/error-flow-kind.js';
import type { FlowVariable } from '../content/flow-content.js';
import type { Flow } from '../flow.entity.js';
import { flowById, flowGraph } from '../flow.loaders.js';
import { flowReferencesOf } from '../flow-references.js';
import { type FlowFile, type FlowFileNeeds, fileFormat, fileFormatVersion } from './flow-file.object.js';

/**
 * A flow as a file that can be imported elsewhere. It contains no IDs and tokens, only the names of secrets, and no
 * values that look like plain-text secrets.
 */
export async function exportFlow(
  scope: Scope,
  flow: Pick<Flow, 'id' | 'version' | 'name' | 'description' | 'settings' | 'tags'>,
): Promise<FlowFile> {
  const graph = await scope.loader(flowGraph).load(flow);
  const { name, description, settings, tags } = flow;
  const nodes = graph.nodes.map(cleanNode);
  const variables = graph.variables.map(cleanVariable);
  const values = [...nodes, ...variables].flatMap(({ removed }) => removed);
  return {
    format: fileFormat,
    formatVersion: fileFormatVersion,
    exportedAt: scope.services.now(),
    name,
    description,
    tags,
    edges: graph.edges as object[] as FlowFile['edges'],
    nodes: nodes.map(({ kept }) => kept),
    variables: variables.map(({ kept }) => kept),
    // The configuration mirrors the trigger node, from which values may have been removed.
    settings: values.length > 0 ? { ...settings, triggerConfig: {} } : settings,
    requires: { ...(await needsOf(scope, await flowReferencesOf({ ...graph, settings }))), values },
  };
}

/** The kinds of references that name a flow. */
const flowKinds = [...recordKinds, errorFlow].filter(({ table }) => table === 'flows').map(({ name }) => name);

async function needsOf(scope: Scope, names: readonly ExternalReference[]): Promise<Omit<FlowFileNeeds, 'values'>> {
  const of = (kind: ExternalReference['kind']) =>
    names
      .filter((one) => one.kind === kind && one.name !== anyName)
      .map((one) => one.name)
      .sort();
  const called = [...new Set(flowKinds.flatMap(of))].sort();
  const flows = await scope.loader(flowById).loadMany(called);
  return {
    secrets: of('secret'),
    globalVars: of('globalVar'),
    flows: called.map((flowId, index) => ({ flowId, name: nameOf(flows[index]) })),
    records: names
      .filter(({ kind }) => kind !== 'secret' && kind !== 'globalVar' && !flowKinds.includes(kind))
      .map(({ kind, name }) => ({ kind, recordId: name })),
  };
}

function nameOf(flow: Flow | Error | null | undefined): string | null {
  return flow && !(flow instanceof Error) ? flow.name : null;
}

interface Cleaned<Kept = Record<string, unknown>> {
  kept: Kept;
  /** Where a value was removed. */
  removed: { nodeId?: string; field: string }[];
}

function cleanNode(node: GraphNode): Cleaned {
  const found = plainSecretsOf(node);
  if (found.length === 0) return { kept: { ...node }, removed: [] };
  const data = structuredClone(node.data);
  for (const { path } of found) empty(data, path);
  return { kept: { ...node, data }, removed: found.map(({ field }) => ({ nodeId: node.id, field })) };
}

function cleanVariable(variable: FlowVariable, index: number): Cleaned<FlowVariable> {
  if (!isPlainSecret(variable.name, variable.value)) return { kept: variable, removed: [] };
  return { kept: { ...variable, value: null }, removed: [{ field: `variables[${index}].value` }] };
}

function empty(data: object, path: readonly (string | number)[]): void {
  const holder = path
    .slice(0, -1)
    .reduce<Record<PropertyKey, unknown>>(
      (value, key) => value[key] as Record<PropertyKey, unknown>,
      data as Record<PropertyKey, unknown>,
    );
  holder[path.at(-1) as PropertyKey] = '';
}
