import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { recordStatements } from '../support/statements.js';
import { waitFor } from '../support/wait-for.js';

interface Entry {
  id?: string;
  status: number;
  error?: { code: string; message: string; details?: { field: string }[] };
}

const described = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  paths: Record<string, { post: { 'x-business-rules': string[] } }>;
};

let app: TestApp;
let owner: Owner;
let P: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  P = `/workspaces/${owner.workspaceId}`;
}, 60_000);

afterAll(() => app.stop());

async function send(call: string, body?: unknown, as = owner.token) {
  const answer = await app.rest(call.replace(' P', ` ${P}`), { as, body });
  return { status: answer.status, ...answer.body };
}

async function batch(kind: string, operations: unknown[], atomic?: boolean): Promise<Entry[]> {
  const { status, data, error } = await send(`POST P/${kind}/batch`, {
    operations,
    ...(atomic !== undefined && { atomic }),
  });
  expect([status, error]).toEqual([200, undefined]);
  return (data as { results: Entry[] }).results;
}

const auditOf = async (action: string) => (await send(`GET P/audit-log?action=${action}&limit=3`)).data as never[];

describe.each([
  ['together', true],
  ['each by itself', false],
])('A batch of contacts, %s', (name, atomic) => {
  const email = (n: number) => `${name.replaceAll(' ', '')}${n}@example.com`;

  test('creates, updates and deletes, with the events and the audit of single writes', async () => {
    const [one, two] = await batch(
      'contacts',
      [
        { action: 'create', data: { name: 'One', email: email(1) } },
        { action: 'create', data: { name: 'Two', email: email(2), tags: ['a'] } },
      ],
      atomic,
    );
    expect([one?.status, two?.status]).toEqual([201, 201]);
    const changed = await batch(
      'contacts',
      [
        { action: 'update', id: one?.id, data: { name: 'Uno' } },
        { action: 'delete', id: two?.id },
      ],
      atomic,
    );
    expect(changed).toEqual([
      { id: one?.id, status: 200 },
      { id: two?.id, status: 200 },
    ]);
    expect((await send(`GET P/contacts/${one?.id}`)).data).toMatchObject({ name: 'Uno' });
    expect((await send(`GET P/contacts/${two?.id}`)).status).toBe(404);
    expect((await auditOf('updateContact'))[0]).toMatchObject({
      targetId: one?.id,
      outcome: 'done',
      before: { name: 'One' },
      after: { name: 'Uno' },
    });
    expect((await auditOf('deleteContact'))[0]).toMatchObject({ targetId: two?.id, after: null });
    expect((await auditOf('createContact')).slice(0, 2)).toMatchObject([{ targetId: two?.id }, { targetId: one?.id }]);
  });
});

