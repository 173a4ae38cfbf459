import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  appendAudit,
  auditEntry,
  operator,
  readCheckpoints,
  verifyAuditLog,
} from '../../../../src/contexts/accounts/audit/index.js';
import { newId } from '../../../../src/platform/new-id.js';
import { startTestApp, type TestApp } from '../../../support/app.js';

let app: TestApp;
let admin: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  const url = new URL(process.env.TEST_ADMIN_URL as string);
  url.pathname = new URL(app.database.url).pathname;
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  // What an attacker with the rights of a superuser can do.
  await admin.query('set session_replication_role = replica');
});

afterAll(async () => {
  await admin.end();
  await app.stop();
});

/** A log with five entries. */
async function fiveEntries(): Promise<string> {
  const workspaceId = newId();
  const at = new Date('2026-01-02T03:04:05.678Z');
  const entries = ['ä', 'b', 'c', 'd', 'e'].map((action) =>
    auditEntry(operator, { workspaceId, action, details: { text: 'ñ "\\\n', n: 1.5 }, fields: ['x y', '"'] }, null, at),
  );
  await appendAudit(app.services.db.pool, entries);
  return workspaceId;
}

const problemsOf = async (workspaceId: string, checkpoints = [] as Awaited<ReturnType<typeof readCheckpoints>>) =>
  (await verifyAuditLog(app.services.db.pool, { workspaceId, checkpoints })).problems.map(({ message }) => message);

/** Runs a statement on the log `$1`. */
async function tamper(workspaceId: string, statement: string): Promise<void> {
  await admin.query(statement, [workspaceId]);
}

