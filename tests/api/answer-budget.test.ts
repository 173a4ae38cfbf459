import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { insertLargeRun } from '../support/large-runs.js';
import type { Owner } from '../support/seed.js';
import { countReceived, recordStatements } from '../support/statements.js';

/** Of one value in a row: one fits an answer, four do not. */
const large = 30_000;
const limit = 100_000;

/** As every server. */
let app: TestApp;
/** The same, but that its answers hold little; on the same database. */
let tight: TestApp;
let owner: Owner;
let flowId: string;
let runId: string;

beforeAll(async () => {
  app = await startTestApp();
  tight = await startTestApp({ database: app.database, answers: { bytes: limit, lightBytes: 10_000 } });
  owner = await app.seed.owner();
  flowId = await seedFlows();
  runId = await seedRuns();
  await seedRecords();
});

afterAll(async () => {
  await tight.stop();
  await app.stop();
});

const text = () => randomBytes(large / 2).toString('hex');

/** Four flows, each large in its nodes, edges, variables and settings, and three versions more of the last. */
async function seedFlows(): Promise<string> {
  let id = '';
  for (let n = 0; n < 4; n++) id = (await app.seed.flow(owner, flowInput(n), false)).id;
  for (let n = 4; n < 7; n++) await ask('PATCH', `/flows/${id}`, flowInput(n));
  for (let n = 0; n < 4; n++) {
    const { name: _, ...content } = flowInput(n);
    await ask('POST', '/flows/templates', { name: `Template ${n}`, ...content });
  }
  for (const table of ['flows', 'flow_templates']) {
    await app.services.db.pool.query(
      `update ${table} set settings = (settings::jsonb || jsonb_build_object('triggerConfig', jsonb_build_object('note', repeat('s', $2))))::json where workspace_id = $1`,
      [owner.workspaceId, large],
    );
  }
  return id;
}

function flowInput(n: number) {
  const { nodes, edges } = graph(
    [node('start', 'trigger.manual'), node('set', 'data.set', { assignments: [], note: text() })],
    'start>set',
  );
  const variables = [{ name: 'v', value: text(), type: 'string', scope: 'flow' }];
  return { name: `Flow ${n}`, nodes, edges: edges.map((one) => ({ ...one, extra: { note: text() } })), variables };
}

/** Four runs, each large in all that it holds. @returns the last */
async function seedRuns(): Promise<string> {
  let id = '';
  const step = { input: large, output: large, logs: large };
  for (let n = 0; n < 4; n++) {
    id = await insertLargeRun(app, owner, flowId, {
      triggerData: large,
      output: large,
      steps: [step, step, step, step],
    });
  }
  return id;
}

async function seedRecords(): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await ask('POST', '/contacts', { name: `Ana ${n}`, customFields: { note: text() } });
    await ask('POST', '/knowledge-docs', { title: `Doc ${n}`, content: text() });
    await ask('POST', '/email-templates', { name: `T ${n}`, subject: 'S', body: text(), status: 'active' });
    await ask('POST', '/flows/global-vars', { name: `v${n}`, value: text() });
    await ask('POST', '/company-contexts', {
      name: `C ${n}`,
      companyName: 'C',
      faqs: text()
        .match(/.{5000}/g)
        ?.map((answer) => ({ question: 'Q', answer })),
    });
    await ask('POST', '/voice-calls', {
      direction: 'inbound',
      from: '+34600000001',
      to: '+34910000001',
      status: 'in_progress',
      transcript: text()
        .match(/.{15000}/g)
        ?.map((line) => ({ speaker: 'agent', text: line })),
      metadata: { note: text() },
    });
  }
}

