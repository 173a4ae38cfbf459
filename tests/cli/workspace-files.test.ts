import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { IdSet } from '../../src/app/workspace-archive/id-set.js';
import {
  leftOutSettings,
  leftOutTables,
  portableSettings,
  portableTables,
} from '../../src/app/workspace-archive/portable-tables.js';
import { workspaceArchive } from '../../src/app/workspace-archive/workspace-format.js';
import { ArchiveWriter, RowsDigest, readArchive, storedTables } from '../../src/platform/backup/index.js';
import { newId } from '../../src/platform/new-id.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type CliResult, runCli } from '../support/cli.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

const passphrase = 'correct horse battery staple';
const vaultKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

let folder: string;
let app: TestApp;
let owner: Owner;
let callee: { id: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workspace-files-'));
  app = await startTestApp();
  owner = await app.seed.owner();
  callee = await app.seed.flow(owner, graph([node('start', 'trigger.webhook')]));
  await post('flows/secrets', { name: 'SHOP_KEY', value: 'a stored secret' });
  await post('flows/secrets', { name: 'FLOW_KEY', value: 'another', flowId: callee.id });
  await post('webhooks', { url: 'https://example.com/hook', events: ['contact.created'] });
  const parent = await post('flows/folders', { name: 'Sales' });
  await post('flows/folders', { name: 'Orders', parentId: parent.id });
  const unrelated = '0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11';
  const nodes = [
    node('start', 'trigger.manual'),
    node('call', 'flow.call', { flowId: callee.id, input: { order: unrelated } }),
  ];
  await app.seed.flow(owner, graph(nodes, 'start>call'));
  const contact = await post('contacts', {
    name: 'comma, \\N 🚀',
    customFields: { notes: 'tab\t, line\n, \\N 🚀', text: 'x'.repeat(300_000) },
  });
  await post('conversations', { contactId: contact.id, channel: 'email' });
});

afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

async function post(path: string, body: object): Promise<{ id: string }> {
  const { status, body: answer } = await app.rest(`POST /workspaces/${owner.workspaceId}/${path}`, {
    as: owner.token,
    body,
  });
  expect({ path, status, answer }).toMatchObject({ status: 201 });
  return answer.data as { id: string };
}

const run = (words: readonly string[], stdin?: string): Promise<CliResult> =>
  runCli(words, { DATABASE_URL: app.database.url, VAULT_KEYS: vaultKeys, JWT_SECRET: 'x'.repeat(32) }, stdin);

async function json(words: readonly string[], stdin?: string) {
  const result = await run([...words, '--json'], stdin);
  expect(result).toMatchObject({ code: 0 });
  return JSON.parse(result.stdout);
}

const exportTo = (file: string, ...rest: string[]) => ['workspace', 'export', owner.workspaceId, file, ...rest];
const importOf = (file: string, ...rest: string[]) => ['workspace', 'import', file, '--owner', owner.email, ...rest];
const query = async (text: string, ...values: unknown[]) => (await app.services.db.pool.query(text, values)).rows;

describe('the declaration of what is exported', () => {
  test('has every table of a workspace, and every setting, once', async () => {
    const tables = await storedTables(app.services.db.pool);
    const ofWorkspace = tables.filter(({ columns }) => columns.includes('workspace_id')).map(({ name }) => name);
    const declared = [...Object.keys(portableTables), ...Object.keys(leftOutTables)];
    const unstored = ['search_documents', 'workspace_changes'];
    expect(declared.toSorted()).toEqual([...ofWorkspace, ...unstored].toSorted());
    const settings = tables.find(({ name }) => name === 'workspaces')?.columns ?? [];
    expect([...portableSettings, ...leftOutSettings].toSorted()).toEqual(settings.toSorted());
  });

  test('names only columns that exist, every column of a user, and every encrypted one', async () => {
    for (const { name, columns } of await storedTables(app.services.db.pool)) {
      const { without = [], replaced = {}, verbatim = [], texts = [], encrypted } = portableTables[name] ?? {};
      const named = [
        ...without,
        ...Object.keys(replaced),
        ...verbatim,
        ...texts,
        ...(encrypted ? [encrypted.column] : []),
      ];
      expect({ name, unknown: named.filter((column) => !columns.includes(column)) }).toEqual({ name, unknown: [] });
      if (!portableTables[name]) continue;
      const asked = columns.filter((column) =>
        /^(assigned_to|\w+_by|user_id|run_as|worker_id|encrypted_\w+|due_at)$/.test(column),
      );
      expect({ name, left: asked.filter((column) => !named.includes(column)) }).toEqual({ name, left: [] });
    }
  });

  test('IDs are found among many', () => {
    const set = new IdSet();
    const ids = Array.from({ length: 5_000 }, newId);
    for (const id of [...ids, ...ids]) set.add(id);
    expect(set.size).toBe(5_000);
    expect(ids.every((id) => set.has(id))).toBe(true);
    expect(Array.from({ length: 5_000 }, newId).some((id) => set.has(id))).toBe(false);
  });
});

