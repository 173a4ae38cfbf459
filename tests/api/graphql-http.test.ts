import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { auditServer } from 'graphql-http';
import { buildGraphSchema } from '../../src/app/schema.js';
import { apiErrors } from '../../src/platform/errors/error-catalogue.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface Failure {
  message: string;
  path?: string[];
  extensions: { code: string; status: number; requestId: string; details?: { field?: string; message: string }[] };
}
interface Result {
  data?: Record<string, never> | null;
  errors?: Failure[];
}
interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

async function send<Body = Result>(search: string, init: RequestInit): Promise<Answer<Body>> {
  const answer = await fetch(`${app.url}/graphql${search}`, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
}

function post<Body = Result>(body: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> {
  return send<Body>('', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}`, ...headers },
    body: JSON.stringify(body),
  });
}

function get(parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer<Result>> {
  const authorization = `Bearer ${owner.token}`;
  return send(`?${new URLSearchParams(parameters)}`, { headers: { authorization, ...headers } });
}

/** The errors of a refused request, which must not expose internals. */
function failureOf({ body }: Answer<Result>) {
  const [failure] = body.errors ?? [];
  if (!failure) throw new Error(`It went well: ${JSON.stringify(body)}`);
  const { code, status } = failure.extensions;
  expect(apiErrors).toHaveProperty([code, 'status'], status);
  expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|apollo|\bat \w+ \(|GRAPHQL_|INTERNAL_SERVER/i);
  return { code, message: failure.message };
}

test('passes the audit of GraphQL over HTTP', async () => {
  const results = await auditServer({ url: `${app.url}/graphql` });
  expect(results.length).toBeGreaterThan(50);
  expect(results.filter(({ status }) => status === 'error')).toEqual([]);
});

describe('a document', () => {
  const wrong: [string, string, RegExp][] = [
    ['that cannot be parsed', '{ me', /Expected Name/],
    ['that asks for unknown fields', '{ nam }', /Cannot query field "nam"/],
    ['with an unknown argument', '{ workspace(id: "x", foo: 1) { id } }', /Unknown argument "foo"/],
    ['without a required argument', '{ workspace { id } }', /argument "id" of type "ID!" is required/],
    ['with a literal of a wrong type', '{ workspaces(limit: "a") { items { id } } }', /Int cannot represent.*"a"/],
    ['with a null literal', '{ workspace(id: null) { id } }', /Expected value of type "ID!", found null/],
    [
      'with an unknown input field',
      'mutation { login(input: { email: "a", password: "b", x: 1 }) { expiresIn } }',
      /Field "x"/,
    ],
    ['without a required input field', 'mutation { login(input: { email: "a" }) { expiresIn } }', /password.*required/],
    ['with an undeclared variable', '{ workspace(id: $id) { id } }', /"\$id" is not defined/],
    ['with a variable of an unknown type', 'query ($id: Foo) { workspace(id: $id) { id } }', /Unknown type "Foo"/],
    [
      'with a variable of a wrong type',
      'query ($id: Int!) { workspace(id: $id) { id } }',
      /"Int!".*expecting type "ID!"/,
    ],
    ['with an unknown directive', '{ ... @defer { me { id } } }', /Unknown directive/],
    ['whose fragments go in circles', '{ me { ...F } } fragment F on Me { ...F }', /Cannot spread fragment/],
    ['without an operation', 'fragment F on Me { id }', /F/],
    ['that is nested too deeply', `{ me ${'{ me '.repeat(50_000)}`, /./],
  ];

  test.each(wrong)('%s is a bad request', async (_, query, reason) => {
    const answer = await post({ query });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toHaveProperty('data');
    expect(failureOf(answer)).toEqual({ code: 'BAD_REQUEST', message: expect.stringMatching(reason) });
  });

  test('reports every error with its location', async () => {
    const { body } = await post({ query: '{ one\n two }' });
    expect(body.errors).toMatchObject([{ locations: [{ line: 1 }] }, { locations: [{ line: 2 }] }]);
  });

  test('with several operations runs the named one', async () => {
    const query = 'query A { me { id } } query B { me { email } }';
    expect((await post({ query, operationName: 'B' })).body.data).toEqual({ me: { email: owner.email } });
    for (const operationName of [undefined, 'C', '']) {
      const answer = await post({ query, operationName });
      expect(answer.status).toBe(400);
      expect(failureOf(answer)).toEqual({ code: 'BAD_REQUEST', message: expect.stringContaining('operationName') });
    }
  });

  test('with one operation does not run under another name', async () => {
    const answer = await post({ query: 'mutation Mine { logout { loggedOut } }', operationName: 'Other' });
    expect([answer.status, failureOf(answer).code]).toEqual([400, 'BAD_REQUEST']);
    expect((await post({ query: '{ me { email } }' })).body.errors).toBeUndefined();
  });
});

describe('a request', () => {
  test.each([
    ['without a query', { variables: {} }],
    ['with an empty query', { query: '' }],
    ['with a query that is no text', { query: 7 }],
    ['with variables that are no object', { query: '{ __typename }', variables: 'a' }],
    ['with a name that is no text', { query: '{ __typename }', operationName: 5 }],
    ['with extensions that are no object', { query: '{ __typename }', extensions: [] }],
    ['without anything', {}],
    ['of an empty batch', []],
    ['of a batch of nonsense', [7]],
    ['for a subscription', { query: 'subscription { workspaceExecutionUpdated(workspaceId: "x") { cursor } }' }],
  ])('%s is a bad request', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, failureOf(answer).code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('with invalid variables reports all of them, and is not run', async () => {
    const query =
      'query ($w: ID!, $limit: Int) { workspace(id: $w) { flows(limit: $limit, page: 0) { items { id } } } }';
    const answer = await post({ query, variables: { w: owner.workspaceId, limit: 'a' } });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toHaveProperty('data');
    expect(failureOf(answer).code).toBe('VALIDATION_FAILED');
    expect(answer.body.errors?.[0]?.extensions.details?.map(({ field }) => field)).toEqual(['limit', 'page']);
  });

  test('with an error during execution returns the other data and the path of the error', async () => {
    const query = `{ me { email } workspace(id: "${owner.workspaceId}") { flow(id: "x") { id } } }`;
    const { status, body } = await post({ query });
    expect(status).toBe(200);
    expect(body.errors).toMatchObject([
      { path: ['workspace', 'flow'], extensions: { code: 'NOT_FOUND', status: 404 } },
    ]);
  });

  test('is answered with the accepted content type, and with JSON by default', async () => {
    const query = '{ __typename }';
    for (const [accept, type] of [
      ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
      ['application/json', 'application/json; charset=utf-8'],
      ['text/html', 'application/json; charset=utf-8'],
    ] as const) {
      const { status, headers } = await post({ query }, { accept });
      expect([status, headers.get('content-type')]).toEqual([200, type]);
    }
  });

  test('is not cached', async () => {
    for (const query of ['{ me { id } }', '{ nam }', '']) {
      expect((await post({ query })).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('a GET', () => {
  test('answers queries with variables for clients with a credential', async () => {
    const query = 'query ($id: ID!) { workspace(id: $id) { name } }';
    const { status, body } = await get({ query, variables: JSON.stringify({ id: owner.workspaceId }) });
    expect([status, body.data]).toEqual([200, { workspace: { name: 'Acme' } }]);
  });

  test('runs no mutation', async () => {
    const answer = await get({ query: 'mutation { logout { loggedOut } }' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(failureOf(answer).code).toBe('METHOD_NOT_ALLOWED');
    expect((await get({ query: '{ me { email } }' })).body.data).toEqual({ me: { email: owner.email } });
  });

  test('of a browser for another site is refused', async () => {
    const { status } = await send(`?query=${encodeURIComponent('{ __typename }')}`, {});
    expect(status).toBe(400);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const answer = await send('', { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
      expect([answer.status, failureOf(answer).code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  test('with unreadable variables is a bad request', async () => {
    for (const variables of ['{', '7', '"a"']) {
      const answer = await get({ query: '{ __typename }', variables });
      expect([answer.status, failureOf(answer).code]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

describe('a batch', () => {
  test('is answered in order, and an error of one operation does not affect the others', async () => {
    const query = '{ me { email } }';
    const { status, body } = await post<Result[]>([{ query }, { query: '{ nam }' }, { query }]);
    expect(status).toBe(200);
    expect(body.map(({ data, errors }) => [data?.me, errors?.[0]?.extensions.code])).toEqual([
      [{ email: owner.email }, undefined],
      [undefined, 'BAD_REQUEST'],
      [{ email: owner.email }, undefined],
    ]);
  });

  test('shares no state between its operations', async () => {
    const { id } = await app.seed.flow(owner, { name: 'Before' }, false);
    const variables = { w: owner.workspaceId, id };
    const rename = (name: string) => ({
      query: `mutation ($w: ID!, $id: ID!) { updateFlow(workspaceId: $w, flowId: $id, input: { name: "${name}" }) { name version } }`,
      variables,
    });
    const { body } = await post<Result[]>([rename('One'), rename('Two'), rename('Three')]);
    const versions = body.map(
      ({ data }) => (data as unknown as { updateFlow: { version: number } }).updateFlow.version,
    );
    expect(versions.sort()).toEqual([2, 3, 4]);
  });
});

test('every error has the ID of its request', async () => {
  const name = { 'x-request-id': 'named-by-the-client' };
  const document = (query: unknown) => post<Result>({ query }, name);
  const unknown = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
  const answers = [
    await document('{ oops'),
    await document('{ nothing }'),
    await document(`{ ${Array.from({ length: 31 }, (_, index) => `a${index}: me { id }`).join(' ')} }`),
    await document('{ workspace(id: "none") { name } me { id } }'),
    await document(42),
    await document(`{ me { id } # ${'x'.repeat(200_000)}\n }`),
    await post({ extensions: unknown }, name),
    await post([{ query: '{ oops' }, { query: '{ nothing }' }, { query: '{ workspace(id: "none") { name } }' }], name),
    await post({ query: '{ me { id } }' }, { ...name, authorization: 'Bearer nonsense' }),
    await send('', { method: 'PUT', headers: name }),
    await send('', { method: 'POST', headers: { ...name, 'content-type': 'application/json' }, body: '{' }),
    await send('?query={me{id}}', { headers: name }),
  ];
  for (const { body } of answers) {
    const errors = [body].flat().flatMap((answer) => answer.errors ?? []);
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) expect(extensions).toMatchObject({ requestId: 'named-by-the-client' });
  }
});

test('introspection returns the whole schema', async () => {
  const { body } = await post({ query: getIntrospectionQuery({ specifiedByUrl: true, oneOf: true }) });
  const reported = buildClientSchema(body.data as unknown as IntrospectionQuery);
  expect(printSchema(lexicographicSortSchema(reported))).toBe(printSchema(lexicographicSortSchema(buildGraphSchema())));
});

describe('a credential that is refused', () => {
  const accepts = ['application/json', 'application/graphql-response+json'];

  test.each(accepts)('for the whole document is answered with 401 and a challenge, as %s', async (accept) => {
    const body = JSON.stringify({ query: '{ workspaces { items { id } } }' });
    const strangers: [Record<string, string>, string, string][] = [
      [{}, 'UNAUTHENTICATED', 'Bearer'],
      [{ authorization: 'Bearer nonsense' }, 'INVALID_TOKEN', 'Bearer error="invalid_token"'],
      [{ authorization: 'Bearer wak_nonsense' }, 'INVALID_TOKEN', 'Bearer error="invalid_token"'],
    ];
    for (const [credential, code, challenge] of strangers) {
      const headers = { 'content-type': 'application/json', accept, ...credential };
      const answer = await send('', { method: 'POST', headers, body });
      expect([answer.status, answer.headers.get('www-authenticate'), failureOf(answer).code]).toEqual([
        401,
        challenge,
        code,
      ]);
      expect(answer.body.data ?? null).toBeNull();
    }
  });

  test('leaves what needs none, errors of fields and batches at 200', async () => {
    const login =
      'mutation { login(input: { email: "nobody@example.com", password: "wrong-password" }) { expiresIn } }';
    const headers = { 'content-type': 'application/json' };
    const sent = (body: unknown) =>
      send<Result & Result[]>('', { method: 'POST', headers, body: JSON.stringify(body) });
    const refused = await sent({ query: login });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([200, ['login']]);
    expect((await sent({ query: '{ __typename }' })).status).toBe(200);
    expect((await sent([{ query: '{ me { id } }' }, { query: '{ __typename }' }])).status).toBe(200);
  });
});
