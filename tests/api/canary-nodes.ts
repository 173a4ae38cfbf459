import type { NodeType } from '../../src/nodes/index.js';
import { graph, node } from '../support/graphs.js';
import { sampleNodeTypes } from '../support/sample-node-types.js';
import { workEnded } from '../support/work-ended.js';
import { type CanaryPerson, json, type Stage } from './canary-people.js';

const start = node('start', 'trigger.manual');
const steps = sampleNodeTypes.filter(({ trigger }) => !trigger);

/** Every field of every node type that can hold an expression, with the data around it. */
function fields(): { type: NodeType; name: string; data: Record<string, unknown> }[] {
  return steps.flatMap((type) => {
    const names = Object.keys(type.fields.shape).filter((name) => type.verbatim?.[name] !== 'code');
    return names.map((name) => ({ type, name, data: { ...withoutRecords(type) } }));
  });
}

/** Example data that refers to records by expressions, which are looked up only when a step runs. */
function withoutRecords({ example, references = {} }: NodeType): Record<string, unknown> {
  const ids = Object.keys(references).map((name) => [name, `{{ "${example[name]}" }}`]);
  return { ...example, ...Object.fromEntries(ids) };
}

/** Where a called execution finds what its caller handed on. */
const handed = ['triggerData.token', 'triggerData', 'steps.start.deep', 'triggerData.deep[1].b + "!"'];

const reading = ({ verbatim }: NodeType, name: string, path: string) =>
  verbatim?.[name] === 'cel' ? path : `{{ ${path} }}`;

/** Puts a secret into every field of every node: named, handed on by another flow, and arriving on the edge before. */
export async function fillEveryNode(
  stage: Stage,
  { accessToken: as, workspaceId }: CanaryPerson,
  echoUrl: string,
): Promise<void> {
  const { call } = stage.watch;
  const flows = `/workspaces/${workspaceId}/flows`;
  const create = async (name: string, nodes: ReturnType<typeof node>[], ...edges: string[]): Promise<string> => {
    const { id } = await json(call(`POST ${flows}`, { as, body: { name, ...graph(nodes, ...edges) } }));
    await call(`PATCH ${flows}/${id}`, { as, body: { isActive: true } });
    return id;
  };
  const run = (id: string, triggerData: object = {}) =>
    call(`POST ${flows}/${id}/trigger`, { as, body: { triggerData } });

  const input = { token: '{{boveda.key}}', deep: ['{{ "a" + boveda.key }}', { b: '{{base64Encode(boveda.key)}}' }] };
  const caller = await create(
    'Caller',
    [start, node('call', 'flow.call', { flowId: '{{triggerData.flowId}}', input })],
    'start>call',
  );
  for (const [index, { type, name, data }] of fields().entries()) {
    const path = handed[index % handed.length] as string;
    const reads = node('n', type.type, { ...data, [name]: reading(type, name, path) });
    await run(caller, { flowId: await create(`${type.type} ${name} ${path}`, [start, reads], 'start>n') });
  }
  const sent = { method: 'POST', url: echoUrl, body: '{{boveda.key}}' };
  for (const type of steps) {
    const named = Object.keys(type.fields.shape).map((name) => [name, reading(type, name, 'boveda.key')]);
    const refused = await create(type.type, [start, node('n', type.type, Object.fromEntries(named))], 'start>n');
    await call(`GET ${flows}/${refused}/validate`, { as });
    await run(refused);
    const after = node('n', type.type, withoutRecords(type));
    const off = node('off', type.type, { ...withoutRecords(type), disabled: true });
    const nodes = [start, node('call', 'http.request', sent), after, off];
    await run(await create(`After ${type.type}`, nodes, 'start>call', 'call:out>n', 'call:out>off'));
  }
  await workEnded(stage.app, workspaceId);
}
