import DataLoader from 'dataloader';
import { catalogue, rightsOfNode } from '../../../../nodes/index.js';
import type { Capability } from '../../../../platform/access/capabilities.js';
import { principalId } from '../../../../platform/access/principal.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { AppError, type ErrorDetail } from '../../../../platform/errors/errors.js';
import type { FlowsNamed, NamedFlow } from '../../../../platform/events/index.js';
import { defineLoader, isUuid } from '../../../../platform/graphql/context.js';
import type { FlowContent } from '../content/flow-content.js';
import { forbiddenNodes } from './node-rights.js';
import { chosenSql, dataOfChosen, reachedFlowsSql } from './reached-flows.sql.js';

/** A kind of node that a flow, or a flow that it calls, runs. */
interface RunNode {
  /** The flow that would be started. */
  root: string;
  rootName: string;
  /** Who the flow that would be started runs as. */
  runAs: string | null;
  /** The flow whose node it is. */
  flowId: string;
  flowName: string;
  id: string;
  type: string;
  /** The event that it reads, or the operation that it calls. */
  chosen: unknown;
  /** Whether what it starts is computed when it runs: it may be any flow of the workspace. */
  startsAny: boolean;
}

/** Why a flow cannot be started: in full for who may read flows, and else the capability alone. */
interface Hindrance {
  full: string;
  short: string;
}

// Recursion, and JSON.
const text = `/* nodes_of_started_flows */
  with recursive ${reachedFlowsSql(
    'select f.id as root, f.name as root_name, f.run_as, f.id from flows f where f.workspace_id = $1 and f.id = any($2::uuid[])',
    ['root', 'root_name', 'run_as'],
  )}
  select distinct on (c.root, n.type, n.chosen, n.starts_any) c.root, c.root_name as "rootName", c.run_as as "runAs", f.id as "flowId",
    f.name as "flowName", n.id, n.type, n.chosen::json as chosen, n.starts_any as "startsAny"
  from reached c join flows f on f.workspace_id = $1 and f.id = c.id
  join flow_versions v on v.workspace_id = $1 and v.flow_id = f.id and v.version = f.version
  cross join lateral (
    select e->>'id' as id, e->>'type' as type, ${chosenSql}::text as chosen,
      exists (select from json_each_text(e->'data') d
        where e->>'type' || '.' || d.key = any($3::text[]) and d.value not similar to $4) as starts_any
    from json_array_elements(v.nodes) e
  ) n
  order by c.root, n.type, n.chosen, n.starts_any, f.id <> c.root, f.id, n.id`;

/** The fields of nodes by which flows are started in the same name, as `flow.call.flowId`. */
const starting = [...catalogue.values()].flatMap(({ type, references = {} }) =>
  Object.entries(references).flatMap(([field, { name }]) =>
    name === 'flow' || name === 'agent' ? [`${type}.${field}`] : [],
  ),
);
/** An ID, as a pattern of SQL. */
const idPattern = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

/**
 * What a flow that is known only when it runs can require. Operations of the API are left out: each is authorized when it is
 * called.
 */
const everyRight = new Set<Capability>([
  'flows:execute',
  ...[...catalogue.keys()].flatMap((type) => rightsOfNode({ type, data: { eventType: '{{any}}' } })),
]);
/** What any flow can require: of a caller who holds it all, nothing need be read. */
const everyRightAtAll = new Set<Capability>([
  ...everyRight,
  ...[...catalogue.keys()].flatMap((type) => rightsOfNode({ type, data: dataOfChosen('{{any}}') })),
]);

/**
 * The flows of the workspace that a caller may not start, because they lack `flows:execute` or a right that a node of the flow, or
 * of a flow that it calls, requires. One whose call is computed may require any right, unless it runs as `self`. One statement for all of them, and none for a caller who holds every right of flows.
 */
