import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { importCsv } from '../support/import-csv.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

/** What array literals, JSON, CSV, SQL and expressions give a meaning of their own. */
const naughty = [
  'null',
  'NULL',
  'Null',
  ' ',
  '  two spaces  ',
  '{a,b}',
  '{}',
  '{NULL}',
  '"',
  '"quoted"',
  '\\',
  '\\n',
  'a\\,"b',
  ',',
  ';',
  "'",
  "''; --",
  '$1',
  '?',
  ':tag',
  'a, and "more"',
  'ñandú 日本語',
  '👩‍👩‍👧',
  '\u202e',
  `\${x}`,
  '{{boveda.NULL}}',
  'true',
  '0',
  'undefined',
  'n'.repeat(100),
];

interface Tagged {
  id: string;
  tags: string[];
  version: number;
  [field: string]: unknown;
}

/** Calls a route of the owner's workspace, and expects it to answer with `status`. */
async function ask<Data = Tagged>(call: string, status: number, body?: unknown): Promise<Data> {
  const [method, path] = call.split(' ');
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
  expect([answer.status, answer.body.error]).toEqual([status, undefined]);
  return answer.body.data;
}

async function refusedFields(call: string, body: unknown): Promise<(string | undefined)[]> {
  const [method, path] = call.split(' ');
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
  expect(answer.status).toBe(400);
  return (answer.body.error.details ?? []).map(({ field }) => field);
}

/** The tags that a list answers for a record. */
async function tagsInList(path: string, id: string): Promise<string[] | undefined> {
  return (await ask<Tagged[]>(`GET ${path}?limit=100`, 200)).find((item) => item.id === id)?.tags;
}

/** Expects a flow to have these tags wherever it is read, in all its versions from `first` on. */
async function expectFlowTags(id: string, tags: string[], first: number): Promise<void> {
  expect((await ask(`GET /flows/${id}`, 200)).tags).toEqual(tags);
  expect(await tagsInList('/flows', id)).toEqual(tags);
  expect((await ask(`GET /flows/${id}/export`, 200)).tags).toEqual(tags);
  const versions = await ask<Tagged[]>(`GET /flows/${id}/versions`, 200);
  for (const { version } of versions.filter((one) => one.version >= first)) {
    expect((await ask(`GET /flows/${id}/versions/${version}`, 200)).tags).toEqual(tags);
  }
  expect(versions.filter(({ version }) => version >= first).map((one) => one.tags)).toContainEqual(tags);
}

const content = () =>
  graph(
    [
      node('t', 'trigger.manual'),
      node('s', 'data.set', { assignments: [{ name: 'a', value: '{{boveda.NULL}}{{boveda.Null}}{{boveda.key}}' }] }),
    ],
    't>s',
  );