async function ask(method: string, path: string, body?: object, to: TestApp = app) {
  const answer = await to.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
  if (to === app && answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer;
}

interface Reported {
  message: string;
  extensions: { code: string; status: number; details: { field: string; bytes: number; limit: number }[] };
}

/** What is told of the first error of a query of the workspace; undefined where there is none. */
async function errorOf(to: TestApp, selection: string): Promise<Reported | undefined> {
  const { errors } = await to.graphql(
    `query ($id: ID!) { workspace(id: $id) { ${selection} } }`,
    { id: owner.workspaceId },
    owner.token,
  );
  return errors?.[0] as Reported | undefined;
}

const lists: [selection: string, field: string, below: string][] = [
  ['executions { items { triggerData } }', 'executions', 'triggerData'],
  ['executions { items { output } }', 'executions', 'output'],
  ['executions { items { steps: allSteps { input } } }', 'executions', 'steps.input'],
  ['executions { items { steps: allSteps { output } } }', 'executions', 'steps.output'],
  ['executions { items { steps: allSteps { logs { message } } } }', 'executions', 'steps.logs'],
  ['executions { items { steps { items { output } } } }', 'steps', 'output'],
  ['flows { items { nodes } }', 'flow', 'nodes'],
  ['flows { items { edges } }', 'flow', 'edges'],
  ['flows { items { variables } }', 'flow', 'variables'],
  ['flows { items { settings { storedTriggerConfig } } }', 'flows', 'settings'],
  ['flows { items { executions { items { steps: allSteps { output } } } } }', 'executions', 'steps.output'],
  ['flows { items { lastExecution { steps: allSteps { output } } } }', 'lastExecution', 'steps.output'],
  ['templates(builtIn: false) { items { nodes } }', 'templates', 'nodes'],
  ['templates(builtIn: false) { items { settings { storedTriggerConfig } } }', 'templates', 'settings'],
  ['globalVariables { items { value } }', 'globalVariables', 'value'],
  ['contacts { items { customFields } }', 'contacts', 'customFields'],
  ['knowledgeDocs { items { content } }', 'knowledgeDocs', 'content'],
  ['emailTemplates { items { body } }', 'emailTemplates', 'body'],
  ['companyContexts { items { faqs { answer } } }', 'companyContexts', 'faqs'],
  ['voiceCalls { items { transcript { text } } }', 'voiceCalls', 'transcript'],
  ['voiceCalls { items { metadata } }', 'voiceCalls', 'metadata'],
];

/** Here parts are read until one does not fit any more. */
const nested: typeof lists = [
  ['flows { items { versions { items { nodes } } } }', 'versions', 'nodes'],
  [
    'executions { items { flow { executions { items { steps: allSteps { output } } } } } }',
    'executions',
    'steps.output',
  ],
];

describe('an answer over its bytes', () => {
  test.each([...lists, ...nested])(
    'is refused for { %s }, by the name of %s and %s',
    async (selection, field, below) => {
      expect(await errorOf(app, selection)).toBeUndefined();
      const error = await errorOf(tight, selection);
      expect(error?.extensions).toMatchObject({ code: 'ANSWER_TOO_LARGE', status: 400, details: [{ field, limit }] });
      expect(error?.extensions.details[0]?.bytes).toBeGreaterThan(limit);
      expect(error?.message).toContain(field);
      expect(error?.message).toContain(below);
      expect(error?.message).toContain('limit');
    },
  );

  test.each(lists)('brings nothing of { %s } from the database', async (selection) => {
    const receivedBy = countReceived(tight);
    // Connections that are made meanwhile, and statements that are described, only add to what is counted.
    const received: number[] = [];
    for (let ask = 0; ask < 4; ask++) received.push(await receivedBy(() => errorOf(tight, selection)));
    expect(Math.min(...received)).toBeLessThan(large / 3);
  });

  test.each([
    ['execution', 'steps.output', () => `/flows/executions/${runId}`],
    ['flow', 'nodes', () => `/flows/${flowId}`],
    ['templates', 'settings', () => '/flows/templates'],
    ['contacts', 'customFields', () => '/contacts'],
    ['voiceCalls', 'transcript', () => '/voice-calls'],
    ['globalVariables', 'value', () => '/flows/global-vars'],
  ])('is refused over REST by the name of %s and %s', async (field, below, path) => {
    await ask('GET', path());
    const { status, body } = await ask('GET', path(), undefined, tight);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'ANSWER_TOO_LARGE' });
    expect(body.error.details?.[0]?.field).toBe(field);
    expect(body.error.message).toContain(below);
  });

  test('leaves what is asked for without large values, and single ones', async () => {
    const small = `executions { items { id steps: allSteps { id nodeId status } } } flows { items { id name isActive } }`;
    expect(await errorOf(tight, small)).toBeUndefined();
    expect(await errorOf(tight, `executions(limit: 2) { items { triggerData } }`)).toBeUndefined();
    const { data } = await tight.graphql<{ workspace: { execution: { steps: { id: string }[] } } }>(
      `query ($id: ID!, $run: ID!) { workspace(id: $id) { execution(id: $run) { steps: allSteps { id } } } }`,
      { id: owner.workspaceId, run: runId },
      owner.token,
    );
    const step = data?.workspace.execution.steps[1]?.id as string;
    expect(await errorOf(tight, `execution(id: "${runId}") { step(id: "${step}") { id output } }`)).toBeUndefined();
    expect(await errorOf(tight, `execution(id: "${runId}") { step(id: "${flowId}") { id } }`)).toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    });
  });

  test('is told to other workspaces by nothing', async () => {
    const other = await app.seed.owner();
    await errorOf(tight, 'flows { items { nodes } }');
    const query = `query ($id: ID!) { workspace(id: $id) { flows { items { nodes } } executions { items { steps: allSteps { output } } } } }`;
    expect((await tight.graphql(query, { id: other.workspaceId }, other.token)).errors).toBeUndefined();
  });
});

