import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLInputType,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  getOperationAST,
  isLeafType,
  type OperationDefinitionNode,
  parse,
  print,
  typeFromAST,
} from 'graphql';
import { ids } from '../../src/app/collect-modules.js';
import { requestContext } from '../../src/app/request-context.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import { createExecutor } from '../../src/platform/graphql/executor.js';
import { createLevelQueries } from '../../src/platform/graphql/levels/level-query.js';
import * as operations from '../../src/rest/generated/operations.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import { nobody, sampleOf } from '../support/sample-args.js';
import type { Owner } from '../support/seed.js';
import { Random } from './fuzz/random.js';
import { compareExecutors } from './random-reads/compare-executors.js';
import { isSimple, randomRead } from './random-reads/random-read.js';

const schema = buildGraphSchema();
/** Has no planner: graphql-js runs everything. */
const plain = createExecutor(schema, ids, false);
/** Reads what can be planned by levels. */
const levels = createExecutor(schema, ids);
const { find } = createLevelQueries(schema);

interface Settings {
  workspace: { flows: { items: { settings: object }[] } };
}

let app: TestApp;
let owner: Owner;
let viewer: string;
let flowId: string;
let executionId: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  viewer = await app.seed.apiKey(owner, ['flows:read']);
  const content = graph(
    [node('start', 'trigger.manual'), node('set', 'data.set', { assignments: [{ name: 'a', value: '1' }] })],
    'start>set',
  );
  const made = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/folders`, {
    as: owner.token,
    body: { name: 'Sales "A" \\ B' },
  });
  const { id: folderId } = made.body.data as { id: string };
  for (let count = 0; count < 3; count++)
    flowId = (await app.seed.flow(owner, { ...content, ...(count > 0 && { folderId }) })).id;
  executionId = await trigger(app, owner, flowId, { triggerData: { n: 1 } });
  await reached(app, owner, executionId);
});

afterAll(() => app.stop());

type Variables = Record<string, unknown>;

/** An answer as a client reads it. Errors of different fields come in no certain order. */
function shown({ data, errors }: ExecutionResult) {
  const reported = errors?.map((error) => error.toJSON());
  return { data, errors: reported?.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) };
}

/** Runs a document twice by levels, once by graphql-js. @returns the answers, and whether it was planned */
async function both(document: DocumentNode, variables: Variables, as: string | undefined, event?: object) {
  const at = new Date();
  const services = { ...app.services, now: () => at };
  const context = () => requestContext(services, as && `Bearer ${as}`, { id: 'test', log: app.services.log });
  const answers: ExecutionResult[] = [];
  for (let time = 0; time < 2; time++)
    answers.push(await levels.run({ document, variables, context: await context(), event }));
  const expected = shown(await plain.run({ document, variables, context: await context(), event }));
  const operation = getOperationAST(document);
  const planned = !!operation && find(document, operation) !== null;
  return { expected, answers: answers.map(shown), planned };
}

async function sameByBoth(query: string | DocumentNode, variables: Variables = {}, as = owner.token, event?: object) {
  const document = parse(typeof query === 'string' ? query : print(query));
  const { expected, answers, planned } = await both(document, variables, as, event);
  for (const answer of answers) expect(answer).toEqual(expected);
  return { ...expected, planned };
}

const began = new Date();

const queriesOfRoutes = Object.values(operations)
  .filter((value): value is DocumentNode => typeof value === 'object' && 'definitions' in value)
  .flatMap((document) => {
    const operation = getOperationAST(document);
    return operation?.operation === 'query' ? [[operation.name?.value ?? '', operation, document] as const] : [];
  });

/** Values for what a query cannot do without: records of this test where there are any. */
function variablesOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const known: Variables = {
    workspaceId: owner.workspaceId,
    id: owner.workspaceId,
    flowId,
    executionId,
    version: 1,
    q: 'Flow',
  };
  const needed = variableDefinitions.filter(({ type }) => type.kind === 'NonNullType');
  return Object.fromEntries(
    needed.map(({ variable: { name }, type }) => [
      name.value,
      known[name.value] ?? sampleOf(typeFromAST(schema, type) as GraphQLInputType),
    ]),
  );
}

describe('both executors answer alike', () => {
  test.each(queriesOfRoutes)('the query %s of a route', async (_name, operation, document) => {
    // An export is recorded itself: of entries that came before, the answers are alike.
    const to = (operation.variableDefinitions ?? []).some(({ variable }) => variable.name.value === 'to');
    const variables = { ...variablesOf(operation), ...(to && { to: began.toISOString() }) };
    await sameByBoth(document, variables);
    await sameByBoth(document, variables, viewer);
    await sameByBoth(document, { ...variables, page: 'one', limit: -1, sortBy: 'nothing', from: 'never' });
  });

  const nested = `query ($id: ID!, $limit: Int = 2, $steps: Boolean = true, $from: String) { workspace(id: $id) {
    name role timezone createdAt
    flows(limit: $limit, sortBy: name) {
      items { id name nodes settings { triggerType timeout environment storedTriggerConfig } isActive folder { id } lastExecution { id status durationMs }
        executions(limit: 5, from: $from) { items { ...Run steps @include(if: $steps) { nodeId output } } pagination { total } } }
      pagination { page limit total totalPages } }
    again: flows(limit: 1) { items { name } } again: flows(limit: 1) { items { id } } } }
    fragment Run on Execution { __typename id status startedAt output triggerData flow { id } }`;

  test('a dashboard, with variables and without', async () => {
    const { data, planned } = await sameByBoth(nested, { id: owner.workspaceId });
    expect([planned, data?.workspace]).toEqual([false, expect.objectContaining({ name: 'Acme', role: 'OWNER' })]);
    for (const variables of [
      { limit: 1 },
      { limit: null },
      { steps: false },
      { from: '2030-01-01' },
      { from: null },
      { from: 'yesterday' },
      { limit: 'many' },
      { limit: 0 },
      { id: nobody },
      { id: null },
      { id: 7 },
      { unknown: 1 },
    ]) {
      await sameByBoth(nested, { id: owner.workspaceId, ...variables });
    }
    const refused = [await sameByBoth(nested, { id: owner.workspaceId }, ''), await sameByBoth(nested, {}, 'wak_none')];
    expect(refused.map(({ data: none, errors }) => [none ?? null, errors?.length])).toEqual([
      [null, 1],
      [null, 1],
    ]);
  });

  test('fields that fail beside others, and inside of lists that cannot hold null', async () => {
    for (const field of [
      'missing: flow(id: $none) { name }',
      'execution(id: $none) { id }',
      'auditLog { total: __typename }',
    ]) {
      const query = `query ($id: ID!, $none: ID!) { me { email } workspace(id: $id) { name flows { items { id } } ${field} } }`;
      const { errors } = await sameByBoth(query, { id: owner.workspaceId, none: nobody }, viewer);
      expect(errors).toHaveLength(1);
    }
    const lists = `query ($id: ID!) { workspace(id: $id) { flows { items { id executions(from: "nothing") { items { id } } } } } }`;
    const { errors, planned } = await sameByBoth(lists, { id: owner.workspaceId });
    expect([errors?.length, planned]).toEqual([1, true]);
  });

  test('all that Postgres writes itself', async () => {
    const columnsOf = (name: string) => {
      const fields = Object.values((schema.getType(name) as GraphQLObjectType).getFields());
      return fields.filter((field) => isLeafType(getNamedType(field.type)) && isSimple(field)).map(({ name }) => name);
    };
    const [flow, folder, execution, step] = ['Flow', 'Folder', 'Execution', 'Step'].map((name) =>
      columnsOf(name).join(' '),
    );
    const executions = `items { ${execution} again: status allSteps { ${step} node: nodeId } ofNode: steps(nodeId: "set") { items { id } } two: steps(limit: 2) { rows: items { ${step} } } }`;
    for (const query of [
      `flows(limit: 2) { items { ${flow} folder { ${folder} } executions(limit: 1) { items { ${execution} allSteps { ${step} node: nodeId } steps { items { id } pagination { total } } } } } pagination { total nextCursor } }`,
      `flows { rows: items { ${flow} executions { ${executions} } } }`,
      `flows { items { id executions(limit: 7) { items { id } pagination { total } } } }`,
      `executions(limit: 3, sortBy: durationMs) { items { ${execution} allSteps { ${step} } steps { items { ${step} } } children { items { id } } } pagination { total } }`,
    ]) {
      const text = `{ workspace(id: "${owner.workspaceId}") { ${query} } }`;
      const compared = await compareExecutors(app, text, owner.token);
      expect([compared?.byLevels, compared?.errors]).toEqual([compared?.byGraphql, []]);
    }
  });

  test('the settings of every trigger by its type, with null for what is not valid yet', async () => {
    const other = await app.seed.owner();
    const condition = { left: '{{triggerData.data.status}}', operator: 'eq', right: 'lead' };
    const auth = { type: 'header', header: 'x-key', secretName: 'KEY' };
    const configs: [type: string, sent: Record<string, unknown>, shown: object][] = [
      ['manual', {}, {}],
      ['webhook', { auth, methods: ['GET'] }, { auth: { ...auth, username: null }, methods: ['GET'], challenge: null }],
      ['webhook', { responseMode: 'never', auth: { type: 'none' } }, { responseMode: null }],
      ['schedule', { cron: '0 9 * * 1', everyMinutes: 'often' }, { cron: '0 9 * * 1', everyMinutes: null }],
      ['schedule', { everyMinutes: '5' }, { everyMinutes: 5, timezone: null }],
      ['aiTool', { toolName: 'find', parameters: { type: 'object' } }, { parameters: { type: 'object' } }],
      ['crmEvent', { eventType: 'custom.paid', conditions: [condition] }, { conditions: [condition] }],
      ['voiceCall', { event: 'busy' }, { event: 'busy', voiceAgentId: null }],
      ['executionFailed', { code: 'HTTP_STATUS' }, { code: 'HTTP_STATUS', failed: null }],
    ];
    for (const [index, [type, sent]] of configs.entries()) {
      const settings = index === 0 ? { timeout: 60, environment: 'test' } : { maxConcurrent: 2 };
      const content = { name: `Flow ${index}`, settings, nodes: [node('start', `trigger.${type}`, sent)] };
      await app.seed.flow(other, content, false);
    }
    const text = `{ workspace(id: "${other.workspaceId}") { flows(sortBy: name, sortOrder: asc) { items { settings {
      triggerType timeout maxConcurrent environment errorFlowId storedTriggerConfig
      triggerConfig { __typename triggerType ...Calls
        ... on ScheduleTriggerConfig { cron everyMinutes timezone }
        ... on AiToolTriggerConfig { parameters }
        ... on CrmEventTriggerConfig { conditions { left operator right } }
        ... on VoiceCallTriggerConfig { event voiceAgentId }
        ... on ExecutionFailedTriggerConfig { code failed: conditions { operator } } } } } } } }
      fragment Calls on WebhookTriggerConfig { responseMode auth { type header secretName username } methods challenge { type } }`;
    const compared = await compareExecutors(app, text, other.token);
    expect(compared).toEqual({ ...compared, byLevels: compared?.byGraphql, errors: [], isPlanned: true });
    const { data } = (await app.graphql(text, {}, other.token)) as unknown as { data: Settings };
    const { items } = data.workspace.flows;
    expect(items[0]?.settings).toMatchObject({
      timeout: 60,
      maxConcurrent: 10,
      environment: 'test',
      errorFlowId: null,
    });
    expect(items.map(({ settings }) => settings)).toMatchObject(
      configs.map(([type, sent, shown]) => ({
        storedTriggerConfig: sent,
        triggerConfig: { ...shown, __typename: `${type.charAt(0).toUpperCase()}${type.slice(1)}TriggerConfig` },
      })),
    );
    const listed = await app.rest(`GET /workspaces/${other.workspaceId}/flows?sortBy=name&sortOrder=asc`, {
      as: other.token,
    });
    const [first, second] = (listed.body.data as { settings: object }[]).map(({ settings }) =>
      JSON.stringify(settings),
    );
    expect(first).toBe(
      '{"triggerType":"manual","triggerConfig":{},"timeout":60,"maxConcurrent":10,"environment":"test"}',
    );
    const stored = JSON.stringify(configs[1]?.[1]);
    expect(second).toBe(`{"triggerType":"webhook","triggerConfig":${stored},"timeout":300,"maxConcurrent":2}`);
  });

  test('random queries', async () => {
    const random = new Random(20261122);
    const known = { ...owner, flowId, executionId };
    const answers = new Set<string>();
    for (let number = 0; number < 150; number++) {
      const query = randomRead(schema, random, known);
      const compared = await compareExecutors(app, query, random.chance(0.8) ? owner.token : viewer);
      if (!compared) continue;
      expect([query, compared.byLevels]).toEqual([query, compared.byGraphql]);
      answers.add(compared.byLevels);
    }
    expect(answers.size).toBeGreaterThan(50);
  });

  test('the schema itself', async () => {
    const { data, planned } = await sameByBoth(getIntrospectionQuery());
    expect([planned, data]).toEqual([false, { __schema: expect.any(Object) }]);
  });

  test('events of a subscription', async () => {
    const query = `subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { cursor execution { id status } step { nodeId } } }`;
    const event = { cursor: '1.1', execution: { id: executionId, status: 'completed' }, step: null };
    const { data, planned } = await sameByBoth(query, { id: owner.workspaceId }, owner.token, event);
    expect([planned, data]).toEqual([false, { workspaceExecutionUpdated: event }]);
    await sameByBoth(query, { id: nobody }, owner.token, event);
  });
});

describe('both answer alike to', () => {
  const kept: [string, string, Variables, unknown][] = [
    [
      'a fragment under a condition at one of its places',
      'query ($id: ID!, $no: Boolean!) { a: workspace(id: $id) { ...F @include(if: $no) name } b: workspace(id: $id) { ...F } } fragment F on Workspace { role }',
      { no: false },
      { a: { name: 'Acme' }, b: { role: 'OWNER' } },
    ],
    [
      'the same with an inline fragment',
      'query ($id: ID!, $no: Boolean!) { a: workspace(id: $id) { ... @include(if: $no) { ...F } name } b: workspace(id: $id) { ...F } } fragment F on Workspace { role }',
      { no: false },
      { a: { name: 'Acme' }, b: { role: 'OWNER' } },
    ],
    [
      'a variable inside of a list that is written out',
      'query ($id: ID!, $type: String!) { workspace(id: $id) { search(q: "nothing at all", types: [$type]) { flows { id } } } }',
      { type: 'flows' },
      { workspace: { search: { flows: [] } } },
    ],
  ];
  test.each(kept)('%s', async (_name, query, variables, expected) => {
    const { data } = await sameByBoth(query, { id: owner.workspaceId, ...variables });
    expect(data).toEqual(expected);
  });

  test('an operation of more than a thousand fields', async () => {
    const query = (times: number) =>
      `{ ${'...F '.repeat(times)} } fragment F on Query { ${'__typename '.repeat(100)} }`;
    expect((await sameByBoth(query(11))).data).toEqual({ __typename: 'Query' });
  });
});
