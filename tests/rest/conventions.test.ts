import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadRoutes } from '../../src/app/collect-modules.js';
import { parseRouteKey } from '../../src/rest/route-key.js';
import { addMember } from '../contexts/accounts/members/people.js';
import { namedIds } from '../contexts/crm/definitions/record-asks.js';
import { samples } from '../contexts/crm/definitions/record-samples.js';
import { type RestAnswer, startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { inputs } from './conventions-inputs.js';

let app: TestApp;
let token: string;
let workspaceId: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ token, workspaceId } = await app.seed.owner());
}, 60_000);

afterAll(() => app.stop());

/** @param call `P` stands for the workspace */
const rest = (call: string, body?: unknown, headers?: Record<string, string>) =>
  app.rest(call.replace(/(?<= )P/, `/workspaces/${workspaceId}`), { as: token, body, ...(headers && { headers }) });

const dataOf = ({ body }: RestAnswer) => body.data as Record<string, unknown>;

/** The routes that change what a GET of the same path shows; those of another path are tried in `condition`. */
const keys = (await loadRoutes())
  .flatMap((table) => Object.entries(table))
  .flatMap(([key, { rawBody, bytes }]) => (rawBody || bytes ? [] : [key]));
// An entry of the state is set whether it exists or not, by another condition: the value that it must have.
const setByKey = 'PUT /workspaces/:workspaceId/state/:key';
const changes = keys.filter(
  (key) => /^(PATCH|PUT) /.test(key) && keys.includes(key.replace(/^\w+/, 'GET')) && key !== setByKey,
);

/** Equal numbers in one workspace clash. */
let names = 10;

/** Creates what a route changes. @returns the path of the new record */
async function created(key: string): Promise<string> {
  const { path, params } = parseRouteKey(key);
  const below = path.replace('/workspaces/:workspaceId', 'P');
  if (params.length === 0) return below;
  if (below === 'P') return 'P';
  const single = /\/[a-z-]+$/.exec(below)?.[0];
  if (single) {
    const path = `${await created(key.replace(/^\w+/, 'PATCH').slice(0, -single.length))}${single}`;
    expect((await rest(`PUT ${path}`, {})).status).toBe(200);
    return path;
  }
  const collection = below.replace(/\/:\w+$/, '');
  const sample = samples.find(
    ({ record }) => `${record.name.charAt(0).toLowerCase()}${record.name.slice(1)}Id` === params.at(-1),
  );
  const ids = sample ? await namedIds(app, sample, { as: token, workspaceId }, ++names) : {};
  const [, parent = '', list = ''] = /^(.*:\w+)(\/[a-z-]+)$/.exec(collection) ?? [];
  const filled =
    parent && !sample
      ? `${await created(parent.replace('P', 'PATCH /workspaces/:workspaceId'))}${list}`
      : collection.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name);
  const { [params.at(-2) ?? '']: _, ...named } = ids;
  const answer = await rest(
    `POST ${filled}`,
    sample ? sample.input(1, sample.record.parent ? named : ids) : inputs[collection],
  );
  expect([key, answer.status, answer.body.error]).toEqual([key, 201, undefined]);
  return `${filled}/${dataOf(answer).id}`;
}