describe('A batch with failures', () => {
  const unknown = '01a203e1-c709-7e41-a26b-a4567be7dfda';
  const operations = [
    { action: 'create', data: { name: 'Good', email: 'good@example.com' } },
    { action: 'create', data: { email: 'bad', wrong: 1 } },
    { action: 'update', id: unknown, data: { name: 'Nobody' } },
    { action: 'delete', id: 'none' },
    { action: 'create', data: { email: 'good@example.com' } },
    { action: 'update', data: { name: 'No ID' } },
    { action: 'delete', id: unknown, data: {} },
  ];

  test('answers each of them with the error of a single write', async () => {
    const results = await batch('contacts', operations);
    expect(
      results.map(({ status, error }) => [status, error?.code, error?.details?.map(({ field }) => field)]),
    ).toEqual([
      [201, undefined, undefined],
      [400, 'VALIDATION_FAILED', ['data.wrong', 'data.email']],
      [404, 'NOT_FOUND', undefined],
      [404, 'NOT_FOUND', undefined],
      [409, 'CONFLICT', ['email']],
      [400, 'VALIDATION_FAILED', ['id']],
      [400, 'VALIDATION_FAILED', ['data']],
    ]);
  });

  test('that is atomic changes nothing, and names the operation', async () => {
    const refused = async (sent: unknown[]) => {
      const { status, error } = await send('POST P/contacts/batch', { operations: sent, atomic: true });
      return [status, error.code, error.details?.map(({ field }) => field)];
    };
    const fresh = { action: 'create', data: { name: 'Fresh', email: 'fresh@example.com' } };
    expect(await refused([fresh, operations[1], operations[5]])).toEqual([
      400,
      'VALIDATION_FAILED',
      ['operations[1].data.wrong', 'operations[1].data.email', 'operations[2].id'],
    ]);
    expect(await refused([fresh, operations[2]])).toEqual([400, 'VALIDATION_FAILED', ['operations[1].id']]);
    expect(await refused([fresh, operations[0]])).toEqual([400, 'VALIDATION_FAILED', ['operations[1].data.email']]);
    expect((await send('GET P/contacts?search=fresh@example.com')).pagination.total).toBe(0);
  });

  test('that is atomic is refused by rules that the document lists', async () => {
    const rulesOf = async (kind: string, sent: object[]) => {
      const { error } = await send(`POST P/${kind}/batch`, { operations: sent, atomic: true });
      const rules = error.details?.map(({ rule }: { rule?: string }) => rule);
      const listed = described.paths[`/workspaces/{workspaceId}/${kind}/batch`]?.post['x-business-rules'];
      expect(listed).toEqual(expect.arrayContaining(rules ?? []));
      return rules;
    };
    const id = unknown;
    const cases: [kind: string, sent: object, rules: string[]][] = [
      ['contacts', { action: 'update' }, ['REQUIRED_WITH', 'REQUIRED_WITH']],
      ['contacts', { action: 'create', id, data: { name: 'Ana' } }, ['NOT_ALLOWED_WITH']],
      ['contacts', { action: 'delete', id, data: {} }, ['NOT_ALLOWED_WITH']],
      ['contacts', { action: 'delete', id }, ['NOT_FOUND']],
      ['contacts', { action: 'create', data: { name: 1 } }, ['DATA_INVALID']],
      ['contacts', { action: 'create', data: { phone: 'x' } }, ['PHONE_INVALID']],
      ['opportunities', { action: 'create', data: { name: 'Ana' } }, ['DATA_INVALID', 'DATA_INVALID']],
      ['flows', { action: 'create', data: {} }, ['ACTION_UNSUITABLE']],
      ['flows', { action: 'update', id, data: { name: 'Other' } }, ['DATA_INVALID']],
    ];
    for (const [kind, sent, rules] of cases) expect([sent, await rulesOf(kind, [sent])]).toEqual([sent, rules]);
  });

  test('has 1 to 100 operations', async () => {
    const sizes = [0, 101].map((length) => Array.from({ length }, () => operations[0]));
    for (const sent of sizes) {
      const { status, error } = await send('POST P/contacts/batch', { operations: sent });
      expect([status, error.details?.[0]?.field]).toEqual([400, 'operations']);
    }
  });

  test('needs the right to write', async () => {
    const key = await app.seed.apiKey(owner, ['contacts:read']);
    expect((await send('POST P/contacts/batch', { operations }, key)).status).toBe(403);
  });
});

test('An operation of a batch costs no more statements than a single write', async () => {
  const record = recordStatements(app);
  const count = async (n: number, atomic: boolean) => {
    const operations = Array.from({ length: n }, () => ({ action: 'create', data: { name: 'Counted' } }));
    const labels = await record(() => batch('contacts', operations, atomic));
    return labels.filter((label) => /contact|search|audit|event|begin|commit/.test(label)).length;
  };
  await count(2, true);
  for (const atomic of [true, false]) {
    const [few, many] = [await count(2, atomic), await count(12, atomic)];
    expect((many - few) / 10).toBeLessThanOrEqual(10);
  }
});

test('Opportunities and the tags of flows have batches, too', async () => {
  const pipeline = await send('POST P/pipelines', { name: 'Sales', stages: [{ name: 'New' }] });
  const { id: pipelineId, stages } = pipeline.data as { id: string; stages: { id: string }[] };
  const deal = { name: 'Deal', pipelineId, stageId: stages[0]?.id };
  const made = await batch('opportunities', [
    { action: 'create', data: deal },
    { action: 'create', data: { ...deal, stageId: 'none' } },
  ]);
  expect(made.map(({ status }) => status)).toEqual([201, 400]);
  const flows = await Promise.all([1, 2].map(() => app.seed.flow(owner, { name: 'Tagged' }, false)));
  for (const atomic of [true, false]) {
    const tags = [`atomic ${atomic}`];
    const operations = flows.map(({ id }) => ({ action: 'update', id, data: { tags } }));
    expect((await batch('flows', operations, atomic)).map(({ status }) => status)).toEqual([200, 200]);
    for (const { id } of flows) expect((await send(`GET P/flows/${id}`)).data).toMatchObject({ tags });
  }
  const others = await batch('flows', [
    { action: 'update', id: flows[0]?.id, data: { name: 'Other' } },
    { action: 'delete', id: flows[0]?.id },
  ]);
  expect(others.map(({ error }) => error?.details?.map(({ field }) => field))).toEqual([['data.name'], ['action']]);
});

