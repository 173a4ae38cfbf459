import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Environment } from '../../src/config/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { runCli } from '../support/cli.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let storage: S3Server;
let owner: Owner;

beforeAll(async () => {
  [app, storage] = await Promise.all([startTestApp(), startS3Server()]);
  owner = await app.seed.owner();
  await app.services.db.pool.query(
    `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
     select $1, gen_random_uuid(), 'Contact ' || n, 'lead', '{}', false, jsonb_build_object('text', md5(n::text)), now(), now()
     from generate_series(1, 2000) n`,
    [owner.workspaceId],
  );
});
beforeEach(() => {
  storage.intercept = null;
});
afterAll(async () => {
  await storage.close();
  await app.stop();
});

const run = (words: readonly string[], more: Environment = {}) =>
  runCli(words, {
    DATABASE_URL: app.database.url,
    VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    JWT_SECRET: 'x'.repeat(32),
    ...storage.environment,
    ...more,
  });

async function json(words: readonly string[]) {
  const { code, stdout, stderr } = await run([...words, '--json']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout);
}

const exportTo = (target: string) => ['workspace', 'export', owner.workspaceId, target];
const importOf = (source: string) => ['workspace', 'import', source, '--owner', owner.email];
const countWorkspaces = async () => (await app.services.db.pool.query('select count(*) from workspaces')).rows;
const objectOf = (url: string) => storage.objects.get(url.slice('s3://backups/'.length));

describe('an object storage', () => {
  test('receives a workspace, from which another one is created', async () => {
    const written = await json(exportTo('s3://backups/acme.workspace'));
    expect(written).toMatchObject({ file: 's3://backups/acme.workspace', tables: { contacts: { rows: 2_000 } } });
    expect(objectOf(written.file)?.body).toHaveLength(written.bytes);
    expect(storage.uploads.size).toBe(0);
    const made = await json(importOf(written.file));
    expect(made).toMatchObject({ rows: written.rows, tables: { contacts: { rows: 2_000 } } });
    expect(made.id).not.toBe(owner.workspaceId);
  });

  test('gets an object with the ID and the time as its name below a prefix', async () => {
    const { file } = await json(exportTo('s3://backups/weekly/'));
    const name = file.slice('s3://backups/weekly/'.length);
    expect(name).toMatch(new RegExp(`^${owner.workspaceId}-\\d{4}-\\d\\d-\\d\\dT\\d{6}Z\\.workspace$`));
    expect(objectOf(file)).toBeDefined();
  });

  test('keeps the object that it has', async () => {
    await json(exportTo('s3://backups/kept.workspace'));
    const before = objectOf('s3://backups/kept.workspace');
    const again = await run(exportTo('s3://backups/kept.workspace'));
    expect(again).toMatchObject({
      code: 1,
      stderr: 's3://backups/kept.workspace already exists. Name another object.\n',
    });
    expect(objectOf('s3://backups/kept.workspace')).toBe(before);
  });

  test('keeps nothing of an export that fails', async () => {
    const before = [...storage.objects.keys()];
    storage.intercept = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(403).end());
    const refused = await run(exportTo('s3://backups/fails.workspace'));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/AccessDenied.*Allow the key/) });
    expect([[...storage.objects.keys()], storage.uploads.size]).toEqual([before, 0]);
  });

  test.each<[string, Environment, string]>([
    ['no key', { AWS_ACCESS_KEY_ID: undefined }, 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
    ['an unknown key', { AWS_ACCESS_KEY_ID: 'AKOTHER' }, 'Correct AWS_ACCESS_KEY_ID.'],
    ['another secret', { AWS_SECRET_ACCESS_KEY: 'x' }, 'Correct AWS_SECRET_ACCESS_KEY and AWS_REGION.'],
    ['another region', { AWS_REGION: 'eu-test-2' }, 'Set AWS_REGION to the region of the bucket.'],
  ])('is neither written nor read with %s', async (_, environment, cure) => {
    await run(exportTo('s3://backups/read.workspace'));
    const before = [[...storage.objects.keys()], await countWorkspaces()];
    for (const words of [exportTo('s3://backups/refused.workspace'), importOf('s3://backups/read.workspace')]) {
      const { code, stdout, stderr } = await run([...words, '--json'], environment);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) as string).error.message).toContain(cure);
    }
    expect([[...storage.objects.keys()], await countWorkspaces()]).toEqual(before);
  });

  test.each([
    ['an object that does not exist', 's3://backups/none.workspace', 'Correct the name: the object does not exist.'],
    ['another bucket', 's3://others/acme.workspace', 'Create the bucket, or correct its name.'],
    ['no key', 's3://backups', 's3://backups must be s3://bucket/key'],
  ])('from which a workspace is imported must not name %s', async (_, source, message) => {
    const before = await countWorkspaces();
    expect(await run(importOf(source))).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(await countWorkspaces()).toEqual(before);
  });

  test('from which a workspace is imported may break connections', async () => {
    const written = await json(exportTo('s3://backups/breaks.workspace'));
    let left = 4;
    storage.intercept = ({ method }, response) => {
      if (method !== 'GET' || left-- <= 0) return false;
      response.end = ((body: Buffer) => {
        response.write(body.subarray(0, 10_000), () => response.destroy());
        return response;
      }) as typeof response.end;
      return false;
    };
    expect(await json(importOf(written.file))).toMatchObject({ rows: written.rows });
    expect(left).toBeLessThan(0);
  });

  test.each([
    ['is cut short', (body: Buffer) => body.subarray(0, body.length - 20)],
    ['has its first half only', (body: Buffer) => body.subarray(0, body.length >> 1)],
    ['is empty', () => Buffer.alloc(0)],
  ])('from which nothing is imported if its object %s', async (name, cut) => {
    const url = `s3://backups/${name.replaceAll(' ', '-')}.workspace`;
    await json(exportTo(url));
    const whole = objectOf(url) as { body: Buffer; tag: string };
    storage.objects.set(url.slice('s3://backups/'.length), { body: cut(whole.body), tag: '"cut"' });
    const before = await countWorkspaces();
    expect(await run(importOf(url))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${url} is damaged, incomplete or not a workspace file`),
    });
    expect(await countWorkspaces()).toEqual(before);
  });
});
