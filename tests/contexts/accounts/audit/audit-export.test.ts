import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { appendAudit, auditEntry, operator, serverChain } from '../../../../src/contexts/accounts/audit/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { runCli } from '../../../support/cli.js';
import type { Owner } from '../../../support/seed.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { storedEntries } from './audit-people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

type Line = { workspaceId: string; action: string; position: number; hash: string; createdAt: string };
const linesOf = (exported: string) =>
  exported
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

async function exported(query = '', as = owner.token) {
  const path = `${app.url}/workspaces/${owner.workspaceId}/audit-log/export${query}`;
  const response = await fetch(path, { headers: { authorization: `Bearer ${as}` } });
  return { response, body: await response.text() };
}

/** Fills the log with entries of one action. */
async function fill(count: number, action: string, day: string): Promise<void> {
  const { workspaceId } = owner;
  const entries = Array.from({ length: count }, () =>
    auditEntry(operator, { workspaceId, action }, null, new Date(`${day}T12:00:00Z`)),
  );
  await appendAudit(app.services.db.pool, entries);
}

describe('an export of the audit log', () => {
  test('streams all entries as JSON Lines, oldest first, and is recorded once itself', async () => {
    await fill(250, 'syntheticAct', '2026-01-02');
    const { response, body } = await exported();
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.jsonl"');
    const lines = linesOf(body);
    // The entry of the export itself is written after its first part.
    expect(lines.map(({ position }) => position)).toEqual(Array.from({ length: 252 }, (_, n) => n + 1));
    expect(lines[0]).toMatchObject({ workspaceId: owner.workspaceId, action: 'register' });
    expect(lines[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await storedEntries(app, owner.workspaceId, 'exportAuditLog')).toHaveLength(1);
  });

  test('is filtered by action, outcome and period, and says what is not valid', async () => {
    await fill(3, 'laterAct', '2026-02-02');
    const { body } = await exported('?from=2026-02-02&to=2026-02-03&action=laterAct&outcome=done');
    expect(linesOf(body)).toHaveLength(3);
    expect(linesOf((await exported('?outcome=refused')).body)).toEqual([]);
    const { response, body: refused } = await exported('?outcome=maybe&from=never&after=x');
    expect(response.status).toBe(400);
    expect(JSON.parse(refused).error.details.map(({ field }: { field: string }) => field)).toEqual([
      'from',
      'outcome',
      'after',
    ]);
  });

  test('requires audit:read, and a refusal is recorded', async () => {
    const key = await app.seed.apiKey(owner, ['flows:read']);
    expect((await exported('', key)).response.status).toBe(403);
    expect((await storedEntries(app, owner.workspaceId)).at(-1)).toMatchObject({
      action: 'exportAuditLog',
      outcome: 'refused',
      code: 'FORBIDDEN',
    });
  });
});

describe('the list', () => {
  test('is filtered by kind of actor, actor and API key', async () => {
    await app.rest('POST /auth/login', { body: { email: owner.email, password: 'not the password' } });
    const list = async (query: string) => {
      const path = `GET /workspaces/${owner.workspaceId}/audit-log?limit=3&${query}`;
      const { body } = await app.rest(path, { as: owner.token });
      return (body.data as { action: string; outcome: string }[] | undefined) ?? body.error.details;
    };
    expect(await list('actorKind=anonymous')).toMatchObject([{ action: 'login', outcome: 'refused' }]);
    expect(await list(`actor=${owner.email}`)).toMatchObject([{ action: 'login', outcome: 'refused' }]);
    const { rows } = await app.services.db.pool.query('select id from api_keys');
    expect(await list(`keyId=${rows[0].id}`)).toMatchObject([
      { action: 'exportAuditLog' },
      { action: 'useApiKeyFromNewAddress' },
    ]);
    expect(await list('keyId=nobody')).toMatchObject([{ field: 'keyId' }]);
    expect(await list('actorKind=robot')).toMatchObject([{ field: 'actorKind' }]);
  });
});

describe('the command of the operator', () => {
  async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const { code, stdout, stderr } = await runCli(['audit', ...args], { DATABASE_URL: app.database.url });
    return { code, out: stdout, err: stderr };
  }

  test('exports a workspace that was deleted, and is recorded', async () => {
    const { token, workspaceId } = await app.seed.owner();
    await app.rest(`DELETE /workspaces/${workspaceId}`, { as: token });
    const { code, out } = await run('export', '--workspace', workspaceId);
    expect([code, linesOf(out).map(({ action }) => action)]).toEqual([0, ['register', 'deleteWorkspace']]);
    expect((await storedEntries(app, serverChain)).at(-1)).toMatchObject({
      action: 'exportAuditLog',
      actor_kind: 'operator',
      details: { workspaceId },
    });
  });

  test('verifies, and exits with 1 if the log was changed since a checkpoint', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'checkpoint.jsonl');
    await writeFile(file, (await run('checkpoint')).out);
    expect(await run('verify', '--checkpoint', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ entries in \d+ logs verified, no problems found\.\n$/),
    });
    const url = new URL(process.env.TEST_ADMIN_URL as string);
    url.pathname = new URL(app.database.url).pathname;
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query('set session_replication_role = replica');
    await admin.query('delete from audit_log where workspace_id = $1 and position = 2', [owner.workspaceId]);
    await admin.end();
    const found = await run('verify', '--workspace', owner.workspaceId, '--checkpoint', file);
    expect(found).toMatchObject({ code: 1, out: expect.stringContaining('entry 2 is missing') });
    folder.remove();
  });

  test('says what is not valid', async () => {
    expect(await run('verify', '--workspace', 'mine')).toMatchObject({
      code: 2,
      err: '--workspace must be the ID of a workspace, or "server".\n',
    });
    expect(await run('export', '--from', 'never')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^from must be/),
    });
  });
});
