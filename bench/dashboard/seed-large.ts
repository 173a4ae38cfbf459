import { createBenchFlow, type Tenant } from '../harness/client.js';
import { asAdmin, type FixtureDatabase } from '../harness/fixture.js';

/** Flows and executions as large as they become. */
export interface LargeWorkspace {
  /** IDs of flows by their number of nodes. */
  flows: ReadonlyMap<number, string>;
  /** The ID of the execution with 10,000 steps. */
  longExecutionId: string;
}

export const flowSizes = [20, 500];
export const executionCount = 10_000;
/** A loop over 200 items with 50 nodes. */
const loop = { items: 200, nodes: 50 };
export const stepCount = loop.items * loop.nodes;

const longExecutionId = '0199f000-0000-7000-8000-000000010000';

/** Fills the workspace of a tenant: flows through the API, and what has happened as rows. */
export async function seedLarge({ url }: FixtureDatabase, tenant: Tenant): Promise<LargeWorkspace> {
  const flows = new Map<number, string>();
  for (const size of flowSizes) flows.set(size, (await createBenchFlow(tenant, chainOf(size))).id);
  const { id: loopId } = await createBenchFlow(tenant, loopFlow());
  const workspace = `'${tenant.workspaceId}'::uuid`;
  const columns =
    'workspace_id, id, flow_id, flow_name, flow_version, status, trigger, trigger_data, output, error, started_at, finished_at, created_at';
  await asAdmin(url, [
    // After a crash the data can be seeded again.
    'set synchronous_commit = off',
    `insert into executions (${columns})
     select ${workspace}, uuidv7(at - now()), '${flows.get(20)}'::uuid, 'Chain of 20', 1, status, 'manual', '{}', '{}',
       case when status = 'failed' then '{"code":"HTTP_ERROR","message":"The server answered 503.","nodeId":"n2"}'::json end,
       at, at + make_interval(secs => 0.1 + n % 40 * 0.05), at
     from generate_series(1, ${executionCount}) n
     cross join lateral (select now() - make_interval(mins => n * 4) as at, case when n % 9 = 0 then 'failed' else 'completed' end as status) t
     order by at`,
    `insert into executions (${columns})
     values (${workspace}, '${longExecutionId}', '${loopId}', 'Long loop', 1, 'completed', 'manual', '{}', '{}', null,
       now() - interval '10 minutes', now() - interval '9 minutes', now() - interval '10 minutes')`,
    `insert into execution_steps (workspace_id, execution_id, node_id, iteration, id, node_type, name, status, handle, input, output, logs, started_at, finished_at)
     select ${workspace}, '${longExecutionId}', node, iteration, uuidv7(at - now()), type, node, 'completed', handle, '{}', '{"value":1}', '[]', at, till
     from (
       select 'n' || n as node, i::text as iteration, 'data.set' as type, 'out' as handle,
         start + make_interval(secs => i * 0.25 + n * 0.005) as at, start + make_interval(secs => i * 0.25 + n * 0.005 + 0.004) as till
       from (select now() - interval '10 minutes' as start) s, generate_series(0, ${loop.items - 1}) i, generate_series(1, ${loop.nodes}) n
       union all
       select 'start', '', 'trigger.manual', 'out', now() - interval '10 minutes', now() - interval '10 minutes'
       union all
       select 'loop', '', 'logic.loop', 'done', now() - interval '10 minutes', now() - interval '9 minutes'
     ) steps order by at`,
    'vacuum (analyze) executions',
    'vacuum (analyze) execution_steps',
  ]);
  return { flows, longExecutionId };
}

/** A chain in rows of 25 nodes, a third of each kind. */
function chainOf(size: number) {
  const nodes = Array.from({ length: size }, (_, index) => {
    const position = { x: (index % 25) * 260, y: Math.floor(index / 25) * 140 };
    const data = { label: `Step ${index}` };
    const value = `{{ triggerData.amount + ${index} }}`;
    if (index === 0) return { id: 'n0', type: 'trigger.manual', position, data };
    if (index % 3 === 0) {
      const conditions = [{ left: '{{ triggerData.amount }}', operator: 'gte', right: index }];
      return { id: `n${index}`, type: 'logic.if', position, data: { ...data, conditions } };
    }
    if (index % 3 === 1) {
      return {
        id: `n${index}`,
        type: 'http.request',
        position,
        data: { ...data, method: 'GET', url: 'https://api.example.com/rows' },
      };
    }
    const assignments = [{ name: `value${index}`, value }];
    return { id: `n${index}`, type: 'data.set', position, data: { ...data, assignments } };
  });
  return { name: `Chain of ${size}`, settings: { triggerType: 'manual' }, nodes, edges: chainEdges(nodes) };
}

const chainEdges = (nodes: readonly { id: string; type: string }[]) =>
  nodes.slice(1).map(({ id }, index) => {
    const { id: source = '', type } = nodes[index] ?? {};
    return { id: `to-${id}`, source, target: id, ...(type === 'logic.if' && { sourceHandle: 'true' }) };
  });

function loopFlow() {
  const body = Array.from({ length: loop.nodes }, (_, index) => ({
    id: `n${index + 1}`,
    type: 'data.set',
    position: { x: (2 + (index % 10)) * 260, y: 200 + Math.floor(index / 10) * 140 },
    data: { label: `Set ${index + 1}`, assignments: [{ name: 'value', value: index }] },
  }));
  const nodes = [
    { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: { label: 'Start' } },
    {
      id: 'loop',
      type: 'logic.loop',
      position: { x: 260, y: 0 },
      data: { label: 'Each', items: '{{ triggerData.items }}' },
    },
    ...body,
  ];
  const edges = [
    { id: 'to-loop', source: 'start', target: 'loop' },
    { id: 'into', source: 'loop', target: 'n1', sourceHandle: 'item' },
    ...chainEdges(body),
    { id: 'back', source: `n${loop.nodes}`, target: 'loop', targetHandle: 'next' },
  ];
  return { name: 'Long loop', settings: { triggerType: 'manual' }, nodes, edges };
}