describe('the chain of entries', () => {
  test('has no problems after writes of several processes at once, nor gaps', async () => {
    const owner = await app.seed.owner();
    const other = await startTestApp({ database: app.database });
    const create = (one: TestApp, n: number) =>
      one.rest(`POST /workspaces/${owner.workspaceId}/flows`, { as: owner.token, body: { name: `Flow ${n}` } });
    const created = await Promise.all(Array.from({ length: 40 }, (_, n) => create(n % 2 ? app : other, n)));
    expect(created.filter(({ status }) => status !== 201)).toEqual([]);
    await other.stop();
    expect(await verifyAuditLog(app.services.db.pool)).toMatchObject({ problems: [], problemCount: 0 });
    const { rows } = await app.services.db.pool.query(
      'select count(*)::int as entries, max(position)::int as last from audit_log where workspace_id = $1',
      [owner.workspaceId],
    );
    expect(rows).toEqual([{ entries: 41, last: 41 }]);
  });

  test('shows values that were changed', async () => {
    for (const change of [
      "action = 'x'",
      "details = '{}'",
      'target_id = uuidv7()',
      "created_at = created_at + interval '1 ms'",
    ]) {
      const id = await fiveEntries();
      expect(await problemsOf(id)).toEqual([]);
      await tamper(id, `update audit_log set ${change} where workspace_id = $1 and position = 2`);
      expect(await problemsOf(id)).toEqual([expect.stringMatching(/^entry 2 \(.{36}\) was changed or moved$/)]);
    }
  });

  test('shows a change whose hash was computed again', async () => {
    const id = await fiveEntries();
    await tamper(id, "update audit_log set action = 'x' where workspace_id = $1 and position = 2");
    await tamper(
      id,
      `update audit_log a set hash = sha256(former.hash || convert_to(audit_content(a), 'UTF8')) from audit_log former
       where a.workspace_id = $1 and a.position = 2 and former.workspace_id = $1 and former.position = 1`,
    );
    expect(await problemsOf(id)).toEqual([expect.stringMatching(/^entry 3 .* was changed or moved$/)]);
  });

  test('shows entries that were deleted: from the middle, the beginning and the end', async () => {
    const deleted = async (positions: string) => {
      const id = await fiveEntries();
      await tamper(id, `delete from audit_log where workspace_id = $1 and position in (${positions})`);
      return problemsOf(id);
    };
    expect(await deleted('2, 3')).toEqual(['entries 2 to 3 are missing']);
    expect(await deleted('1')).toEqual(['entry 1 is missing']);
    const end =
      'entry 5 is missing, although the end of the chain in audit_chains has it: the end of the log was deleted';
    expect(await deleted('5')).toEqual([end]);
    expect(await deleted('1, 2, 3, 4, 5')).toEqual([end]);
  });

  test('shows entries that changed places', async () => {
    const id = await fiveEntries();
    for (const [from, to] of [
      [2, 102],
      [3, 2],
      [102, 3],
    ]) {
      await tamper(id, `update audit_log set position = ${to} where workspace_id = $1 and position = ${from}`);
    }
    expect(await problemsOf(id)).toEqual([
      expect.stringMatching(/^entry 2 .* moved$/),
      expect.stringMatching(/^entry 3 .* moved$/),
      expect.stringMatching(/^entry 4 .* moved$/),
    ]);
  });

  test('shows entries that were added past the server', async () => {
    const id = await fiveEntries();
    const added = `insert into audit_log (id, workspace_id, actor_kind, action, outcome, request_id, created_at, position, hash)
      select uuidv7(), $1, 'operator', 'x', 'done', 'x', now(), 6, ''`;
    await tamper(id, added);
    expect(await problemsOf(id)).toEqual([expect.stringMatching(/^entry 6 .* was changed or moved$/)]);
    const unknown = newId();
    await tamper(unknown, added.replace('6,', '1,'));
    expect(await problemsOf(unknown)).toContain('the end of the chain is not recorded in audit_chains');
  });

  test('that was cut and continued differs from a checkpoint that was kept', async () => {
    const id = await fiveEntries();
    const kept = await readCheckpoints(app.services.db.pool, id);
    expect(kept).toEqual([{ workspaceId: id, position: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    await tamper(id, 'delete from audit_log where workspace_id = $1 and position > 3');
    await tamper(
      id,
      `update audit_chains c set position = 3, hash = a.hash from audit_log a
       where c.workspace_id = $1 and a.workspace_id = $1 and a.position = 3`,
    );
    expect(await problemsOf(id)).toEqual([]);
    expect(await problemsOf(id, kept)).toEqual([
      'entry 5 is missing, although the checkpoint has it: the end of the log was deleted',
    ]);
    const entry = () => auditEntry(operator, { workspaceId: id, action: 'later' }, null, new Date());
    await appendAudit(app.services.db.pool, [entry(), entry(), entry()]);
    expect(await problemsOf(id)).toEqual([]);
    expect(await problemsOf(id, kept)).toEqual(['entry 5 differs from the checkpoint: the log was rewritten']);
  });
});

describe('entries', () => {
  test('can neither be changed nor deleted by the role of the server', async () => {
    const { pool } = app.services.db;
    const id = await fiveEntries();
    const attempts = [
      "update audit_log set action = 'x'",
      'delete from audit_log',
      'truncate audit_log',
      'delete from audit_chains',
      'truncate audit_chains',
    ];
    for (const text of attempts) await expect(pool.query(text)).rejects.toMatchObject({ code: '42501' });
    expect(await problemsOf(id)).toEqual([]);
  });

  test('can neither be changed nor deleted by a superuser, unless they turn triggers off', async () => {
    await fiveEntries();
    await admin.query('set session_replication_role = origin');
    for (const text of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']) {
      await expect(admin.query(text)).rejects.toMatchObject({
        message: 'Entries of the audit log cannot be changed or deleted.',
      });
    }
    await admin.query('set session_replication_role = replica');
  });

  test('outlive their workspace, whose deletion is the last one', async () => {
    const { token, workspaceId } = await app.seed.owner();
    const deleted = await app.rest(`DELETE /workspaces/${workspaceId}`, { as: token });
    expect(deleted.status).toBe(200);
    const { rows } = await app.services.db.pool.query(
      'select action, before from audit_log where workspace_id = $1 order by position',
      [workspaceId],
    );
    expect(rows).toEqual([
      { action: 'register', before: null },
      { action: 'deleteWorkspace', before: { name: 'Acme', timezone: 'UTC' } },
    ]);
    expect(await problemsOf(workspaceId)).toEqual([]);
  });
});
