import DataLoader from 'dataloader';
import { readLarge } from '../../../../platform/database/read-large.js';
import { notFound } from '../../../../platform/errors/errors.js';
import { defineLoader, requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { NodeSource } from '../../../../platform/graphql/nodes/node-source.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { allFlowFields } from '../flow-columns.js';
import type { FlowVersion } from '../flow-version.entity.js';
import { largeOfVersion, selectVersion } from './flow-version-columns.js';

/** Reads one version of an existing flow. @throws AppError NOT_FOUND */
export async function findFlowVersion(
  scope: Scope,
  flowId: string,
  version: number,
  fields: RequestedFields = allFlowFields,
): Promise<FlowVersion> {
  const [row] = await readLarge<FlowVersion>(scope, {
    label: 'find_flow_version',
    select: `select ${selectVersion(fields)} from flows f
    left join flow_versions v on v.workspace_id = f.workspace_id and v.flow_id = f.id and v.version = $3
    where f.workspace_id = $1 and f.id = $2`,
    values: [scope.workspaceId, requireId(flowId, 'flow'), version],
    large: largeOfVersion(fields),
    field: 'flowVersion',
  });
  if (!row) throw notFound('flow');
  if (row.version === null) throw notFound('version');
  return row;
}

/** A version of a flow, which may have been deleted. */
export interface FlowVersionKey {
  flowId: string;
  version: number;
}

const versionLoaders = defineLoader(() => new Map<string, DataLoader<FlowVersionKey, FlowVersion | null, string>>());

/** A version by its number, also of a deleted flow; those of one answer are read by one statement. */
export function flowVersionOf(scope: Scope, key: FlowVersionKey, fields: RequestedFields): Promise<FlowVersion | null> {
  const columns = selectVersion(fields);
  const loaders = scope.loader(versionLoaders);
  const loader =
    loaders.get(columns) ??
    new DataLoader<FlowVersionKey, FlowVersion | null, string>((keys) => readVersions(scope, keys, fields), {
      cacheKeyFn: keyText,
    });
  loaders.set(columns, loader);
  return loader.load(key);
}

/** Versions by `version:FLOW:NUMBER`. */
export const loadFlowVersion: NodeSource['load'] = async (scope, { id, rest }, fields) =>
  /^[1-9]\d{0,8}$/.test(rest ?? '') ? flowVersionOf(scope, { flowId: id, version: Number(rest) }, fields) : null;

async function readVersions(scope: Scope, keys: readonly FlowVersionKey[], fields: RequestedFields) {
  const rows = await readLarge<FlowVersion>(scope, {
    label: 'flow_versions_by_number',
    select: `select ${selectVersion(fields)} from unnest($2::uuid[], $3::integer[]) as k(flow_id, version)
    join flow_versions v on v.workspace_id = $1 and v.flow_id = k.flow_id and v.version = k.version`,
    values: [scope.workspaceId, keys.map(({ flowId }) => flowId), keys.map(({ version }) => version)],
    large: largeOfVersion(fields),
    field: 'version',
  });
  const byKey = new Map(rows.map((row) => [keyText(row), row]));
  return keys.map((key) => byKey.get(keyText(key)) ?? null);
}

function keyText({ flowId, version }: FlowVersionKey): string {
  return `${flowId} ${version}`;
}