export async function hindrances(
  sql: Pick<Sql, 'query'>,
  workspaceId: string,
  held: ReadonlySet<Capability>,
  flowIds: readonly string[],
  self: string | null = null,
): Promise<Map<string, Hindrance>> {
  if (!held.has('flows:execute')) {
    const full = 'starting a flow requires the capability flows:execute';
    return new Map(flowIds.map((id) => [id.toLowerCase(), { full, short: full }]));
  }
  if (flowIds.length === 0 || everyRightAtAll.isSubsetOf(held)) return new Map();
  const { rows } = await sql.query<RunNode>(statement(text, [workspaceId, flowIds, starting, idPattern]));
  return new Map(rows.flatMap((row) => hindranceOf(row, held, self)));
}

function hindranceOf(row: RunNode, held: ReadonlySet<Capability>, self: string | null): [string, Hindrance][] {
  const { root, rootName, flowId, flowName, id, type, chosen, startsAny } = row;
  const node = { id, type, data: dataOfChosen(chosen) };
  const startsMore = startsAny && (self === null || row.runAs !== self);
  const required = startsMore ? everyRight : rightsOfNode(node);
  const missing = [...required].find((capability) => !held.has(capability));
  if (!missing) return [];
  const [forbidden] = forbiddenNodes([node], held);
  const reason =
    forbidden?.reason ??
    `The node ${id} (${type}) starts a flow that is known only when it runs, and any flow may require the capability ${missing}`;
  const where = flowId === root ? '' : ` (in the flow ${flowName}, which it calls)`;
  const full = `starting the flow ${rootName} is not allowed. ${reason}${where}`;
  return [[root, { full, short: `starting the flow ${root} requires the capability ${missing}` }]];
}

/**
 * Requires that a caller may start the flows that a change names.
 * @throws AppError FORBIDDEN that names fields and capabilities
 */
export async function requireStartable(
  sql: Pick<Sql, 'query'>,
  { workspaceId, held, named }: FlowsNamed,
): Promise<void> {
  const found = await hindrances(
    sql,
    workspaceId,
    held,
    named.map(({ flowId }) => flowId),
  );
  const details = named.flatMap(({ flowId, field, nodeId }): ErrorDetail[] => {
    const hindrance = found.get(flowId.toLowerCase());
    if (!hindrance) return [];
    const reason = held.has('flows:read') ? hindrance.full : hindrance.short;
    return [{ field, message: `${field}: ${reason}.`, ...(nodeId && { nodeId }) }];
  });
  if (!details[0]) return;
  const message = `${details[0].message} Ask an owner or admin of the workspace to grant it.`;
  throw new AppError('FORBIDDEN', message, details.slice(0, listedAtMost));
}

const listedAtMost = 20;

/** The flows that content starts: those that its nodes call, and its error flow. */
export function startedFlows({ nodes, settings }: Pick<FlowContent, 'nodes' | 'settings'>): NamedFlow[] {
  const called = nodes.flatMap(({ id, type, data }, index): NamedFlow[] => {
    const fields = Object.entries(catalogue.get(type)?.references ?? {}).filter(([, { name }]) => name === 'flow');
    return fields.flatMap(([field]) => {
      const flowId = data[field];
      return typeof flowId === 'string' && isUuid(flowId)
        ? [{ field: `nodes[${index}].data.${field}`, flowId, nodeId: id }]
        : [];
    });
  });
  const { errorFlowId } = settings;
  return errorFlowId && isUuid(errorFlowId)
    ? [...called, { field: 'settings.errorFlowId', flowId: errorFlowId }]
    : called;
}

/** Those that other content does not start. */
export function addedFlows(content: FlowContent, before: FlowContent): NamedFlow[] {
  const known = new Set(startedFlows(before).map(keyOf));
  return startedFlows(content).filter((named) => !known.has(keyOf(named)));
}

// An error flow is started by failures, a called one with input: having one of them is not having the other.
const keyOf = ({ flowId, nodeId }: NamedFlow) => `${nodeId === undefined} ${flowId.toLowerCase()}`;

/** Whether the caller may start a flow of the workspace. Not cached: a mutation may have changed what the flow runs. */
export const mayStartFlow = defineLoader(
  (scope) =>
    new DataLoader<string, boolean>(
      async (ids) => {
        // By its URL a flow runs as who activated it.
        const self = principalId(scope.principal);
        const found = await hindrances(scope.sql, scope.workspaceId, scope.access.capabilities, ids, self);
        return ids.map((id) => !found.has(id));
      },
      { cache: false },
    ),
);
