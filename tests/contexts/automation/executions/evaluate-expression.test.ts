import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { edge, graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let executionId: string;

const post = (path: string, body: object, as = owner.token) =>
  app.rest(`POST /workspaces/${owner.workspaceId}${path}`, { as, body });
const evaluate = async (expression: string, more: object = {}) =>
  (await post('/flows/evaluate', { expression, ...more })).body.data as Record<string, unknown>;
const set = (id: string, name: string, value: string) => node(id, 'data.set', { assignments: [{ name, value }] });

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  await post('/flows/secrets', { name: 'key', value: 'a-very-secret-value' });
  await post('/flows/global-vars', { name: 'region', value: 'EU' });
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      set('first', 'kept', '{{triggerData.n}}'),
      node('each', 'logic.loop', { items: '{{triggerData.items}}' }),
      set('body', 'kept', '{{loop.item.name}}'),
      node('large', 'data.transform', { expression: '[1, 2, 3, 4].map(i, triggerData.text)' }),
      set('last', 'kept', 'last'),
    ],
    'start>first',
    'first>each',
    'each:item>body',
    'each:done>large',
    'large>last',
  );
  const edges = [...flow.edges, { ...edge('body>each'), targetHandle: 'next' }];
  const { id } = await app.seed.flow(owner, { ...flow, edges, variables: [{ name: 'given', value: 'v' }] }, false);
  const triggerData = { n: 5, items: [{ name: 'Pen' }, { name: 'Ink' }], text: 'x'.repeat(30_000) };
  executionId = await trigger(app, owner, id, { triggerData });
  expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed' });
});
afterAll(() => app.stop());