describe('tags of any text are read back as they were sent', () => {
  test.each([['one by one'], ['all at once']])('of flows that are created and changed, %s', async (how) => {
    for (const tags of how === 'all at once' ? [naughty] : naughty.map((tag) => [tag])) {
      const made = await ask('POST /flows', 201, { name: 'Created', tags });
      expect(made.tags).toEqual(tags);
      await expectFlowTags(made.id, tags, 1);
      const { id } = await ask('POST /flows', 201, { name: 'Changed' });
      expect((await ask(`PATCH /flows/${id}`, 200, { tags })).tags).toEqual(tags);
      await expectFlowTags(id, tags, 2);
    }
  });

  test('of flows that are restored, duplicated, exported and imported', async () => {
    const { id } = await ask('POST /flows', 201, { name: 'First' });
    await ask(`PATCH /flows/${id}`, 200, { tags: naughty });
    await ask(`PATCH /flows/${id}`, 200, { tags: ['plain'] });
    expect((await ask(`POST /flows/${id}/versions/2/restore`, 200)).tags).toEqual(naughty);
    await expectFlowTags(id, naughty, 4);
    const copy = await ask(`POST /flows/${id}/duplicate`, 201, {});
    await expectFlowTags(copy.id, naughty, 1);
    const file = await ask(`GET /flows/${id}/export`, 200);
    const { flow } = await ask<{ flow: Tagged }>('POST /flows/import', 201, { file });
    await expectFlowTags(flow.id, naughty, 1);
  });

  test('of templates and of the flows made from them', async () => {
    const template = await ask('POST /flows/templates', 201, { name: 'Created', tags: naughty });
    expect(template.tags).toEqual(naughty);
    const { id } = await ask('POST /flows/templates', 201, { name: 'Changed' });
    expect((await ask(`PATCH /flows/templates/${id}`, 200, { tags: naughty })).tags).toEqual(naughty);
    for (const one of [template.id, id]) {
      expect((await ask(`GET /flows/templates/${one}`, 200)).tags).toEqual(naughty);
      expect(await tagsInList('/flows/templates', one)).toEqual(naughty);
      const flow = await ask(`POST /flows/templates/${one}/use`, 201, {});
      await expectFlowTags(flow.id, naughty, 1);
    }
  });

  test('of contacts and knowledge documents that are created and changed', async () => {
    for (const [path, named] of [
      ['/contacts', { name: 'Ana' }],
      ['/knowledge-docs', { title: 'Hours', content: 'Nine to five' }],
    ] as const) {
      const made = await ask(`POST ${path}`, 201, { ...named, tags: naughty });
      const { id } = await ask(`POST ${path}`, 201, named);
      expect((await ask(`PATCH ${path}/${id}`, 200, { tags: naughty })).tags).toEqual(naughty);
      for (const one of [made.id, id]) {
        expect((await ask(`GET ${path}/${one}`, 200)).tags).toEqual(naughty);
        expect(await tagsInList(path, one)).toEqual(naughty);
      }
    }
  });

  test('of contacts in bulk and from a file, where blanks at the ends go and ; stands between tags', async () => {
    const bulk = [{ email: 'bulk@example.com', tags: naughty }];
    const { results } = await ask<{ results: Tagged[] }>('POST /contacts/upsert', 200, { contacts: bulk });
    expect(await tagsInList('/contacts', results[0]?.id ?? '')).toEqual(naughty);
    const kept = naughty.filter((tag) => tag.trim() === tag && !tag.includes(';'));
    const cell = `"${kept.join(';').replaceAll('"', '""')}"`;
    const { body } = await importCsv(app, owner, `email,tags\r\nfile@example.com,${cell}\r\n`);
    expect(body).toMatchObject({ data: { created: 1, failed: 0 } });
    const [contact] = await ask<Tagged[]>('GET /contacts?search=file@example.com', 200);
    expect(contact?.tags).toEqual(kept);
  });

  test('in every list that is asked for one of them', async () => {
    const { id } = await ask('POST /flows', 201, { name: 'Found', tags: ['plain'] });
    await ask(`PATCH /flows/${id}`, 200, { tags: naughty });
    for (const tag of naughty) {
      const found = await ask<Tagged[]>(`GET /flows?limit=100&tag=${encodeURIComponent(tag)}`, 200);
      expect([tag, found.map((flow) => flow.id)]).toEqual([tag, expect.arrayContaining([id])]);
    }
  });
});

test('a template whose graph reads a secret of the name NULL says so', async () => {
  const requiredSecrets = ['NULL', 'Null', 'key'];
  const made = await ask('POST /flows/templates', 201, { name: 'Created', ...content() });
  const { id } = await ask('POST /flows/templates', 201, { name: 'Changed' });
  await ask(`PATCH /flows/templates/${id}`, 200, content());
  for (const one of [made.id, id])
    expect(await ask(`GET /flows/templates/${one}`, 200)).toMatchObject({ requiredSecrets });
  const all = await ask<Tagged[]>('GET /flows/templates?limit=100', 200);
  expect(all.find((template) => template.id === id)).toMatchObject({ requiredSecrets });
});

test('an empty tag is refused by its field', async () => {
  const { id } = await ask('POST /flows', 201, { name: 'Flow' });
  const template = await ask('POST /flows/templates', 201, { name: 'Template' });
  const tags = ['', 'a'];
  expect(await refusedFields('POST /flows', { name: 'A', tags })).toEqual(['tags']);
  expect(await refusedFields(`PATCH /flows/${id}`, { tags })).toEqual(['tags']);
  expect(await refusedFields('POST /flows/templates', { name: 'A', tags })).toEqual(['tags']);
  expect(await refusedFields(`PATCH /flows/templates/${template.id}`, { tags })).toEqual(['tags']);
  expect(await refusedFields('POST /contacts', { name: 'A', tags })).toEqual(['tags']);
});