test('A batch in GraphQL is the same', async () => {
  const query = `mutation ($id: ID!, $input: BatchInput!) { batchContacts(workspaceId: $id, input: $input) {
    results { recordId status error { code details } } } }`;
  const input = { operations: [{ action: 'create', data: { email: 'no' } }] };
  const { data, errors } = await app.graphql(query, { id: owner.workspaceId, input }, owner.token);
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    batchContacts: { results: [{ recordId: null, status: 400, error: { code: 'VALIDATION_FAILED' } }] },
  });
});

describe('Several executions', () => {
  let failing: string;
  let waiting: string;
  const act = async (action: string, body: unknown) => {
    const { status, data, error } = await send(`POST P/flows/executions/${action}`, body);
    expect([status, error]).toEqual([200, undefined]);
    return data as { count: number; executionIds?: string[]; skipped?: unknown[]; next?: string };
  };
  const total = async (query: string) => (await send(`GET P/flows/executions?${query}`)).pagination.total;

  beforeAll(async () => {
    const stop = node('stop', 'logic.stop', { status: 'failed', message: 'no stock' });
    const delay = node('wait', 'logic.delay', { seconds: 3600 });
    const start = node('start', 'trigger.manual');
    failing = (await app.seed.flow(owner, graph([start, stop], 'start>stop'))).id;
    waiting = (await app.seed.flow(owner, graph([start, delay], 'start>wait'))).id;
    for (let n = 0; n < 3; n++) {
      await send(`POST P/flows/${failing}/trigger`, {});
      await send(`POST P/flows/${waiting}/trigger`, {});
    }
    await waitFor(async () => (await total(`flowId=${failing}&status=failed`)) === 3);
    await waitFor(async () => (await total(`flowId=${waiting}&phase=waiting`)) === 3);
  }, 60_000);

  test('that failed are counted, and retried once', async () => {
    const [{ error }] = (await send(`GET P/flows/executions?flowId=${failing}&limit=1`)).data as [
      { error: { code: string; nodeId: string } },
    ];
    const to = new Date().toISOString();
    const matching = { flowId: failing, errorCode: error.code, nodeId: error.nodeId, to };
    expect(await act('retry', { filter: matching, dryRun: true })).toEqual({ count: 3 });
    expect(await act('retry', { filter: { ...matching, nodeId: 'other' }, dryRun: true })).toEqual({ count: 0 });
    const both = await Promise.all([act('retry', { filter: matching }), act('retry', { filter: matching })]);
    const started = new Set(both.flatMap(({ executionIds = [] }) => executionIds));
    expect(started.size).toBe(3);
    expect(await act('retry', { filter: matching })).toEqual({ count: 0, executionIds: [], skipped: [] });
    await waitFor(async () => (await total(`flowId=${failing}&status=failed`)) === 6);
  });

  test('that fail again are not retried again by the requests that continue', async () => {
    const stop = node('stop', 'logic.stop', { status: 'failed', message: 'no stock' });
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), stop], 'start>stop'));
    const failed = () => total(`flowId=${flow.id}&status=failed`);
    for (let n = 0; n < 101; n++) await send(`POST P/flows/${flow.id}/trigger`, {});
    await waitFor(async () => (await failed()) === 101);
    const first = await act('retry', { filter: { flowId: flow.id } });
    expect([first.count, first.next]).toEqual([100, expect.any(String)]);
    await waitFor(async () => (await failed()) === 201);
    const second = await act('retry', { filter: { flowId: flow.id }, after: first.next });
    expect([second.count, second.next]).toEqual([1, undefined]);
  }, 60_000);

  test('that failed are retried with the current version, from where each failed, from a step or from the start', async () => {
    const start = node('start', 'trigger.manual');
    const before = node('before', 'data.set', { assignments: [{ name: 'seen', value: '{{triggerData.n}}' }] });
    const broken = node('send', 'data.transform', { expression: 'triggerData.n / 0' });
    const edges = ['start>before', 'before>send'];
    const flow = await app.seed.flow(owner, graph([start, before, broken], ...edges));
    const failed = (version: number) => total(`flowId=${flow.id}&status=failed&flowVersion=${version}`);
    for (const n of [1, 2, 3]) await send(`POST P/flows/${flow.id}/trigger`, { triggerData: { n } });
    await waitFor(async () => (await failed(1)) === 3);
    const fixed = node('send', 'data.transform', { expression: 'triggerData.n * 10' });
    await send(`PATCH P/flows/${flow.id}`, graph([start, before, fixed], ...edges));

    const filter = { flowId: flow.id, flowVersion: 1 };
    const same = await act('retry', { filter, version: 'same' });
    await waitFor(async () => (await failed(1)) === 6);
    const ended = async (ids: string[] | undefined) => {
      expect(ids).toHaveLength(3);
      return Promise.all((ids ?? []).map((id) => reached(app, owner, id)));
    };
    expect((await ended(same.executionIds)).map(({ flowVersion }) => flowVersion)).toEqual([1, 1, 1]);

    const current = await act('retry', { filter, version: 'current' });
    const green = await ended(current.executionIds);
    const outputs = green.map(({ status, flowVersion, output }) => ({ status, flowVersion, output }));
    expect(outputs).toEqual([10, 20, 30].map((output) => ({ status: 'completed', flowVersion: 2, output })));

    const completed = { flowId: flow.id, status: 'completed' };
    const other = await act('retry', { filter: completed, from: 'start', triggerData: { n: 7 } });
    expect((await ended(other.executionIds)).map(({ output }) => output)).toEqual([70, 70, 70]);
    const step = await act('retry', { filter: completed, from: 'step', nodeId: 'send' });
    const kept = (await ended(step.executionIds)).map(
      ({ steps }) => steps.find(({ nodeId }) => nodeId === 'before')?.id,
    );
    const former = (await ended(other.executionIds)).map(
      ({ steps }) => steps.find(({ nodeId }) => nodeId === 'before')?.id,
    );
    expect(kept).toEqual(former);
    const nowhere = await act('retry', { filter: completed, from: 'step', nodeId: 'gone' });
    expect([nowhere.count, nowhere.skipped?.length]).toEqual([0, 3]);
  });

  test('are retried over GraphQL by the same input', async () => {
    const query = `mutation ($id: ID!, $input: ExecutionBulkInput!) {
      retryExecutions(workspaceId: $id, input: $input) { count } }`;
    const input = {
      filter: { flowId: failing },
      version: 'current',
      from: 'start',
      triggerData: { n: 1 },
      dryRun: true,
    };
    const { data, errors } = await app.graphql(query, { id: owner.workspaceId, input }, owner.token);
    expect([errors, data]).toEqual([undefined, { retryExecutions: { count: 3 } }]);
  });

  test.each([
    ['retry', { from: 'step' }, ['nodeId']],
    ['retry', { nodeId: 'stop' }, ['nodeId']],
    ['retry', { triggerData: {}, from: 'failed', dryRun: true }, ['triggerData']],
    ['retry', { version: 'newest' }, ['version']],
    ['cancel', { version: 'current', from: 'start' }, ['from', 'version']],
  ])('refuse to %s by %j', async (action, input, fields) => {
    const { status, error } = await send(`POST P/flows/executions/${action}`, { filter: {}, ...input });
    expect([status, error?.details?.map(({ field }) => field)]).toEqual([400, fields]);
  });

  test('that run are cancelled at a node, of one workspace only', async () => {
    const stranger = await app.seed.owner();
    const foreign = `POST /workspaces/${stranger.workspaceId}/flows/executions/cancel`;
    expect((await send(foreign, { filter: {} }, stranger.token)).data).toMatchObject({ count: 0 });
    expect(await act('cancel', { filter: { nodeId: 'start' }, dryRun: true })).toEqual({ count: 0 });
    const cancelled = await act('cancel', { filter: { flowId: waiting, nodeId: 'wait' } });
    expect([cancelled.count, cancelled.executionIds?.length]).toEqual([3, 3]);
    expect(await total(`flowId=${waiting}&status=cancelled`)).toBe(3);
  });

  test('refuse filters that do not fit, and name them', async () => {
    const refused = async (action: string, filter: unknown) =>
      (await send(`POST P/flows/executions/${action}`, { filter })).error?.details?.map(({ field }) => field);
    expect(await refused('retry', { status: 'running' })).toEqual(['filter.status']);
    expect(await refused('cancel', { status: 'failed', errorCode: 'X' })).toEqual([
      'filter.status',
      'filter.errorCode',
    ]);
    const { error } = await send('POST P/flows/executions/cancel', { filter: { status: 'failed', errorCode: 'X' } });
    expect(error?.details?.map(({ rule }) => rule)).toEqual(['STATE_UNSUITABLE', 'NOT_ALLOWED_WITH']);
    expect(await refused('cancel', { from: 'soon', to: 'later' })).toEqual(['filter.from', 'filter.to']);
    expect(await refused('retry', { unknown: 1 })).toEqual(['filter.unknown']);
    const key = await app.seed.apiKey(owner, ['flows:read']);
    expect((await send('POST P/flows/executions/retry', { filter: {} }, key)).status).toBe(403);
  });
});
