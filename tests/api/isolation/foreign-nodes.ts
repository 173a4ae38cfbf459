import { describeNode } from '../../../src/nodes/index.js';
import type { TestApp } from '../../support/app.js';
import { graph, node } from '../../support/graphs.js';
import { reached, trigger } from '../../support/run.js';
import { sampleNodeTypes } from '../../support/sample-node-types.js';
import type { Owner } from '../../support/seed.js';

/** A field of a node type that holds the ID of a record, by its name or by its declaration. */
export interface NodeIdField {
  type: string;
  field: string;
}

export const nodeIdFields: readonly NodeIdField[] = sampleNodeTypes.flatMap((one) => {
  const { properties } = describeNode(one).fields as { properties: Record<string, unknown> };
  const names = Object.keys(properties).filter((name) => name in (one.references ?? {}) || /Ids?$/.test(name));
  return names.map((field) => ({ type: one.type, field }));
});

/** What validation reports of a flow whose node has an ID in a field, and what the activation of the flow answers. */
export async function validated(app: TestApp, owner: Owner, { type, field }: NodeIdField, id: string): Promise<string> {
  const one = sampleNodeTypes.find((known) => known.type === type);
  const data = { ...one?.example, [field]: id };
  const nodes = one?.trigger ? [node('n', type, data)] : [node('start', 'trigger.manual'), node('n', type, data)];
  const content = graph(nodes, ...(one?.trigger ? [] : ['start>n']));
  const flow = await app.seed.flow(owner, content, false);
  const path = `/workspaces/${owner.workspaceId}/flows/${flow.id}`;
  const issues = await app.rest(`POST ${path}/validate`, { as: owner.token, body: {} });
  const active = await app.rest(`PATCH ${path}`, { as: owner.token, body: { isActive: true } });
  await app.rest(`DELETE ${path}`, { as: owner.token });
  const answers = { issues: issues.body.data ?? issues.body.error, status: active.status, error: active.body.error };
  return plain(answers, id, flow.id);
}

/** What an execution makes of an ID that reaches a node's field when it runs. */
export async function executed(app: TestApp, owner: Owner, { type, field }: NodeIdField, id: string): Promise<string> {
  const one = sampleNodeTypes.find((known) => known.type === type);
  const data = { ...one?.example, [field]: '{{triggerData.foreign}}' };
  const content = graph([node('start', 'trigger.manual'), node('n', type, data)], 'start>n');
  const flow = await app.seed.flow(owner, content, false);
  const path = `/workspaces/${owner.workspaceId}/flows/${flow.id}`;
  const active = await app.rest(`PATCH ${path}`, { as: owner.token, body: { isActive: true } });
  if (active.status >= 300) return plain({ status: active.status, error: active.body.error }, id, flow.id);
  const triggerData = { ...(one?.exampleRun as { triggerData?: object } | undefined)?.triggerData, foreign: id };
  const executionId = await trigger(app, owner, flow.id, { triggerData });
  const { steps, status } = await reached(
    app,
    owner,
    executionId,
    (seen) => seen.status !== 'running' || seen.phase === 'waiting',
  );
  const step = steps.find(({ nodeId }) => nodeId === 'n') as { output?: unknown; error?: unknown; status?: string };
  return plain({ status, step: step?.status, output: step?.output, error: step?.error }, id, flow.id);
}

/** Without the IDs of this attempt, request IDs and times. */
function plain(answers: object, id: string, flowId: string): string {
  return JSON.stringify(answers)
    .replaceAll(id, 'ID')
    .replaceAll(flowId, 'FLOW')
    .replace(/"requestId":"[^"]*"/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, 'NEW');
}