describe('the budget of an answer', () => {
  test('is one for all fields of an operation', async () => {
    const two = `executions(limit: 2) { items { triggerData } }`;
    expect(await errorOf(tight, `a: ${two}`)).toBeUndefined();
    const error = await errorOf(tight, `a: ${two} b: ${two}`);
    expect(error).toMatchObject({ extensions: { code: 'ANSWER_TOO_LARGE', details: [{ field: 'executions' }] } });
  });

  test('counts what is shown again under other names', async () => {
    const one = (names: string[]) =>
      `executions(limit: 1) { items { ${names.map((name) => `${name}: output`).join(' ')} } }`;
    expect(await errorOf(tight, one(['a', 'b', 'c']))).toBeUndefined();
    expect(await errorOf(tight, one(['a', 'b', 'c', 'd']))).toMatchObject({
      extensions: {
        code: 'ANSWER_TOO_LARGE',
        details: [{ field: 'workspace.executions.items.0.d.text', limit }],
      },
    });
  });

  test('counts a row as often as others lead to it', async () => {
    const { data } = await ask('GET', '/contacts?limit=1').then(({ body }) => body);
    const contactId = (data as { id: string }[])[0]?.id;
    for (let n = 0; n < 4; n++)
      await ask('POST', '/calendar-events', {
        title: `Talk ${n}`,
        startsAt: '2026-12-01T10:00:00Z',
        endsAt: '2026-12-01T11:00:00Z',
        contactId,
        timezone: 'UTC',
        status: 'scheduled',
      });
    const talks = (limit: number) => `calendarEvents(limit: ${limit}) { items { contact { customFields } } }`;
    expect(await errorOf(tight, talks(1))).toBeUndefined();
    expect(await errorOf(tight, talks(4))).toMatchObject({ extensions: { code: 'ANSWER_TOO_LARGE' } });
  });

  test('is one for all operations of a batch', async () => {
    const query = `{ workspace(id: "${owner.workspaceId}") { executions(limit: 2) { items { triggerData } } } }`;
    const answer = await fetch(`${tight.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify([{ query }, { query }]),
    });
    const codes = ((await answer.json()) as { errors?: Reported[] }[]).map(
      ({ errors }) => errors?.[0]?.extensions.code,
    );
    expect(codes.sort()).toEqual(['ANSWER_TOO_LARGE', undefined]);
  });

  test('is anew for each operation of a socket and each request', async () => {
    const query = `query ($id: ID!) { workspace(id: $id) { executions(limit: 2) { items { triggerData } } } }`;
    for (let n = 0; n < 3; n++) {
      for await (const { errors } of tight.subscribe(query, { id: owner.workspaceId }, owner.token)) {
        expect(errors).toBeUndefined();
      }
    }
  });

  test('is 32 MiB, whatever the values are compressed to', async () => {
    const mebibyte = 1024 * 1024;
    const { id } = await app.seed.flow(owner, flowInput(0), false);
    const fits = await insertLargeRun(app, owner, id, { steps: Array(31).fill({ output: mebibyte }) });
    const over = await insertLargeRun(app, owner, id, { steps: Array(33).fill({ output: mebibyte }) });
    expect(await errorOf(app, `execution(id: "${fits}") { steps: allSteps { output } }`)).toBeUndefined();
    const { status, body } = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/executions/${over}`, {
      as: owner.token,
    });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'ANSWER_TOO_LARGE' });
    expect(body.error.message).toMatch(
      /^execution would return 346\d{5} bytes \(.*steps\.output.*\)\. An answer must be at most 33554432 bytes/,
    );
  });
});

describe('reading large columns', () => {
  test('takes one statement for a small answer', async () => {
    const other = await app.seed.owner();
    const { id } = await app.seed.flow(other, graph([node('start', 'trigger.manual')]), false);
    await insertLargeRun(app, other, id, { triggerData: 100, steps: [{ input: 100, output: 100, logs: 10 }] });
    const statementsOf = recordStatements(app);
    const query = `query ($id: ID!) { workspace(id: $id) {
      executions { items { triggerData output steps: allSteps { input output logs { message } } } pagination { total } }
      flows { items { nodes settings { storedTriggerConfig } } }
    } }`;
    const run = () => app.graphql(query, { id: other.workspaceId }, other.token);
    expect((await run()).errors).toBeUndefined();
    expect(await statementsOf(run)).toEqual(['find_user_access', 'flow_graphs', 'list_executions', 'list_flows']);
  });

  test('takes one statement more where the answer is large', async () => {
    const statementsOf = recordStatements(tight);
    const query = `{ workspace(id: "${owner.workspaceId}") { execution(id: "${runId}") { triggerData } } }`;
    const run = () => tight.graphql(query, {}, owner.token);
    await run();
    expect(await statementsOf(run)).toEqual(['find_execution', 'find_execution', 'find_user_access']);
  });
});
