import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';
import { type AskedOperation, askOverHttp, askOverSocket, type LimitAnswer } from './limits-ask.js';

let app: TestApp;
/** The same in production. */
let production: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  production = await startTestApp({ database: app.database, production: true });
  owner = await app.seed.owner();
});

afterAll(async () => {
  await production.stop();
  await app.stop();
});

const http = (query: string, variables: object = {}, asked: Partial<AskedOperation> = {}) =>
  askOverHttp(query, variables, { at: app, ...asked });
const socket = (query: string, variables: object = {}, asked: Partial<AskedOperation> = {}) =>
  askOverSocket(query, variables, { at: app, ...asked });

/** Asks on both surfaces, which must say the same. */
async function refusalOf(query: string, variables: object = {}, asked: Partial<AskedOperation> = {}): Promise<string> {
  const [status, overHttp] = await http(query, variables, asked);
  const overSocket = await socket(query, variables, asked);
  for (const { data, errors } of [overHttp, overSocket]) {
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', status: 400, requestId: expect.any(String) });
    expect(JSON.stringify(errors)).not.toMatch(/stacktrace|node_modules/);
  }
  expect(status).toBe(400);
  expect(overSocket.errors?.[0]?.message).toBe(overHttp.errors?.[0]?.message);
  return overHttp.errors?.[0]?.message ?? '';
}

/** `levels` fields one inside the other, the root field and the leaf among them. */
function nested(levels: number): string {
  const inner = ['workspace(id: $id)', 'flows(limit: 1)', 'items'];
  while (inner.length < levels - 1) inner.push('executions(limit: 1)', 'items', 'flow');
  return `query ($id: ID!) { ${inner.slice(0, levels - 1).join(' { ')} { __typename ${'}'.repeat(levels)}`;
}

