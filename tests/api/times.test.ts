import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
let executionId: string;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const assignments = [
    { name: 'startedAt', value: '{{execution.startedAt}}' },
    { name: 'now', value: '{{now}}' },
  ];
  const nodes = [node('start', 'trigger.manual'), node('times', 'data.set', { assignments })];
  const flow = await app.seed.flow(owner, graph(nodes, 'start>times'));
  executionId = await trigger(app, owner, flow.id);
  await reached(app, owner, executionId);
});

afterAll(() => app.stop());

/** Every text in an answer that is a time, by the name of its field. */
function timesIn(answer: unknown, name = ''): [string, string][] {
  if (typeof answer === 'string') return /^\d{4}-\d\d-\d\d[T ]/.test(answer) ? [[name, answer]] : [];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => timesIn(value, Array.isArray(answer) ? name : key));
}

function expectTimes(answer: unknown): void {
  const times = timesIn(answer);
  const names = new Set(times.map(([name]) => name));
  expect([...names]).toEqual(expect.arrayContaining(['startedAt', 'finishedAt', 'now']));
  for (const [, time] of times) expect(time).toMatch(isoTime);
  // What a flow sees of its start is what everybody else sees of it.
  const run = answer as { startedAt: string; output: { startedAt: string } };
  expect(run.output.startedAt).toBe(run.startedAt);
}

const fields = `startedAt finishedAt createdAt output`;
const steps = `steps: allSteps { startedAt finishedAt output }`;

test('times are ISO 8601 in UTC with milliseconds over REST', async () => {
  const path = `/workspaces/${owner.workspaceId}/flows/executions/${executionId}`;
  expectTimes((await app.rest(`GET ${path}`, { as: owner.token })).body.data);
});

test('and over GraphQL', async () => {
  const query = `query($w: ID!, $e: ID!) { workspace(id: $w) { execution(id: $e) { ${fields} ${steps} } } }`;
  const { data } = await app.graphql<{ workspace: { execution: object } }>(
    query,
    { w: owner.workspaceId, e: executionId },
    owner.token,
  );
  expectTimes(data?.workspace.execution);
});

test('and in events', async () => {
  const query = `subscription($w: ID!, $e: ID!) { executionUpdated(workspaceId: $w, executionId: $e) {
    execution { ${fields} } step { startedAt finishedAt output } } }`;
  const variables = { w: owner.workspaceId, e: executionId };
  const events: object[] = [];
  for await (const { data } of app.subscribe<{ executionUpdated: object }>(query, variables, owner.token)) {
    events.push(data?.executionUpdated as object);
  }
  expect(events.length).toBeGreaterThan(1);
  const last = events.at(-1) as { execution: object };
  expectTimes({ ...last.execution, steps: events });
});