describe.each(changes)('%s', (key) => {
  const method = key.split(' ', 1)[0];
  let path: string;
  beforeAll(async () => {
    path = await created(key);
  });
  const get = (headers?: Record<string, string>) => rest(`GET ${path}`, undefined, headers);
  const send = (body: unknown, headers?: Record<string, string>) => rest(`${method} ${path}`, body, headers);

  test('accepts what a GET answers, and changes nothing', async () => {
    const before = await get();
    const answer = await send(dataOf(before));
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const after = await get();
    expect(after.body).toEqual(before.body);
    expect(before.headers.get('etag')).toMatch(/^"[\w-]{27}(-br|-gzip)?"$/);
    expect([answer.headers.get('etag'), after.headers.get('etag')].map(bare)).toEqual([tagOf(before), tagOf(before)]);
  });

  test('refuses a field that only the server changes, and an unknown one beside it', async () => {
    const record = dataOf(await get());
    const field = 'id' in record ? 'id' : (Object.keys(record)[0] as string);
    const { status, body } = await send({ ...record, [field]: 'another', nothing: 1 });
    const details = body.error.details?.map((detail) => [detail.field, detail.rule]);
    expect([status, body.error.code, details]).toEqual([
      400,
      'VALIDATION_FAILED',
      [
        [field, 'READ_ONLY_FIELD'],
        ['nothing', undefined],
      ],
    ]);
  });

  test('answers 304 to the current ETag, and 412 with it to another one', async () => {
    const current = (await get()).headers.get('etag') as string;
    const known = await get({ 'if-none-match': current });
    expect([known.status, known.headers.get('etag'), known.body]).toEqual([304, current, null]);
    const refused = await send({}, { 'if-match': '"another", W/"weak"' });
    expect([refused.status, refused.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect(bare(refused.headers.get('etag'))).toBe(bare(current));
    expect((await send({}, { 'if-match': `"another", ${current}` })).status).toBe(200);
  });
});

/** A tag without the coding of the answer. */
const bare = (tag: string | null) => tag?.replace(/-(br|gzip)"$/, '"');
const tagOf = ({ headers }: RestAnswer) => bare(headers.get('etag'));

test('finds the routes that change what a GET shows', () => {
  expect(changes.length).toBeGreaterThanOrEqual(24);
});

describe('a condition', () => {
  test('lets one of two concurrent writers pass, in REST and in GraphQL', async () => {
    const contact = dataOf(await rest('POST P/contacts', { name: 'Ada' }));
    const path = `P/contacts/${contact.id}`;
    const tag = (await rest(`GET ${path}`)).headers.get('etag') as string;
    const writes = ['Eva', 'Ida', 'Mia'].map((name) => rest(`PATCH ${path}`, { name }, { 'if-match': tag }));
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const now = await rest(`GET ${path}`);
    expect(answers.map(tagOf)).toEqual([tagOf(now), tagOf(now), tagOf(now)]);

    const since = dataOf(now).updatedAt;
    const change = (name: string) =>
      app.graphql(
        `mutation ($workspaceId: ID!, $id: ID!, $name: String, $since: DateTime) {
          updateContact(workspaceId: $workspaceId, contactId: $id, input: { name: $name }, ifUnmodifiedSince: $since) { id }
        }`,
        { workspaceId, id: contact.id, name, since },
        token,
      );
    const results = await Promise.all([change('Una'), change('Lea')]);
    expect(results.map(({ errors }) => errors?.[0]?.extensions.code).sort()).toEqual([
      'PRECONDITION_FAILED',
      undefined,
    ]);
    const failed = results.find(({ errors }) => errors)?.errors?.[0]?.extensions;
    expect(failed).toMatchObject({ status: 412, details: [{ field: 'ifUnmodifiedSince' }] });
  });

  test('protects a flow whose version stays the same, and a deletion', async () => {
    const nodes = graph([node('start', 'trigger.manual'), node('note', 'logic.merge')], 'start>note');
    const { id } = await app.seed.flow({ token, workspaceId, email: '' }, nodes, false);
    const tag = (await rest(`GET P/flows/${id}`)).headers.get('etag') as string;
    const on = (isActive: boolean) => rest(`PATCH P/flows/${id}`, { isActive }, { 'if-match': tag });
    const statuses = (await Promise.all([on(true), on(true)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
    expect((await rest(`DELETE P/flows/${id}`, undefined, { 'if-match': tag })).status).toBe(412);
    expect((await rest(`DELETE P/flows/${id}`, undefined, { 'if-match': '*' })).status).toBe(200);
  });

  test('protects the role of a member, which a GET of the member shows, in REST and in GraphQL', async () => {
    const member = await addMember(app, workspaceId, token, 'VIEWER');
    const path = `P/members/${member.userId}`;
    const first = await rest(`GET ${path}`);
    expect(dataOf(first)).toMatchObject({ email: member.email, role: 'VIEWER' });
    const put = (role: string, tag: string) => rest(`PATCH ${path}/role`, { role }, { 'if-match': tag });
    const foreign = await put('EDITOR', '"nope"');
    expect([foreign.status, tagOf(foreign)]).toEqual([412, tagOf(first)]);
    const answers = await Promise.all([1, 2, 3].map(() => put('EDITOR', first.headers.get('etag') as string)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const now = await rest(`GET ${path}`);
    expect(answers.map(tagOf)).toEqual([tagOf(now), tagOf(now), tagOf(now)]);
    const stale = await app.graphql(
      `mutation ($workspaceId: ID!, $userId: ID!, $since: DateTime) {
        updateMember(workspaceId: $workspaceId, userId: $userId, input: { role: ADMIN }, ifUnmodifiedSince: $since) { role }
      }`,
      { workspaceId, userId: member.userId, since: dataOf(first).updatedAt },
      token,
    );
    expect(stale.errors?.[0]?.extensions.code).toBe('PRECONDITION_FAILED');
    expect((await rest(`GET P/members/${workspaceId}`)).status).toBe(404);
  });

  test('protects a step of a sequence from two writers', async () => {
    const sequence = dataOf(await rest('POST P/follow-up/sequences', { name: 'Chase' }));
    const steps = `P/follow-up/sequences/${sequence.id}/steps`;
    const step = dataOf(await rest(`POST ${steps}`, inputs['P/follow-up/sequences/:followUpSequenceId/steps']));
    const tag = (await rest(`GET ${steps}/${step.id}`)).headers.get('etag') as string;
    const delays = [1, 2, 3].map((delayMinutes) =>
      rest(`PATCH ${steps}/${step.id}`, { delayMinutes }, { 'if-match': tag }),
    );
    const answers = await Promise.all(delays);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const now = await rest(`GET ${steps}/${step.id}`);
    expect(answers.map(tagOf)).toEqual([tagOf(now), tagOf(now), tagOf(now)]);
  });

  test('protects the draft of a flow from two writers, and from one who discards what another has saved', async () => {
    const { id } = dataOf(await rest('POST P/flows', { name: 'Draft' }));
    const path = `P/flows/${id}/draft`;
    const save = (label: string, tag: string) =>
      rest(`PUT ${path}`, graph([node(label, 'trigger.manual')]), { 'if-match': tag });
    await rest(`PUT ${path}`, graph([node('first', 'trigger.manual')]));
    const tag = (await rest(`GET ${path}`)).headers.get('etag') as string;
    const answers = await Promise.all(['a', 'b', 'c'].map((label) => save(label, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const now = tagOf(await rest(`GET ${path}`));
    expect(answers.map(tagOf)).toEqual([now, now, now]);
    expect((await rest(`DELETE ${path}`, undefined, { 'if-match': tag })).status).toBe(412);
    expect((await rest(`DELETE ${path}`, undefined, { 'if-match': now as string })).status).toBe(200);
  });

  test('of a caller who may not write says so before it is compared', async () => {
    const key = await app.seed.apiKey({ token, workspaceId, email: '' }, ['contacts:read']);
    const { id } = dataOf(await rest('POST P/contacts', { name: 'Ada' }));
    const call = `PATCH /workspaces/${workspaceId}/contacts/${id}`;
    const refused = await app.rest(call, { as: key, body: { id: 'x' }, headers: { 'if-match': '"x"' } });
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('contacts:write')]);
  });
});

test.each([
  ['POST P/contacts', { name: 'Ada', tags: 'vip' }, 'tags'],
  ['POST P/contacts', { name: 'Ada', doNotContact: 'true' }, 'doNotContact'],
  ['POST P/contacts', { name: 5 }, 'name'],
  ['POST P/contacts', { name: 'Ada', assignedTo: 7 }, 'assignedTo'],
  ['POST P/flows', { name: 'Flow', tags: 'vip' }, 'tags'],
  ['POST P/flows', { name: 'Flow', nodes: { id: 'a' } }, 'nodes'],
  ['POST P/flows', { name: 'Flow', folderId: 5 }, 'folderId'],
  ['POST P/pipelines', { name: 'Sales', stages: { id: 'a', name: 'A' } }, 'stages'],
  ['POST P/company-contexts', { name: 'Acme', services: 'Delivery' }, 'services'],
])('%s with %j is 400 for %s', async (call, body, field) => {
  const { status, body: answer } = await rest(call, { ...body, nothing: 1 });
  expect([status, answer.error.details?.map((detail) => detail.field)]).toEqual([400, [field, 'nothing']]);
});

test('answers of 201 name the record in Location', async () => {
  const flow = dataOf(await rest('POST P/flows', inputs['P/flows']));
  const sequence = dataOf(await rest('POST P/follow-up/sequences', { name: 'Chase' }));
  const cases: [string, unknown, string | null][] = [
    ['POST /workspaces', { name: 'Second' }, '/workspaces/ID'],
    ['POST P/contacts', { name: 'Ada' }, 'P/contacts/ID'],
    [`POST P/flows/${flow.id}/duplicate`, {}, 'P/flows/ID'],
    [
      `POST P/follow-up/sequences/${sequence.id}/steps`,
      { delayMinutes: 5, message: 'Hi' },
      `P/follow-up/sequences/${sequence.id}/steps/ID`,
    ],
    ['POST P/api-keys', { name: 'Key', capabilities: ['*'] }, 'P/api-keys/ID'],
    ['POST P/members', { email: 'new@example.com', role: 'VIEWER' }, null],
  ];
  for (const [call, body, expected] of cases) {
    const answer = await rest(call, body);
    const place = expected?.replace(/^P/, `/workspaces/${workspaceId}`).replace('ID', String(dataOf(answer).id));
    expect([call, answer.status, answer.headers.get('location')]).toEqual([
      call,
      201,
      place ? `http://localhost:4000${place}` : null,
    ]);
  }
});

describe('an answer over 1 KiB', () => {
  const ask = (path: string, encoding: string, init: RequestInit = {}) =>
    fetch(app.url + path.replace('P', `/workspaces/${workspaceId}`), {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding, ...init.headers },
    });

  test.each([
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['*', 'br'],
    ['identity', null],
    ['gzip;q=0', null],
  ])('accepted in %s is sent in %s', async (accepted, coding) => {
    const answer = await ask('P/flows/node-types', accepted);
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      coding,
      'Origin, accept-encoding',
    ]);
    const body = (await answer.json()) as { data: unknown[] };
    expect(body.data.length).toBeGreaterThan(20);
    const tag = answer.headers.get('etag') as string;
    expect(tag.endsWith(coding ? `-${coding}"` : '"')).toBe(true);
    expect((await ask('P/flows/node-types', accepted, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  test('is compressed in GraphQL, streams, pages and both documents; short answers, events and tokens are not', async () => {
    const codingOf = async (path: string, init?: RequestInit) => {
      const answer = await ask(path, 'gzip', init);
      const text = await answer.text();
      return [answer.status, answer.headers.get('content-encoding'), text.length > 0];
    };
    const post = (body: unknown, headers = {}) => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(await codingOf('/graphql', post({ query: '{ __schema { types { name } } }' }))).toEqual([200, 'gzip', true]);
    expect(await codingOf('P/contacts/export')).toEqual([200, 'gzip', true]);
    for (const path of ['/openapi.json', '/openapi.yaml', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui-bundle.js'])
      expect([path, ...(await codingOf(path))]).toEqual([path, 200, 'gzip', true]);
    expect(await codingOf('P')).toEqual([200, null, true]);
    const events = post({ query: '{ __schema { types { name } } }' }, { accept: 'text/event-stream' });
    expect(await codingOf('/graphql', events)).toEqual([200, null, true]);
    const { email } = await app.seed.owner();
    const login = post({ email, password: 'correct horse battery' });
    expect(await codingOf('/auth/login', login)).toEqual([200, null, true]);
  });
});

test('every answer says how long it took, and limits name their policy', async () => {
  for (const path of ['/healthz', '/nothing', '/graphql?query={me{id}}', '/docs'])
    expect((await fetch(app.url + path)).headers.get('server-timing')).toMatch(/^total;dur=\d+$/);
  const rates = await fetch(`${app.url}/credit-rates`);
  expect(rates.headers.get('ratelimit-policy')).toBe('"default";q=30;w=60');
  expect(rates.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
});