describe('with a passphrase', () => {
  let file: string;
  let made: { id: string; wereActive: { flows: string[]; webhooks: string[] } };
  beforeAll(async () => {
    file = join(folder, 'full.workspace');
    const written = await json(exportTo(file, '--passphrase-stdin'), passphrase);
    made = await json(importOf(file, '--name', 'Copy', '--passphrase-stdin'), `${passphrase}\n`);
    expect(made).toMatchObject({ name: 'Copy', rows: written.rows, newWebhookSecrets: 0, webhookUrls: 1 });
    for (const [name, { rows }] of Object.entries<{ rows: number }>(written.tables)) {
      expect(made).toMatchObject({ tables: { [name]: { rows } } });
    }
  });

  test('the file shows no secret, and only its owner can read it', async () => {
    const text = zstdDecompressSync(await readFile(file)).toString();
    expect(/a stored secret|whsec_/.test(text)).toBe(false);
    expect(text.includes('https://example.com/hook')).toBe(true);
  });

  test('records refer to the new records, and to nothing of the exported workspace', async () => {
    const former = [owner.workspaceId, callee.id];
    for (const { name } of await storedTables(app.services.db.pool)) {
      if (!portableTables[name]) continue;
      const rows = await query(`select r::text as text from "${name}" r where workspace_id = $1`, made.id);
      expect(rows.filter(({ text }) => former.some((id) => text.includes(id)))).toEqual([]);
    }
    const [call] = await query(
      `select v.nodes #>> '{1,data,flowId}' as flow, v.nodes #>> '{1,data,input,order}' as unrelated,
         (select flow_id from flow_triggers c where c.workspace_id = v.workspace_id and c.type = 'webhook') as callee
       from flow_versions v where v.workspace_id = $1 and v.nodes::text like '%flow.call%'`,
      made.id,
    );
    expect(call).toEqual({ flow: call.callee, callee: call.callee, unrelated: '0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11' });
    const [nested] = await query(
      `select p.name from flow_folders f join flow_folders p on p.id = f.parent_id and p.workspace_id = f.workspace_id
       where f.workspace_id = $1`,
      made.id,
    );
    expect(nested).toEqual({ name: 'Sales' });
  });

  test('texts are equal, and secrets can be decrypted in the new workspace', async () => {
    const contacts = 'select name, custom_fields, created_at from contacts where workspace_id = $1';
    expect(await query(contacts, made.id)).toEqual(await query(contacts, owner.workspaceId));
    const secrets = await query(
      'select id, flow_id, encrypted_value as value, name from secrets where workspace_id = $1 order by name',
      made.id,
    );
    const opened = secrets.map(({ id, flow_id: flowId, value }) =>
      app.services.vault.open(made.id, value, { kind: 'secret', id, flowId }),
    );
    expect(await Promise.all(opened)).toEqual(['another', 'a stored secret']);
  });

  test('nothing is active, the owner owns it, and search finds its records', async () => {
    const active = await query(
      'select id from flows where workspace_id = $1 and is_active union select id from webhooks where workspace_id = $1 and is_active',
      made.id,
    );
    expect(active).toEqual([]);
    expect(made.wereActive.webhooks).toHaveLength(1);
    const answer = await app.rest(`GET /workspaces/${made.id}/contacts?search=comma`, { as: owner.token });
    expect(answer.body).toMatchObject({ success: true, data: [{ id: expect.any(String) }] });
    const [audited] = await query(
      `select actor_kind from audit_log where workspace_id = $1 and action = 'importWorkspace'`,
      made.id,
    );
    expect(audited).toEqual({ actor_kind: 'operator' });
  });

  test.each([
    ['without the passphrase', [], undefined, 'encrypted with a passphrase'],
    ['with another passphrase', ['--passphrase-stdin'], 'another passphrase', 'is not the one of the file'],
    ['with a passphrase that is too short', ['--passphrase-stdin'], 'short', 'must have 12 to 1024 characters'],
  ])('it is not imported %s', async (_, options, stdin, message) => {
    const result = await run(importOf(file, ...options), stdin);
    expect(result).toMatchObject({ code: expect.any(Number), stderr: expect.stringContaining(message) });
    expect(result.code).not.toBe(0);
  });
});

