import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';
import { ask, type SurfaceOperation, surfaces } from './both-surfaces.js';

let app: TestApp;
let owner: Owner;
let ids: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const { token: as, workspaceId } = owner;
  const { id: flowId } = await app.seed.flow(owner, {}, false);
  const folder = await ask(app, 'REST', 'createFolder', { as, workspaceId, input: { name: 'Folder' } });
  ids = { flowId, folderId: (folder.data.data as { id: string }).id };
});
afterAll(() => app.stop());

/** Texts of what tends to go wrong: NUL, halves of surrogate pairs, signs of SQL, JSON, patterns and expressions. */
const pieces = ['\0', '\ud800', '\udc00', '\ud83d\ude00', 'é', 'e\u0301', '\u2028', '\ufeff', '\r\n', ' ', 'a', '7'];
const signs = [
  "'",
  '"',
  '\\',
  '%',
  '_',
  ';',
  '--',
  '{{',
  '}}',
  '{{ x',
  '$1',
  '__proto__',
  'constructor',
  'null',
  '\\u0000',
];
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...pieces, ...signs), { maxLength: 8 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);
const json = fc.oneof(text, fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }));
const anything = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: json });

/** An object with some of the fields; each value fits its field as often as not. */
function object(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const loose = Object.entries(fields).map(([name, fitting]) => [
    name,
    fc.oneof({ weight: 9, arbitrary: fitting }, anything),
  ]);
  return fc.record(Object.fromEntries(loose), { requiredKeys: [], noNullPrototype: true });
}

const list = (item: fc.Arbitrary<unknown>) => fc.array(item, { maxLength: 3 });
const type = fc.oneof(
  fc.constantFrom('trigger.manual', 'trigger.webhook', 'trigger.schedule', 'http.request', 'data.set', 'logic.if'),
  text,
);
const flow = {
  name: text,
  description: text,
  nodes: list(
    object({
      id: text,
      type,
      position: object({ x: fc.double(), y: text }),
      data: object({ url: text, cron: text, assignments: json }),
    }),
  ),
  edges: list(object({ id: text, source: text, target: text, sourceHandle: text })),
  variables: list(object({ name: text, value: json, type: text, scope: text })),
  settings: object({
    triggerType: fc.constantFrom('manual', 'webhook', 'schedule', 'x'),
    triggerConfig: object({ cron: text }),
    timeout: fc.integer(),
    environment: text,
  }),
  tags: list(text),
  folderId: text,
};
const time = fc.oneof(fc.date({ noInvalidDate: false }).map(String), text);
const inputs: [SurfaceOperation, fc.Arbitrary<unknown>][] = [
  ['createFlow', object(flow)],
  ['updateFlow', object({ ...flow, isActive: fc.boolean(), expectedVersion: fc.integer() })],
  ['createFolder', object({ name: text, parentId: text })],
  ['updateFolder', object({ name: text, parentId: text })],
  [
    'createApiKey',
    object({ name: text, capabilities: list(fc.oneof(fc.constantFrom('*', 'flows:read'), text)), expiresAt: time }),
  ],
  ['updateWorkspace', object({ name: text, timezone: text })],
  ['login', object({ email: text, password: text })],
  ['register', object({ email: fc.oneof(fc.emailAddress(), text), password: text, name: text, workspaceName: text })],
];

describe.each(surfaces)('whatever is sent in %s', (surface) => {
  test.each(inputs)('%s takes it or says what is wrong', async (operation, input) => {
    const { token: as, workspaceId } = owner;
    await fc.assert(
      fc.asyncProperty(input, async (value) => {
        const answer = await ask(app, surface, operation, { as, workspaceId, ids, input: value });
        expect([200, 201, 400, 401, 409]).toContain(answer.status);
        if (answer.code === 'VALIDATION_FAILED') expect(answer.details.length).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });

  test('lists take any filter or say what is wrong with it', async () => {
    const { token: as, workspaceId } = owner;
    const query = object({
      page: fc.integer(),
      limit: fc.integer(),
      search: text,
      sortBy: text,
      status: text,
      from: time,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<SurfaceOperation>('listFlows', 'listFolders', 'listExecutions'),
        query,
        async (list, sent) => {
          const answer = await ask(app, surface, list, { as, workspaceId, query: sent });
          expect([200, 400]).toContain(answer.status);
        },
      ),
      { numRuns: 25 },
    );
  });
});
