import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashOf } from '../../src/platform/graphql/limits/trusted-documents.js';
import { pathOf, samples } from '../contexts/crm/definitions/record-samples.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { nobody } from '../support/sample-args.js';
import type { Owner } from '../support/seed.js';
import { recordStatements } from '../support/statements.js';

let app: TestApp;
let owner: Owner;
/** The IDs of a record of each kind, by the name of its type. */
const known = new Map<string, string>();

const ask = async <T>(query: string, variables: Record<string, unknown> = {}, as = owner.token) =>
  app.graphql<T>(query, { w: owner.workspaceId, ...variables }, as);

/** Records without references come first. */
const places = ({ record, names = {} }: (typeof samples)[number]) =>
  Object.keys(names).length + (record.parent ? 9 : 0);

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  for (const { record, names = {}, input } of [...samples].sort((one, other) => places(one) - places(other))) {
    const ids = Object.fromEntries(
      Object.entries(names).map(([field, { name }]) => [field, known.get(name) as string]),
    );
    const path = pathOf(record, ids);
    const body = input(1, ids);
    const answer = await app.rest(`POST /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
    if (answer.status !== 201) throw new Error(`${record.name}: ${JSON.stringify(answer.body)}`);
    known.set(record.name, (answer.body.data as { id: string }).id);
  }
  known.set('Flow', (await app.seed.flow(owner, { name: 'One', nodes: [], edges: [] }, false)).id);
  await app.seed.apiKey(owner);
  const { data } = await ask<Rest>(
    `query ($w: ID!) { me { id } workspace(id: $w) { id members { items { id } } apiKeys { items { id } }
       flows { items { versions { items { id } } } } usage { wallet { id } } auditLog(limit: 1) { items { id } } } }`,
  );
  const { id, members, apiKeys, flows, usage, auditLog } = (data as Rest).workspace;
  const others = { Me: data?.me.id, Workspace: id, Member: members.items[0]?.id, ApiKey: apiKeys.items[0]?.id };
  const more = { FlowVersion: flows.items[0]?.versions.items[0]?.id, Wallet: usage.wallet.id };
  for (const [name, one] of Object.entries({ ...others, ...more, AuditEntry: auditLog.items[0]?.id }))
    known.set(name, one as string);
});

interface Ids {
  items: { id: string }[];
}

interface Rest {
  me: { id: string };
  workspace: { id: string; members: Ids; apiKeys: Ids; auditLog: Ids; usage: { wallet: { id: string } } } & {
    flows: { items: { versions: Ids }[] };
  };
}

afterAll(() => app.stop());

const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Contact { name } } }';

interface Nodes {
  nodes: ({ __typename: string; id: string; name?: string } | null)[];
}

describe('node and nodes', () => {
  test('find a record of each type by its ID, in the order of the IDs', async () => {
    const { data, errors } = await ask<Nodes>(nodes, { ids: [...known.values()] });
    expect(errors).toBeUndefined();
    expect(data?.nodes.map((found) => [found?.__typename, found?.id])).toEqual([...known]);
    expect(data?.nodes.find((found) => found?.__typename === 'Contact')?.name).toBe('Ana 1');
  });

  test('show nothing that the caller cannot see elsewhere', async () => {
    const stranger = await app.seed.owner();
    const ids = [...known.values(), nobody, 'x', `member:${nobody}:x`, 'usage:'];
    const asStranger = await ask<Nodes>(nodes, { ids }, stranger.token);
    expect([asStranger.errors, asStranger.data?.nodes.every((found) => found === null)]).toEqual([undefined, true]);
    const key = await app.seed.apiKey(owner, ['contacts:read']);
    const { data, errors: refused } = await ask<Nodes>(nodes, { ids }, key);
    expect(refused).toBeUndefined();
    const seen = data?.nodes.flatMap((found) => found?.__typename ?? []);
    expect(seen?.sort()).toEqual(['Contact', 'Me', 'Workspace']);
    const one = await ask<{ node: unknown }>(
      'query ($id: ID!) { node(id: $id) { id } }',
      { id: known.get('Flow') },
      key,
    );
    expect([one.errors, one.data]).toEqual([undefined, { node: null }]);
  });

  test('take as many statements for many records of a type as for one', async () => {
    const body = { name: 'Bea', email: 'bea@example.com' };
    const second = await app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, { as: owner.token, body });
    const ids = [known.get('Contact'), (second.body.data as { id: string }).id];
    const statementsOf = recordStatements(app);
    const one = await statementsOf(() => ask(nodes, { ids: ids.slice(0, 1) }));
    expect(one).toContain('locate_nodes');
    expect(await statementsOf(() => ask(nodes, { ids }))).toEqual(one);
  });

  test('accept at most 100 IDs', async () => {
    const { errors } = await ask(nodes, { ids: Array(101).fill(nobody) });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'ids' }] });
  });
});

test('versions of several flows are read by one statement', async () => {
  await app.seed.flow(owner, { name: 'Two', nodes: [], edges: [] }, false);
  const statementsOf = recordStatements(app);
  const query = 'query ($w: ID!) { workspace(id: $w) { flows { items { id versions { items { version } } } } } }';
  const statements = await statementsOf(() => ask(query));
  expect(statements.filter((label) => label === 'list_flow_versions')).toHaveLength(1);
});

describe('rights in a page', () => {
  test('a refused field is null with an error, and the rest of the page stays', async () => {
    const key = await app.seed.apiKey(owner, ['flows:read']);
    const query = `query ($w: ID!) { workspace(id: $w) { name capabilities flows { items { id } }
      contacts { items { id } } members { items { id } } missing: flow(id: "${nobody}") { id } } }`;
    const { data, errors } = await ask<{ workspace: Record<string, unknown> }>(query, {}, key);
    expect(data?.workspace).toMatchObject({ name: 'Acme', contacts: null, members: null, missing: null });
    expect(data?.workspace.capabilities).toEqual(['flows:read']);
    expect(data?.workspace.flows).toEqual({ items: expect.arrayContaining([{ id: known.get('Flow') }]) });
    expect(errors?.map(({ path, extensions }) => [path?.[1], extensions?.code]).sort()).toEqual([
      ['contacts', 'FORBIDDEN'],
      ['members', 'SESSION_REQUIRED'],
      ['missing', 'NOT_FOUND'],
    ]);
  });

  test('the catalogue says what each capability permits, and which roles have it', async () => {
    type Catalogue = { capabilities: { name: string; description: string; roles: string[] }[] };
    const { data } = await ask<Catalogue>('{ capabilities { name description roles } }');
    expect(data?.capabilities.find(({ name }) => name === 'audit:read')).toEqual({
      name: 'audit:read',
      description: 'See and export the audit log.',
      roles: ['OWNER', 'ADMIN'],
    });
    const { data: held } = await ask<{ workspaces: { items: { capabilities: string[] }[] } }>(
      '{ workspaces { items { capabilities } } }',
    );
    expect(held?.workspaces.items).toEqual([{ capabilities: data?.capabilities.map(({ name }) => name) }]);
  });
});

describe('trusted documents', () => {
  const own = '{ me { email } }';
  let strict: TestApp;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'documents-'));
    writeFileSync(join(folder, 'dashboard.json'), JSON.stringify({ [hashOf(own)]: own }));
    strict = await startTestApp({ database: app.database, trustedDocuments: folder });
  });

  afterAll(() => strict.stop());

  const post = async (at: TestApp, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` };
    const response = await fetch(`${at.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] };
  };
  const byHash = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(text) } } });

  test('are found by their hash; other hashes are unknown', async () => {
    expect(await post(strict, byHash(own))).toMatchObject({ data: { me: { email: owner.email } } });
    const { errors } = await post(app, byHash('{ me { id } }'));
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND', status: 404 });
    const routes = JSON.parse(readFileSync('schema/documents.json', 'utf8')) as Record<string, string>;
    const [hash, text] = Object.entries(routes).find(([, one]) => one.startsWith('query ListWorkspaces')) ?? ['', ''];
    expect(hashOf(text)).toBe(hash);
    expect(await post(app, byHash(text))).toMatchObject({ data: { workspaces: { pagination: { total: 1 } } } });
  });

  test('are the only ones with GRAPHQL_TRUSTED_ONLY', async () => {
    const other = '{ me { id } }';
    expect((await post(strict, { query: own })).data).toEqual({ me: { email: owner.email } });
    for (const body of [{ query: other }, { query: other, ...byHash(other) }, { query: '{ __schema { __typename } }' }])
      expect((await post(strict, body)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