describe('without a passphrase', () => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, 'plain.workspace');
    const { code, stdout } = await run(exportTo(file));
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('FLOW_KEY, SHOP_KEY') });
  });

  test('secrets are left out and named, and webhooks sign with new secrets', async () => {
    const made = await json(importOf(file));
    expect(made).toMatchObject({ leftOut: { secrets: ['FLOW_KEY', 'SHOP_KEY'] }, newWebhookSecrets: 1 });
    expect(await query('select from secrets where workspace_id = $1', made.id)).toEqual([]);
    const [webhook] = await query('select id, encrypted_secret from webhooks where workspace_id = $1', made.id);
    const context = { kind: 'webhook-secret', id: webhook.id, flowId: null };
    expect(await app.services.vault.open(made.id, webhook.encrypted_secret, context)).toMatch(/^whsec_/);
  });

  const inside = (change: (text: string) => string) => (bytes: Buffer) =>
    zstdCompressSync(Buffer.from(change(zstdDecompressSync(bytes).toString('latin1')), 'latin1'));

  test.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['a cut file', (bytes) => bytes.subarray(0, bytes.length - 20), 'is damaged, incomplete or not a workspace file'],
    [
      'a changed row',
      inside((text) => text.replace('Orders', 'Border')),
      'The table flow_folders has 2 rows with the hash',
    ],
    [
      'a newer schema',
      inside((text) => text.replace(/20\d{12}-create-secrets/, (name) => `21${name.slice(2)}`)),
      'which this release does not know',
    ],
    ['a newer format', inside((text) => text.replace('"version":1,', '"version":2,')), 'has version 2 of the format'],
    [
      'a table of another release',
      inside((text) => text.replace('"pipelines"', '"pipelinez"')),
      'has rows of pipelinez',
    ],
    ['another file', () => Buffer.from('{}'), 'is damaged, incomplete or not a workspace file'],
  ])('import refuses %s and creates nothing', async (name, change, message) => {
    const path = join(folder, name);
    await writeFile(path, change(await readFile(file)));
    const before = await query('select count(*) from workspaces');
    expect(await run(importOf(path))).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(await query('select count(*) from workspaces')).toEqual(before);
  });

  test('import refuses a column that this release does not have', async () => {
    const path = join(folder, 'column.workspace');
    const writer = new ArchiveWriter(path);
    await readArchive(file, workspaceArchive, { header: (header) => writer.header(header) });
    await writer.table({ name: 'pipelines', columns: ['id', 'is_lively'] });
    await writer.tableEnd(new RowsDigest().summary);
    await writer.end([]);
    const message = 'The file has the column is_lively of pipelines, which this release does not have.';
    expect(await run(importOf(path))).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });

  test('export replaces no file and refuses an unknown workspace, and import an unknown owner', async () => {
    expect(await run(exportTo(file))).toMatchObject({
      code: 1,
      stderr: `${file} already exists. Name another file, or a folder.\n`,
    });
    const unknown = ['workspace', 'export', newId(), join(folder, 'none')];
    expect(await run(unknown)).toMatchObject({ code: 1, stderr: expect.stringMatching(/not found/i) });
    const stranger = ['workspace', 'import', file, '--owner', 'nobody@example.com'];
    expect(await run(stranger)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('User nobody@example.com not found'),
    });
    expect(await run(importOf(file, '--name', ' '))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name'),
    });
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});