describe('an expression', () => {
  test.each([
    ['1 + 1', 2, 'number'],
    ['{{ "a" + "b" }}', 'ab', 'string'],
    ['n: {{ triggerData.n }}', 'n: 7', 'string'],
    ['triggerData', { n: 7 }, 'object'],
    ['[1, 2].map(x, x > 1)', [false, true], 'array'],
    ['triggerData.n > 5', true, 'boolean'],
    ['null', null, 'null'],
  ])('%s has a value and its type, on data of the request', async (expression, value, type) => {
    expect(await evaluate(expression, { data: { triggerData: { n: 7 } } })).toEqual({ value, type, missing: [] });
  });

  test.each([
    ['triggerData.n', null, 5],
    ['steps.first.kept', null, 5],
    ['variables.kept', 'each', 5],
    ['variables.given', 'first', 'v'],
    ['variables.kept', null, 'last'],
    ['loop.item.name', 'body', 'Ink'],
    ['loop.index', 'body', 1],
    ['steps.large.size()', 'last', 4],
    ['steps.large[3].size()', null, 30_000],
    ['globalVars.region', null, 'EU'],
    ['execution.trigger', null, 'manual'],
    ['triggerData.n', 'new-in-the-draft', 5],
  ])('%s at the node %s reads what an execution recorded', async (expression, nodeId, value) => {
    expect(await evaluate(expression, { executionId, nodeId })).toMatchObject({ value });
  });

  test('reads no step that comes after its node, and says what has no value', async () => {
    expect(await evaluate('steps.last.kept', { executionId, nodeId: 'first' })).toEqual({
      value: null,
      type: 'null',
      missing: ['steps.last.kept'],
    });
    const own = { executionId, data: { triggerData: { n: 1 } } };
    expect(await evaluate('triggerData.n + 1', own)).toMatchObject({ value: 2 });
  });

  test.each([
    ['{{ 1 + }}', 'EXPR_SYNTAX', expect.any(Number), expect.any(String)],
    ['1 + trigerData.n', 'EXPR_REF_UNKNOWN', 4, 'Did you mean "triggerData"?'],
    ['{{ steps.frist.kept }}', 'EXPR_REF_UNKNOWN', 9, 'Did you mean "first"?'],
    ['sizee("a")', 'EXPR_CALL_INVALID', 0, 'Did you mean "size"?'],
    ['globalVars.none', 'GLOBAL_VAR_MISSING', null, null],
    ['1 / 0', 'EXPRESSION_FAILED', null, null],
    ['[boveda.key]', 'SECRET_SINK', 1, expect.any(String)],
    ['boveda', 'SECRET_SINK', 0, expect.any(String)],
    ['globalVars.key + boveda["key"]', 'SECRET_SINK', 17, expect.any(String)],
  ])('%s has the error %s with its place', async (expression, code, position, suggestion) => {
    const { error, ...rest } = await evaluate(expression, { executionId });
    expect(rest).toEqual({});
    expect(error).toEqual({ code, message: expect.any(String), position, suggestion });
    expect(JSON.stringify(error)).not.toContain('a-very-secret-value');
  });

  test('may do as much work as that of a step', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => index);
    const data = { triggerData: { items } };
    const { error } = await evaluate('triggerData.items.map(a, triggerData.items.map(b, a * b).size())', { data });
    expect(error).toMatchObject({ code: 'WORK_LIMIT' });
  });

  describe('in GraphQL', () => {
    interface Field {
      value: unknown;
      error: { code: string; message: string } | null;
    }
    const ask = (aliases: number, input: { expression: string; data?: object }) => {
      const fields = Array.from(
        { length: aliases },
        (_, at) => `a${at}: evaluateExpression(input: $input) { value error { code message } }`,
      );
      const query = `query ($id: ID!, $input: EvaluateExpressionInput!) { workspace(id: $id) { ${fields} } }`;
      return app.graphql<{ workspace: Record<string, Field> }>(query, { id: owner.workspaceId, input }, owner.token);
    };
    const heavy = {
      expression: 'triggerData.rows.map(row, row + 1).size()',
      data: { triggerData: { rows: Array(25_000).fill(1) } },
    };

    test('shares the work of one operation among all its fields, and says so', async () => {
      const { data } = await ask(28, heavy);
      const fields = Object.values(data?.workspace ?? {});
      const answered = fields.filter(({ error }) => error === null);
      const refused = fields.filter(({ error }) => error !== null);
      expect(fields).toHaveLength(28);
      expect(answered.length).toBeGreaterThan(5);
      expect(refused.length).toBeGreaterThan(5);
      for (const { value } of answered) expect(value).toBe(25_000);
      for (const { error } of refused) {
        expect(error).toEqual({
          code: 'WORK_LIMIT',
          message: expect.stringContaining('all fields of the operation together'),
        });
      }
      expect((await ask(1, heavy)).data?.workspace.a0).toEqual({ value: 25_000, error: null });
    });

    test('shares the parsing of long expressions too', async () => {
      const long = (alias: number) => Array.from({ length: 1_500 }, (_, at) => `{{${at}+${alias}+10000}}`).join('');
      const askAll = async (aliases: number) => {
        const names = Array.from({ length: aliases }, (_, at) => `a${at}`);
        const fields = names.map(
          (name) => `${name}: evaluateExpression(input: $${name}) { value error { code message } }`,
        );
        const inputs = names.map((name) => `$${name}: EvaluateExpressionInput!`);
        const query = `query ($id: ID!, ${inputs}) { workspace(id: $id) { ${fields} } }`;
        const sent = names.map((name, at) => [name, { expression: long(at), data: {} }]);
        const variables = { id: owner.workspaceId, ...Object.fromEntries(sent) };
        const { data } = await app.graphql<{ workspace: Record<string, Field> }>(query, variables, owner.token);
        return Object.values(data?.workspace ?? {});
      };
      const fields = await askAll(28);
      expect(fields.filter(({ error }) => error === null).length).toBeGreaterThan(5);
      expect(fields.filter(({ error }) => error === null).length).toBeLessThan(27);
      expect(fields.at(-1)?.error).toMatchObject({
        code: 'WORK_LIMIT',
        message: expect.stringContaining('all fields of the operation together'),
      });
      expect((await askAll(1)).at(0)?.error).toBeNull();
    });

    test('has as much data as over REST', async () => {
      const data = { triggerData: 'x'.repeat(1024 * 1024) };
      const { errors } = await ask(1, { expression: '1', data });
      const details = [{ field: 'data', rule: 'TOO_LARGE', message: 'data must have at most 1048576 bytes as JSON.' }];
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', details });
      expect(await post('/flows/evaluate', { expression: '1', data })).toMatchObject({ status: 413 });
      const numbers = { expression: 'triggerData.size()', data: { triggerData: Array(500_000).fill(1) } };
      expect((await post('/flows/evaluate', numbers)).body.data).toMatchObject({ value: 500_000 });
      expect((await ask(1, numbers)).data?.workspace.a0).toEqual({ value: 500_000, error: null });
    });
  });

  test('reads one workspace, for whoever may write flows', async () => {
    const other = await app.seed.owner();
    const foreign = await app.rest(`POST /workspaces/${other.workspaceId}/flows/evaluate`, {
      as: other.token,
      body: { expression: 'triggerData', executionId },
    });
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    expect(await post('/flows/evaluate', { expression: '1' }, reader)).toMatchObject({ status: 403 });
    for (const [body, field] of [
      [{ expression: '' }, 'expression'],
      [{ expression: '1', data: { boveda: {} } }, 'data.boveda'],
      [{ expression: '1', data: { other: 1 } }, 'data.other'],
    ] as const) {
      expect(await post('/flows/evaluate', body)).toMatchObject({
        status: 400,
        body: { error: { details: [{ field }] } },
      });
    }
  });
});