describe('a document', () => {
  test('is at most 15 levels deep', async () => {
    const id = owner.workspaceId;
    const [status, { errors }] = await http(nested(15), { id }, { as: owner.token });
    expect([status, errors]).toEqual([200, undefined]);
    expect(await refusalOf(nested(16), { id })).toBe(
      'Query depth limit of 15 exceeded, found 16. Split it into several smaller operations.',
    );
    expect(await refusalOf(nested(500), { id })).toContain('found 500');
  });

  test('is as deep as its fragments make it', async () => {
    const levels = Array.from(
      { length: 8 },
      (_, at) => `fragment F${at} on Flow { lastExecution { flow { ...F${at + 1} } } }`,
    );
    const query = `query ($id: ID!) { workspace(id: $id) { flow(id: $id) { ...F0 } } }
      ${levels.join(' ')} fragment F8 on Flow { id }`;
    expect(await refusalOf(query, { id: owner.workspaceId })).toContain('Query depth limit of 15 exceeded, found 19.');
  });

  test('may not use fragments inside themselves', async () => {
    const query = `query { me { ...A } } fragment A on Me { id ...B } fragment B on Me { name ...A }`;
    expect(await refusalOf(query)).toContain('Cannot spread fragment');
  });

  test('has at most 30 aliases, wherever they stand', async () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: id`).join(' ');
    const [status] = await http(`{ me { ${aliases(30)} } }`, {}, { as: owner.token });
    expect(status).toBe(200);
    expect(await refusalOf(`{ me { ${aliases(31)} } }`)).toBe(
      'Aliases limit of 30 exceeded, found 31. Split it into several smaller operations.',
    );
    const roots = Array.from({ length: 4 }, (_, at) => `r${at}: me { ...F }`).join(' ');
    const query = `{ ${roots} } fragment F on Me { ${aliases(7)} }`;
    expect(await refusalOf(query)).toContain('Aliases limit of 30 exceeded, found 32.');
  });

  test('has at most 50 directives', async () => {
    const fields = (count: number) => 'id @include(if: true) '.repeat(count);
    const [status] = await http(`{ me { ${fields(50)} } }`, {}, { as: owner.token });
    expect(status).toBe(200);
    expect(await refusalOf(`{ me { ${fields(51)} } }`)).toContain('Directives limit of 50 exceeded, found 51.');
  });

  test('has at most 5,000 tokens', async () => {
    expect(await refusalOf(`{ me { ${'id '.repeat(5_000)} } }`)).toContain('more that 5000 tokens');
  });

  test('has at most 100,000 characters, comments and blanks included', async () => {
    const long = `{ __typename }${'#\n'.repeat(60_000)}`;
    const message =
      'The document must have at most 100000 characters, this one has 120014. Send long values as variables.';
    const refusal = [{ message, extensions: { code: 'BAD_REQUEST', status: 400, requestId: expect.any(String) } }];
    const as = owner.token;
    expect(await http(long, {}, { as })).toEqual([400, { errors: refusal }]);
    expect((await socket(long, {}, { as })).errors).toEqual(refusal);
    expect((await http(long.slice(0, 100_000), {}, { as }))[0]).toBe(200);
  });

  test('is not nested deeper than it can be read', async () => {
    expect(await refusalOf(`{ workspace(id: ${'['.repeat(50_000)}`)).toBe('The document is nested too deeply.');
    const nested = (depth: number) => refusalOf(`{ workspace(id: ${'['.repeat(depth)}${']'.repeat(depth)}) { id } }`);
    expect(await nested(100)).toContain('ID cannot represent');
    for (const depth of [200, 1_000, 2_400]) expect(await nested(depth)).toBe('The document is nested too deeply.');
  });

  test('that is broken in a thousand ways is refused in short time', async () => {
    const began = performance.now();
    const fragments = Array.from(
      { length: 300 },
      (_, at) => `fragment F${at} on Me { id ...F${at + 1} ...F${at + 2} }`,
    );
    await http(`{ me { ...F0 } } ${fragments.join(' ')}`);
    await http(`{ ${'a: me { id } '.repeat(600)} }`);
    await http(`{ ${'me { id } '.repeat(700)} }`);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('the cost of an operation', () => {
  const list = `query ($id: ID!, $limit: Int) { workspace(id: $id) { flows(limit: $limit) {
    items { id name folder { id name }
      executions(limit: 5) { items { id status steps: allSteps { nodeId status output } } pagination { total } }
      lastExecution { id status } }
    pagination { total } } } }`;

  test('is published with each answer, and the ordinary nested list is far from the limit', async () => {
    const variables = { id: owner.workspaceId, limit: 20 };
    const [, { data, extensions }] = await http(list, variables, { as: owner.token });
    expect(data).toBeTruthy();
    expect(extensions?.cost).toBe(4_182);
    expect((await socket(list, variables, { as: owner.token })).extensions?.cost).toBe(4_182);
    const [, few] = await http(list, { ...variables, limit: 1 }, { as: owner.token });
    expect(few.extensions?.cost).toBe(211);
    const [, usual] = await http(list, { id: owner.workspaceId }, { as: owner.token });
    expect(usual.extensions?.cost).toBe(4_182);
    const [, me] = await http('{ me { id name } }', {}, { as: owner.token });
    expect(me.extensions?.cost).toBe(1);
  });

  test('grows with what its fields are given, at each of them', async () => {
    const evaluate = (aliases: number) =>
      `query ($id: ID!, $input: EvaluateExpressionInput!) { workspace(id: $id) { ${Array.from(
        { length: aliases },
        (_, at) => `a${at}: evaluateExpression(input: $input) { value }`,
      )} } }`;
    const input = (bytes: number) => ({ expression: '1', data: { triggerData: ['x'.repeat(bytes)] } });
    const costOf = async (aliases: number, bytes: number) => {
      const variables = { id: owner.workspaceId, input: input(bytes) };
      return (await http(evaluate(aliases), variables, { as: owner.token }))[1].extensions?.cost;
    };
    expect(await costOf(1, 100)).toBe(3);
    expect(await costOf(1, 102_400)).toBe(103);
    expect(await costOf(20, 102_400)).toBe(1 + 20 * 102);
    const variables = { id: owner.workspaceId, input: input(900_000) };
    expect(await refusalOf(evaluate(28), variables, { as: owner.token })).toContain('must be at most 20000');
  });

  test('grows with literal values, and with the lists in which fields are given them', async () => {
    const text = `"${'x'.repeat(2_100)}"`;
    const query = (fields: string) => `query ($id: ID!) { workspace(id: $id) { ${fields} } }`;
    const literal = query(`evaluateExpression(input: {expression: "1", data: {triggerData: [${text}]}}) { value }`);
    const [, { extensions }] = await http(literal, { id: owner.workspaceId }, { as: owner.token });
    expect(extensions?.cost).toBe(5);
  });

  const wide = `query ($id: ID!, $limit: Int = 100) { workspace(id: $id) { flows(limit: $limit) {
    items { executions(limit: 100) { items { id steps: allSteps { id } } } } } } }`;

  test('over 20,000 is refused before anything runs', async () => {
    const message = await refusalOf(wide, { id: owner.workspaceId }, { as: owner.token });
    expect(message).toBe(
      'The cost of an operation must be at most 20000, but is 210202. Use a smaller limit for its lists, or select less inside them.',
    );
    const [, small] = await http(wide, { id: owner.workspaceId, limit: 5 }, { as: owner.token });
    expect(small.errors).toBeUndefined();
    expect(await refusalOf(wide, { id: owner.workspaceId, limit: 1_000_000 })).toContain(
      'must be at most 20000, but is 210202.',
    );
  });

  test('counts fragments where they are used, and hides behind no variable that does not fit', async () => {
    const [, all] = await http(wide, { id: owner.workspaceId, limit: 'many' });
    expect(all.errors?.[0]?.message).toContain('must be at most 20000, but is 42042.');
    const query = `query ($id: ID!) { workspace(id: $id) { flows(limit: 100) { items { ...A } } } }
      fragment A on Flow { executions(limit: 100) { items { ...B } } lastExecution { ...B } }
      fragment B on Execution { flow { folder { parent { id } } } }`;
    expect(await refusalOf(query, { id: owner.workspaceId })).toContain('must be at most 20000, but is 40602.');
  });

  test('is held by subscriptions, too', async () => {
    const query = `subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { execution { flow {
      executions(limit: 100) { items { flow { executions(limit: 100) { items { steps: allSteps { id } } } } } } } } } }`;
    const { errors } = await socket(query, { id: owner.workspaceId }, { as: owner.token });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('The cost of an operation must be at most'),
      extensions: { code: 'BAD_REQUEST' },
    });
  });
});

describe('a batch', () => {
  const post = (operations: number) =>
    fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify(Array.from({ length: operations }, () => ({ query: '{ me { id } }' }))),
    });

  test('holds at most 10 operations', async () => {
    const ten = await post(10);
    expect([ten.status, ((await ten.json()) as LimitAnswer[]).every(({ data }) => data)]).toEqual([200, true]);
    const eleven = await post(11);
    expect(eleven.status).toBe(400);
    expect(((await eleven.json()) as LimitAnswer).errors).toEqual([
      {
        message: 'A batch must have at most 10 operations, this one has 11. Send several batches.',
        extensions: { code: 'BAD_REQUEST', status: 400, requestId: expect.any(String) },
      },
    ]);
  });
});

describe('the schema', () => {
  const ask = getIntrospectionQuery();

  test('is open to everybody in development', async () => {
    const [status, { data, errors, extensions }] = await http(ask);
    expect([status, errors, extensions]).toEqual([200, undefined, { cost: 0 }]);
    expect(data).toHaveProperty('__schema.types');
  });

  test('is open to callers with a credential only in production, whoever asked before', async () => {
    const type = '{ __type(name: "Flow") { name } }';
    for (const query of [ask, type, 'query { ...S } fragment S on Query { __schema { queryType { name } } }']) {
      const [, known] = await http(query, {}, { as: owner.token, at: production });
      expect(known.errors).toBeUndefined();
      for (const as of [undefined, 'no token']) {
        const [, { data, errors }] = await http(query, {}, { at: production, ...(as && { as }) });
        expect([data ?? null, errors?.[0]?.extensions.code]).toEqual([null, 'UNAUTHENTICATED']);
      }
      const overSocket = await socket(query, {}, { at: production });
      expect(overSocket.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    }
    const [, name] = await http('{ __typename }', {}, { at: production });
    expect(name.data).toEqual({ __typename: 'Query' });
  });

  test('is not told to strangers by suggestions', async () => {
    const query = '{ me { emial } worspace(id: "x") { id } }';
    const reported = (answer: LimitAnswer) => answer.errors?.map(({ message }) => message).join(' ');
    for (const answer of [(await http(query))[1], await socket(query)]) {
      expect(reported(answer)).toContain('Cannot query field "emial" on type "Me".');
      expect(reported(answer)).not.toContain('Did you mean');
    }
    for (const answer of [
      (await http(query, {}, { as: owner.token }))[1],
      await socket(query, {}, { as: owner.token }),
    ]) {
      expect(reported(answer)).toContain('Did you mean "email"?');
    }
  });
});
