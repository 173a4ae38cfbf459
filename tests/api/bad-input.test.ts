import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner, SeededFlow } from '../support/seed.js';
import { type Ask, ask, type SurfaceOperation, surfaces } from './both-surfaces.js';

let app: TestApp;
let owner: Owner;
let flow: SeededFlow;
let folderId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  flow = await app.seed.flow(owner, graph([node('t', 'trigger.manual')]), false);
  const folder = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/folders`, {
    as: owner.token,
    body: { name: 'Folder' },
  });
  folderId = (folder.body.data as { id: string }).id;
});
afterAll(() => app.stop());

/** The request of a case, with the owner's credential and the ids of things that exist. */
function asOwner(request: Ask): Ask {
  return { as: owner.token, workspaceId: owner.workspaceId, ...request };
}

const long = 'x'.repeat(201);
const nul = 'a\u0000b';
const lone = 'a\ud800b';

/** Each with the fields that the answer must name, all of them and no others. */
const bodies: [SurfaceOperation, unknown, string[]][] = [
  // Missing, null, of another type, unknown.
  ['createFlow', {}, ['name']],
  ['createFlow', { name: null }, ['name']],
  ['createFlow', { name: 5 }, ['name']],
  ['createFlow', { name: ['Flow'] }, ['name']],
  ['createFlow', { name: 'A', colour: 'red' }, ['colour']],
  ['createFlow', { name: 'A', isActive: true, id: 'x' }, ['isActive', 'id']],
  ['createFlow', { name: 'A', nodes: 'none', edges: 7 }, ['nodes', 'edges']],
  ['createFlow', { name: null, nodes: null, tags: null, settings: null }, ['name']],
  ['createFlow', { name: 'A', settings: { timeout: 'long', retries: 3 } }, ['settings.timeout', 'settings.retries']],
  ['createFlow', { name: 'A', settings: { timeout: 1.5 } }, ['settings.timeout']],
  ['createFlow', { name: 'A', variables: [{ value: 1 }] }, ['variables[0].name']],
  ['updateFlow', { name: null, isActive: 'yes' }, ['name', 'isActive']],
  ['updateFlow', { expectedVersion: 0 }, ['expectedVersion']],
  ['createFolder', { name: {}, parentId: 'none' }, ['name', 'parentId']],
  ['updateFolder', { name: null }, ['name']],
  ['updateFolder', { name: 'A', color: 1 }, ['color']],
  ['createApiKey', { name: 'Key' }, ['capabilities']],
  ['createApiKey', { name: 'Key', capabilities: [5] }, ['capabilities[0]']],
  ['createApiKey', { name: 'Key', capabilities: ['*'], expiresAt: 'tomorrow' }, ['expiresAt']],
  ['createApiKey', { name: 'Key', capabilities: ['*'], expiresAt: '2099-02-29T00:00:00Z' }, ['expiresAt']],
  ['updateWorkspace', { name: null, timezone: null }, ['name', 'timezone']],
  ['register', {}, ['email', 'password']],
  ['login', { email: 'ana@example.com' }, ['password']],
  ['triggerFlow', { triggerData: 'text', startNodeId: 4 }, ['triggerData', 'startNodeId']],
  // Rules.
  ['createFlow', { name: '   ' }, ['name']],
  ['createFlow', { name: long, tags: [''] }, ['name', 'tags']],
  ['createFlow', { name: 'A', folderId: 'no-uuid' }, ['folderId']],
  ['createFlow', { name: 'A', folderId: '' }, ['folderId']],
  ['updateFlow', { folderId: '' }, ['folderId']],
  ['createFlow', { name: 'A', folderId: '019ab3f2-0000-7000-8000-000000000000' }, ['folderId']],
  ['createFolder', { name: '' }, ['name']],
  ['createFolder', { name: 'A', parentId: 'no-uuid' }, ['parentId']],
  ['createApiKey', { name: '', capabilities: [] }, ['name', 'capabilities']],
  ['createApiKey', { name: 'Key', capabilities: ['flows:fly'] }, ['capabilities']],
  ['createApiKey', { name: 'Key', capabilities: ['*'], expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
  ['updateWorkspace', { timezone: '+02:00' }, ['timezone']],
  ['register', { email: 'ana', password: 'short', name: ' ' }, ['email', 'password', 'name']],
  // Faults of type and of rules come together, and with what is wrong inside a graph.
  [
    'createFlow',
    { name: long, tags: ['mail'], settings: { timeout: 0 }, colour: 1 },
    ['name', 'settings.timeout', 'colour'],
  ],
  ['createFlow', { name: long, description: 7 }, ['name', 'description']],
  ['createFlow', { name: '', nodes: [{ id: 'a' }] }, ['name', 'nodes[0].type']],
  ['createFlow', { name: 7, nodes: [{ id: 'a' }] }, ['name', 'nodes[0].type']],
  ['createFlow', { name: '', nodes: [{ id: 'a', type: 'trigger.schedule', data: null }] }, ['name', 'nodes[0].data']],
  [
    'createFlow',
    { name: '', nodes: ['a'], edges: [{}] },
    ['name', 'nodes[0]', 'edges[0].id', 'edges[0].source', 'edges[0].target'],
  ],
  ['createFlow', { name: '', settings: { triggerType: 'telepathy' } }, ['name', 'settings.triggerType']],
  [
    'createFlow',
    { name: '', settings: { triggerConfig: { cron: '* * * * *' } } },
    ['name', 'settings.triggerConfig.cron'],
  ],
  [
    'updateFlow',
    { name: long, isActive: 1, variables: [{ name: '1st', value: 1 }] },
    ['name', 'isActive', 'variables[0].name'],
  ],
  ['updateFlow', { tags: [''], edges: [{ id: 'e', source: 'a' }] }, ['tags', 'edges[0].target']],
  ['createApiKey', { name: '', capabilities: ['*'], expiresAt: 'soon' }, ['name', 'expiresAt']],
  ['register', { email: 'ana', password: 12345678 }, ['email', 'password']],
  // What Postgres cannot store.
  ['createFlow', { name: nul, description: lone, tags: ['ok', lone] }, ['name', 'description', 'tags[1]']],
  ['createFlow', { name: 'A', settings: { environment: nul } }, ['settings.environment']],
  ['updateFlow', { name: lone }, ['name']],
  ['createFolder', { name: nul }, ['name']],
  ['updateFolder', { name: lone }, ['name']],
  ['createApiKey', { name: lone, capabilities: ['*'] }, ['name']],
  ['updateWorkspace', { name: nul }, ['name']],
  [
    'register',
    { email: 'b@example.com', password: 'correct horse', name: nul, workspaceName: lone },
    ['name', 'workspaceName'],
  ],
  ['triggerFlow', { startNodeId: nul }, ['startNodeId']],
];

describe.each(surfaces)('a %s body', (surface) => {
  // GraphQL takes one value for a list of one.
  const onlyInRest: typeof bodies = [
    ['createFlow', { name: long, tags: 'mail' }, ['name', 'tags']],
    ['createApiKey', { name: '', capabilities: '*', expiresAt: 'soon' }, ['name', 'capabilities', 'expiresAt']],
  ];

  test.each(surface === 'REST' ? [...bodies, ...onlyInRest] : bodies)(
    '%s is refused with every fault and no more: %j',
    async (operation, input, fields) => {
      const ids: Record<string, string> = operation.endsWith('Folder') ? { folderId } : { flowId: flow.id };
      const { status, code, message, details } = await ask(app, surface, operation, { ...asOwner({ input }), ids });
      expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect([...new Set(details.map(({ field }) => field))].sort()).toEqual([...fields].sort());
      for (const { field = '', message: reported } of details)
        expect(reported).toContain(/(\w+)(\[\d+\])?$/.exec(field)?.[1]);
      const more = details.length > 1 ? ` And ${details.length - 1} more: see details.` : '';
      expect(message).toBe(`${details[0]?.message}${more}`);
    },
  );
});

const lists: SurfaceOperation[] = ['listWorkspaces', 'listApiKeys', 'listFlows', 'listFolders', 'listExecutions'];
const id = '019ab3f2-0000-7000-8000-000000000000';

/** Each with the fields that the answer must name. */
const queries: [SurfaceOperation, Record<string, unknown>, string[]][] = [
  ...lists.flatMap((list): typeof queries => [
    [list, { page: 0 }, ['page']],
    [list, { page: -1, limit: 0 }, ['page', 'limit']],
    [list, { limit: 'abc' }, ['limit']],
    [list, { page: 1.5 }, ['page']],
    [list, { page: 99_999_999_999 }, ['page']],
    [list, { sortBy: 'nope' }, ['sortBy']],
    [list, { sortOrder: 'up' }, ['sortOrder']],
    [list, { page: 0, limit: 'abc', sortBy: 'nope', sortOrder: 'up' }, ['page', 'limit', 'sortBy', 'sortOrder']],
  ]),
  ['listFlows', { status: 'nope', triggerType: 'telepathy', folder: 'x' }, ['status', 'triggerType', 'folderId']],
  ['listFlows', { search: nul, tag: nul, status: 'nope', limit: 'x' }, ['search', 'tag', 'status', 'limit']],
  ['listFolders', { search: nul, parentId: 'x', page: 0 }, ['search', 'parentId', 'page']],
  ['listExecutions', { status: 'nope', trigger: 'nope', page: 0 }, ['status', 'trigger', 'page']],
  ['listExecutions', { from: 'yesterday', to: '2026-13-01', limit: 'x' }, ['from', 'to', 'limit']],
  ['listExecutions', { from: '2026-02-02', to: '2026-02-01' }, ['from']],
  // Days that no calendar has are not the first ones of the next month.
  ['listExecutions', { from: '2026-02-30', to: '2026-04-31T09:30:00Z' }, ['from', 'to']],
  ['listExecutions', { flowId: id, limit: 'x' }, ['limit']],
  ['listFlowExecutions', { sortBy: 'nope', status: 'nope', limit: 'x' }, ['sortBy', 'status', 'limit']],
];

describe.each(surfaces)('a list in %s', (surface) => {
  /** The filter by folder is a variable of another name in the operation that REST uses. */
  const named = ({ folder, ...query }: Record<string, unknown>) =>
    folder === undefined ? query : { ...query, [surface === 'REST' ? 'folderId' : 'folder']: folder };
  const list = (operation: SurfaceOperation, query: Record<string, unknown>) =>
    ask(app, surface, operation, {
      ...asOwner({ query: named(query) }),
      ...(operation === 'listFlowExecutions' && { ids: { flowId: flow.id } }),
      ...(operation === 'listWorkspaces' && { workspaceId: '' }),
    });

  test.each(queries)('%s refuses %j with every fault', async (operation, query, fields) => {
    const { status, code, details } = await list(operation, query);
    expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect([...new Set(details.map(({ field }) => field))].sort()).toEqual([...fields].sort());
  });

  test('tells what is allowed', async () => {
    const { details } = await list('listFlows', { sortBy: 'nope', sortOrder: 'nope', status: 'nope' });
    const reported = details.map(({ message }) => message).sort();
    expect(reported).toEqual([
      'sortBy must be one of: createdAt, updatedAt, name.',
      'sortOrder must be one of: asc, desc.',
      'status must be one of: active, paused.',
    ]);
  });

  test.each(lists)('%s counts a limit of more than 100 as 100 and is empty past its end', async (operation) => {
    const { status, data } = await list(operation, { limit: 1000, page: 50 });
    expect(status).toBe(200);
    const text = JSON.stringify(data);
    expect(text).toContain('"page":50,"limit":100');
    expect(text).toMatch(/"(data|items)":\[\]/);
  });
});

test('a limit that no Int holds counts as 100 over REST, like any other that is too large', async () => {
  const { status, data } = await ask(app, 'REST', 'listFlows', asOwner({ query: { limit: '99999999999999999999' } }));
  expect([status, JSON.stringify(data)]).toEqual([200, expect.stringContaining('"limit":100')]);
});

test.each(surfaces)('a value of another type is told what would be right, in plain words in %s', async (surface) => {
  const settings = { timeout: 1.5, maxConcurrent: 'many' };
  const input = { name: 7, isActive: 'yes', nodes: ['a'], settings, tags: [true], expectedVersion: 3_000_000_000 };
  const { details } = await ask(app, surface, 'updateFlow', asOwner({ ids: { flowId: flow.id }, input }));
  expect(details.map(({ message: reported }) => reported).sort()).toEqual([
    'expectedVersion must be an integer of at most 2147483647.',
    'isActive must be true or false, not a string.',
    'name must be a string, not a number.',
    'nodes[0] must be a JSON object, not a string.',
    'settings.maxConcurrent must be an integer, not a string.',
    'settings.timeout must be an integer.',
    'tags[0] must be a string, not true or false.',
  ]);
  const key = await ask(
    app,
    surface,
    'createApiKey',
    asOwner({ input: { name: 'K', capabilities: ['*'], expiresAt: 'soon' } }),
  );
  expect(key.details.map(({ message: reported }) => reported)).toEqual([
    'expiresAt must be an ISO 8601 time with a zone, for example 2026-11-21T09:30:00Z, or a date, for example 2026-11-21.',
  ]);
});

test.each(surfaces)('a misspelled field is refused with the one that was meant in %s', async (surface) => {
  const input = { nmae: 'Mine', settings: { timeuot: 5, zzzzzz: 1 } };
  const { message, details } = await ask(app, surface, 'updateFlow', asOwner({ ids: { flowId: flow.id }, input }));
  expect(details.map(({ message: reported }) => reported).sort()).toEqual([
    'nmae is not allowed. Remove it or check its spelling. Did you mean "name"?',
    'settings.timeuot is not allowed. Remove it or check its spelling. Did you mean "timeout"?',
    'settings.zzzzzz is not allowed. Remove it or check its spelling.',
  ]);
  expect(message).toMatch(/^\S+ is not allowed\..* And 2 more: see details\.$/);
});

test('a query parameter of another type is refused without saying that it is a text', async () => {
  for (const [query, expected] of [
    [{ limit: 'abc' }, 'limit must be an integer.'],
    [{ page: '1.5' }, 'page must be an integer.'],
  ] as const) {
    const { status, message } = await ask(app, 'REST', 'listFlows', asOwner({ query }));
    expect([status, message]).toEqual([400, expected]);
  }
});

describe.each(surfaces)('a change in %s', (surface) => {
  test('that expects another version is a conflict and tells the current one', async () => {
    const request = asOwner({ ids: { flowId: flow.id }, input: { expectedVersion: 7, name: 'Mine' } });
    const { status, code, message, details } = await ask(app, surface, 'updateFlow', request);
    expect({ status, code }).toEqual({ status: 409, code: 'VERSION_CONFLICT' });
    expect(message).toBe(
      'expectedVersion is 7, but the flow is at version 1. Get the flow and apply your change again.',
    );
    expect(details).toEqual([{ message, currentVersion: 1 }]);
  });

  test('that would make a flow active although it cannot run is told the broken rules', async () => {
    const { id: flowId } = await app.seed.flow(owner, { name: 'Empty' }, false);
    const { status, code, details } = await ask(app, surface, 'updateFlow', {
      ...asOwner({ input: { isActive: true } }),
      ids: { flowId },
    });
    expect({ status, code }).toEqual({ status: 400, code: 'FLOW_INVALID' });
    expect(details.map(({ rule }) => rule)).toContain('FLOW_EMPTY');
  });
});
