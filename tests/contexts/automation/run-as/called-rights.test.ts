import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached } from '../../../support/run.js';
import type { Owner, SeededFlow } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember, type Person } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;
let member: Person;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);
beforeEach(async () => {
  // What is granted beside the role stays with another role.
  member = await addMember(app, owner.workspaceId, owner.token, 'EDITOR', ['flows:execute', 'agents:write']);
});
afterAll(() => app.stop());

async function call<T>(as: string, route: string, body?: unknown): Promise<T> {
  const [method, path] = route.split(' ');
  const options = { as, ...(body !== undefined && { body }) };
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, options);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as T;
}

const hooked = { settings: { triggerType: 'webhook' } };
const flow = (as: string, content: object) => app.seed.flow({ ...owner, token: as }, { ...hooked, ...content });
const writing = graph(
  [node('start', 'trigger.webhook'), node('save', 'crm.upsertContact', { email: 'a@b.co' })],
  'start>save',
);
const harmless = graph([node('start', 'trigger.webhook'), node('end', 'logic.stop')], 'start>end');
const calling = (flowId: string) =>
  graph([node('start', 'trigger.webhook'), node('call', 'flow.call', { flowId })], 'start>call');

interface Owned {
  flows: { id: string }[];
}

/** What the preview of the role VIEWER names, by both surfaces, and what getting it pauses. They must be the same. */
async function stoppedByRole(): Promise<string[]> {
  const { owns } = await call<{ owns: Owned }>(owner.token, `GET /members/${member.userId}?role=VIEWER`);
  const { data } = await app.graphql<{ workspace: { member: { owns: Owned } } }>(
    'query ($w: ID!, $u: ID!) { workspace(id: $w) { member(userId: $u) { owns(role: VIEWER) { flows { id: flowId } } } } }',
    { w: owner.workspaceId, u: member.userId },
    owner.token,
  );
  const preview = owns.flows.map(({ id }) => id);
  expect(data?.workspace.member.owns.flows).toEqual(preview.map((id) => ({ id })));
  expect((await become({ role: 'VIEWER' })).sort()).toEqual([...preview].sort());
  return preview;
}

async function become(body: object): Promise<string[]> {
  const path = `/members/${member.userId}/role`;
  return (await call<{ paused: { flows: string[] } }>(owner.token, `PATCH ${path}`, body)).paused.flows;
}

/** How an execution ends that the flow's webhook starts, were it not paused. */
async function endOf({ id, webhookPath }: SeededFlow) {
  for (const [table, column] of Object.entries({ flows: 'id', flow_triggers: 'flow_id' }))
    await app.services.db.pool.query(`update ${table} set is_active = true where ${column} = $1`, [id]);
  const answer = await app.rest(`POST ${webhookPath}`, { body: {} });
  const { executionId } = answer.body.data as { executionId: string };
  return (await reached(app, owner, executionId)).status;
}

describe('a flow that runs as a member stops by a role', () => {
  test('that takes what a flow needs which it calls, to any depth, as it would fail then', async () => {
    const leaf = await flow(owner.token, writing);
    const middle = await flow(owner.token, calling(leaf.id));
    const outer = await flow(member.token, calling(middle.id));
    const plain = await flow(member.token, calling((await flow(owner.token, harmless)).id));
    expect([await endOf(outer), await endOf(plain)]).toEqual(['completed', 'completed']);
    expect(await stoppedByRole()).toEqual([outer.id]);
    expect([await endOf(outer), await endOf(plain)]).toEqual(['failed', 'completed']);
  });

  test('that takes what a tool of its assistant needs', async () => {
    const start = node('start', 'trigger.aiTool', { toolName: 'look', description: 'Looks.' });
    const tool = async (content: ReturnType<typeof graph>) => {
      const nodes = content.nodes.map((one) => (one.id === 'start' ? start : one));
      const made = await flow(owner.token, { ...content, nodes, settings: { triggerType: 'ai_tool' } });
      const agent = { name: `Assistant ${made.id}`, prompt: 'Answer.', tools: [made.id] };
      const { id: agentId } = await call<{ id: string }>(owner.token, 'POST /agents', agent);
      return graph(
        [node('start', 'trigger.webhook'), node('ask', 'ai.agent', { agentId, input: 'Hello' })],
        'start>ask',
      );
    };
    const asking = await flow(member.token, await tool(writing));
    await flow(member.token, await tool(harmless));
    const calls = await flow(member.token, calling(asking.id));
    expect(await stoppedByRole()).toEqual([asking.id, calls.id]);
  });

  test('and not by one that takes what its error flow needs, which runs as who activated that', async () => {
    const failed = { settings: { triggerType: 'execution_failed' } };
    const handler = (as: string) => {
      const nodes = writing.nodes.map((one) => (one.id === 'start' ? node('start', 'trigger.executionFailed') : one));
      return flow(as, { ...writing, nodes, ...failed });
    };
    const [ofOwner, ofMember] = [await handler(owner.token), await handler(member.token)];
    const failing = graph(
      [node('start', 'trigger.webhook'), node('end', 'logic.stop', { status: 'failed' })],
      'start>end',
    );
    const made = await flow(member.token, {
      ...failing,
      settings: { triggerType: 'webhook', errorFlowId: ofOwner.id },
    });
    expect(await stoppedByRole()).toEqual([ofMember.id]);
    expect(await endOf(made)).toBe('failed');
    const handled = () => call<{ id: string }[]>(owner.token, `GET /flows/${ofOwner.id}/executions`);
    await waitFor(async () => (await handled()).length > 0);
    const [execution] = await handled();
    expect((await reached(app, owner, execution?.id as string)).status).toBe('completed');
  });
});

test('a flow stops when its member may no longer read the event that a flow waits for which it calls', async () => {
  const waiting = (eventType: string) =>
    graph([node('start', 'trigger.webhook'), node('wait', 'wait.event', { eventType })], 'start>wait');
  const callsFor = async (eventType: string) =>
    flow(member.token, calling((await flow(owner.token, waiting(eventType))).id));
  const [contacts, , custom] = [
    await callsFor('contact.updated'),
    await callsFor('opportunity.updated'),
    await callsFor('custom.paid'),
  ];
  const denying = (deniedCapabilities: string[]) => become({ role: 'EDITOR', deniedCapabilities });
  expect(await denying(['pipelines:write'])).toEqual([]);
  expect(await denying(['contacts:read'])).toEqual([contacts.id]);
  expect(await denying(['contacts:read', 'crmEvents:read'])).toContain(custom.id);
});

test('a flow of an API key stops by what the key has of what is left', async () => {
  const { key } = await call<{ key: string }>(member.token, 'POST /api-keys', {
    name: 'Deploy',
    capabilities: ['flows:read', 'flows:write', 'flows:execute', 'contacts:write'],
  });
  const leaf = await flow(owner.token, writing);
  const ofKey = await flow(key, calling(leaf.id));
  await flow(key, harmless);
  expect(await stoppedByRole()).toEqual([ofKey.id]);
});
