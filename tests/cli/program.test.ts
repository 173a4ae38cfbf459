import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import type { Command } from '../../src/cli/command.js';
import { table } from '../../src/cli/commands.js';
import { completionScripts } from '../../src/cli/completion-scripts.js';
import { runChecks } from '../../src/cli/doctor/check.js';
import { eventLogCheck } from '../../src/cli/doctor/work-checks.js';
import { isGroup } from '../../src/cli/program.js';
import { newEmail, password, signUp } from '../contexts/accounts/members/people.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type CliResult, runCli } from '../support/cli.js';
import { createTestDatabase } from '../support/database.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const commands: readonly Command[] = table.flatMap((entry) => (isGroup(entry) ? entry.commands : [entry]));
const unknown = '0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11';
const vaultKeys = (byte: number) => `k1:${Buffer.alloc(32, byte).toString('base64')}`;

let app: TestApp;
let owner: Owner;
let executionId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
    as: owner.token,
    body: { name: 'shop_key', value: 'sk-live-0123456789' },
  });
  const flow = await app.seed.flow(
    owner,
    graph([node('start', 'trigger.manual'), node('ask', 'ai.generate', { prompt: 'Hello' })], 'start>ask'),
  );
  const started = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/trigger`, { as: owner.token });
  executionId = (started.body.data as { executionId: string }).executionId;
});
afterAll(() => app.stop());

const env = () => ({ DATABASE_URL: app.database.url, VAULT_KEYS: vaultKeys(7), JWT_SECRET: 'x'.repeat(32), PORT: '0' });
const run = (words: string, stdin?: string) => runCli(words.split(' '), env(), stdin);

async function json<T = Record<string, never>>(words: string, stdin?: string): Promise<T> {
  const result = await run(`${words} --json`, stdin);
  expect(result).toMatchObject({ code: 0 });
  return JSON.parse(result.stdout) as T;
}

/** Of several statements sent at once. */
const last = (results: unknown) => (results as pg.QueryResult[]).at(-1) as pg.QueryResult;

const errorOf = ({ stderr }: CliResult) => (JSON.parse(stderr) as { error: { code: string; message: string } }).error;

async function operatorActions(targetId: string): Promise<string[]> {
  const text = `select action from audit_log where target_id = $1 and actor_kind = 'operator' order by position`;
  return (await app.services.db.pool.query(text, [targetId])).rows.map(({ action }) => action);
}

describe('every command', () => {
  test.each(commands.map(({ name }) => name))('%s has a help with an example', async (name) => {
    const { code, stdout } = await runCli([...name.split(' '), '--help'], {});
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: workspace-automation ${name}`);
    expect(stdout).toMatch(new RegExp(`Examples:\n  workspace-automation ${name}`));
    expect(stdout).toContain('--json');
  });

  test.each([
    ['orbit', /unknown command 'orbit'/],
    ['user', /A command is required/],
    ['user create', /missing required argument 'email'/],
    ['user list --limit 0', /^--limit must be a whole number from 1 to 1000\.\n$/],
    ['user create none --password-stdin', /^email must be/],
    ['user reset-password a@example.com --link --password-stdin', /not allowed with --link/],
    ['workspace create Shop', /--owner <email>' not specified/],
    [`workspace delete ${unknown}`, /Confirm it with --yes/],
    [`executions list --workspace ${unknown} --status lost`, /Allowed choices are running/],
    ['migrate --status --dry-run', /--status is not allowed with --dry-run/],
    ['credits top-up a@example.com -- -1 --reference x', /--reference <text>' not specified/],
    ['credits top-up a@example.com nothing --reference x', /must be a decimal/],
    ['credits set-rate teleport openai 1 --unit call', /event type must be one of/],
    [`quotas set ${unknown} beds 3`, /quota must be one of/],
    [`quotas set-weight ${unknown} 101`, /weight must be a whole number from 1 to 100/],
    ['rotate-keys data --grace soon', /--grace must be a number of seconds/],
    ['verify-audit --workspace mine', /ID of a workspace, or "server"/],
    ['completion csh', /must be one of bash, zsh, fish/],
    ['doctor --orbit', /unknown option '--orbit'/],
    ['queue status --orbit', /unknown option/],
    ['serve --orbit', /unknown option/],
  ])('%s is wrong usage: it exits with 2 and prints nothing on stdout', async (words, message) => {
    const result = await run(words, 'weak');
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(message);
  });

  test.each([
    ['user disable', 'nobody@example.com'],
    ['user enable', 'nobody@example.com'],
    ['user reset-password', 'nobody@example.com'],
    ['workspace delete', `${unknown} --yes`],
    ['executions list', `--workspace ${unknown}`],
    ['executions show', `${unknown} --workspace ${unknown}`],
    ['executions cancel', `${unknown} --workspace ${unknown}`],
    ['executions retry', `nothing --workspace ${unknown}`],
    ['credits wallet', 'nobody@example.com'],
    ['quotas show', unknown],
    ['inbox discard', unknown],
    ['inbox assign', `${unknown} ${unknown}`],
    ['rotate-keys data', `--workspace ${unknown}`],
  ])('%s reports what does not exist: it exits with 1, with --json by a document', async (name, args) => {
    const result = await run(`${name} ${args} --json`);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(errorOf(result).message).toMatch(/not found/);
  });

  const needsDatabase = commands.filter(({ name }) => !['serve', 'doctor', 'completion'].includes(name));
  test.each(needsDatabase.map(({ name, examples }) => [name, examples[0] as string]))(
    '%s reports that it has no database by its exit code, with --json in one document',
    async (_, example) => {
      const [call = ''] = example.split(/ [<>] /);
      const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
      const none = { DATA_DIR: '/none' };
      const stdin = 'correct horse battery staple';
      const text = await runCli(words, none, stdin);
      expect(text).toMatchObject({ code: 1, stdout: '' });
      expect(text.stderr).not.toMatch(/^ +at /m);
      const separator = words.indexOf('--');
      const withJson = words.toSpliced(separator < 0 ? words.length : separator, 0, '--json');
      const { code, stdout, stderr } = await runCli(withJson, none, stdin);
      expect([code, stdout]).toEqual([1, '']);
      const report = JSON.parse(stderr.trimEnd().split('\n').at(-1) as string);
      expect(report).toEqual({ error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) } });
    },
  );

  test('fails with a message and no stack trace if the database cannot be reached', async () => {
    const unreachable = { DATABASE_URL: 'postgres://app:pa55word@127.0.0.1:1/app' };
    const { code, stdout, stderr } = await runCli(['queue', 'status'], unreachable);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/no server answers at 127\.0\.0\.1:1/);
    expect(stderr).not.toMatch(/pa55word| at .*\.[jt]s/);
    expect(errorOf(await runCli(['queue', 'status', '--json'], { PORT: 'x' })).code).toBe('CONFIGURATION');
  });
});

describe('user', () => {
  test('create prints a generated password once, or reads one from stdin', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const created = await json<{ id: string; password: string }>(`user create ${email} --name Ana --verified`);
    const login = (body: object) => app.rest('POST /auth/login', { body });
    expect((await login({ email, password: created.password })).status).toBe(200);
    const sent = await run(`user create ${other} --password-stdin`, `${password}\n`);
    expect(sent).toEqual({ code: 0, stdout: `User ${other} created.\n`, stderr: '' });
    expect((await login({ email: other, password })).status).toBe(200);
    const { users } = await json<{ users: object[] }>(`user list --search ${email}`);
    expect(users).toMatchObject([{ id: created.id, email, name: 'Ana', emailVerified: true, disabledAt: null }]);
    expect(await operatorActions(created.id)).toEqual(['createUser']);
    const again = await run(`user create ${email} --json`);
    expect([again.code, errorOf(again).code]).toEqual([1, 'CONFLICT']);
    expect((await run(`user create ${newEmail()} --password-stdin`, 'password1')).stderr).toMatch(/easy to guess/);
  });

  test('reset-password replaces the password and ends the sessions', async () => {
    const ana = await signUp(app);
    const { stdout } = await run(`user reset-password ${ana.email}`);
    expect(stdout).toContain('what was made in the account was discarded');
    const [, generated] = /^Password: (\S{20,})$/m.exec(stdout) ?? [];
    expect((await app.rest('GET /auth/me', { as: ana.token })).status).toBe(401);
    const login = await app.rest('POST /auth/login', { body: { email: ana.email, password: generated } });
    expect(login.status).toBe(200);
    expect((await run(`user reset-password ${ana.email}`)).stdout).not.toContain('discarded');
  });

  test('disable ends sessions and API keys and refuses logins, until enable', async () => {
    const ana = await app.seed.owner();
    const key = await app.seed.apiKey(ana);
    const flows = (as: string) => app.rest(`GET /workspaces/${ana.workspaceId}/flows`, { as });
    const login = () => app.rest('POST /auth/login', { body: { email: ana.email, password } });
    expect((await flows(key)).status).toBe(200);
    const { id } = await json<{ id: string }>(`user disable ${ana.email}`);
    expect([(await flows(ana.token)).status, (await flows(key)).status, (await login()).status]).toEqual([
      401, 404, 401,
    ]);
    expect((await run(`user list --search ${ana.email}`)).stdout).toMatch(/disabled/);
    await json(`user enable ${ana.email}`);
    expect([(await flows(key)).status, (await login()).status]).toEqual([200, 200]);
    expect(await operatorActions(id)).toEqual(['disableUser', 'enableUser']);
  });
});

describe('workspace', () => {
  test('create, list and delete, with a workspace that outlives nothing but its audit log', async () => {
    const { id } = await json<{ id: string }>(`workspace create Orchard --owner ${owner.email}`);
    const { workspaces } = await json<{ workspaces: object[] }>('workspace list --search orchard');
    expect(workspaces).toMatchObject([{ id, name: 'Orchard', members: 1, owner: owner.email }]);
    expect(await json(`workspace delete ${id} --yes`)).toEqual({ id, name: 'Orchard' });
    expect((await run('workspace list --search orchard')).stdout).toBe('There are no such workspaces.\n');
    expect(await operatorActions(id)).toEqual(['createWorkspace', 'deleteWorkspace']);
    expect((await run(`workspace delete ${id} --yes`)).code).toBe(1);
  });
});

describe('executions and queue', () => {
  test('list, show, cancel and retry, recorded as actions of the operator', async () => {
    const at = `--workspace ${owner.workspaceId}`;
    const { executions } = await json<{ executions: object[] }>(`executions list ${at} --status running`);
    expect(executions).toMatchObject([{ id: executionId, status: 'running', trigger: 'manual' }]);
    expect(await json('queue status')).toMatchObject({ executions: { queued: 1, claimed: 0 }, workers: 0 });
    expect((await run(`executions retry ${executionId} ${at}`)).stderr).toMatch(/must have ended/);
    expect((await run(`executions cancel ${executionId} ${at}`)).stdout).toBe(`Cancelled ${executionId}.\n`);
    expect((await run(`executions cancel ${executionId} ${at}`)).stderr).toMatch(/but it is cancelled/);
    const shown = await json<{ execution: object }>(`executions show ${executionId} ${at}`);
    expect(shown.execution).toMatchObject({ status: 'cancelled', steps: [] });
    const retried = await json<{ id: string }>(`executions retry ${executionId} ${at} --from start`);
    expect(retried).toMatchObject({ retryOf: executionId });
    const found = await json<{ execution: object }>(`executions show ${retried.id} ${at}`);
    expect(found.execution).toMatchObject({ status: 'running', retryOf: executionId });
    expect(await operatorActions(executionId)).toEqual(['cancelExecution', 'retryExecution']);
  });

  test('retry is refused without the rights of the user that the execution ran as', async () => {
    const { rows } = await app.services.db.pool.query(
      `update executions set run_as = $2 where id = $1 and status = 'cancelled' returning run_as`,
      [executionId, unknown],
    );
    expect(rows).toHaveLength(1);
    const result = await run(`executions retry ${executionId} --workspace ${owner.workspaceId} --from start --json`);
    expect(result.code).toBe(1);
    expect(errorOf(result).code).toBe('FORBIDDEN');
  });
});

describe('commands of one thing each', () => {
  test('credits, quotas, inbox, audit and completion print one document with --json', async () => {
    const topUp = `credits top-up ${owner.email} 5 --reference cli`;
    expect(await json(topUp)).toMatchObject({ booked: true });
    expect(await json(topUp)).toMatchObject({ booked: false });
    expect(await json(`credits adjust ${owner.email} 1 --reference cli-2`)).toMatchObject({ booked: true });
    expect(await json(`credits wallet ${owner.email}`)).toMatchObject({ reserved: '0.000000' });
    expect(await json('credits rates')).toHaveProperty('rates');
    const quota = `quotas set ${owner.workspaceId} executionsInFlight 200`;
    expect(await json(quota)).toMatchObject({ quotas: { executionsInFlight: 200 } });
    expect(await json(`quotas set-weight ${owner.workspaceId} 3`)).toMatchObject({ weight: 3 });
    expect(await json('inbox unrouted')).toEqual({ messages: [] });
    expect(await json('verify-audit')).toMatchObject({ problemCount: 0 });
    expect(await json<object[]>('audit checkpoint')).toContainEqual(
      expect.objectContaining({ workspaceId: owner.workspaceId }),
    );
    expect(await json<object[]>(`audit export --workspace ${unknown}`)).toEqual([]);
    expect(await json('completion fish')).toMatchObject({ shell: 'fish' });
  });

  test('the completion of bash offers commands, and options of a command', () => {
    const script = completionScripts.bash?.(table) ?? '';
    const complete = (words: string) => {
      const list = words.split(' ').map((word) => `'${word}'`);
      const call = `COMP_WORDS=(${list.join(' ')}); COMP_CWORD=${list.length - 1}; _workspace_automation; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', `${script}\n${call}`], { encoding: 'utf8' }).stdout.trim();
    };
    expect(complete('wa exec')).toBe('executions');
    expect(complete('wa executions re')).toBe('retry');
    expect(complete('wa migrate --s')).toBe('--status');
    expect(complete('wa user create ana@example.com --pass')).toBe('--password-stdin');
  });
});

test('migrate applies what is pending, and refuses a database of a newer release', async () => {
  const database = await createTestDatabase();
  const cli = (words: string) => runCli(words.split(' '), { DATABASE_URL: database.url });
  const sql = async (text: string) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  try {
    const current = JSON.parse((await cli('migrate --status --json')).stdout);
    expect(current).toEqual({ applied: migrations.map(({ name }) => name), pending: [], unknown: [] });
    await sql(`delete from mikro_orm_migrations where name = '20261128140400-create-secrets';
      drop table secrets, key_rotations, workspace_keys cascade`);
    expect((await cli('queue status')).stderr).toMatch(/not up to date. Run `workspace-automation migrate`/);
    expect((await cli('migrate --dry-run')).stdout).toBe('would apply  20261128140400-create-secrets\n');
    const applied = await cli('migrate --json');
    expect(JSON.parse(applied.stdout)).toEqual({ applied: ['20261128140400-create-secrets'], pending: [] });
    expect(applied.stderr).toBe('Updating the database schema (1 step) …\n');
    await sql(`insert into mikro_orm_migrations (name) values ('20990101000000-orbit')`);
    const newer = await cli('migrate');
    expect([newer.code, newer.stderr]).toEqual([1, expect.stringContaining('20990101000000-orbit')]);
    expect((await cli('migrate --status')).code).toBe(1);
  } finally {
    await database.drop();
  }
});

describe('doctor', () => {
  type Report = { checks: { name: string; status: string; message: string; cure?: string }[] };
  const doctor = async (more: Record<string, string> = {}, words: string[] = []) => {
    const { code, stdout } = await runCli(['doctor', '--json', ...words], { ...env(), ...more });
    const { checks } = JSON.parse(stdout) as Report;
    return { code, of: (name: string) => checks.find((check) => check.name === name), checks };
  };

  test('finds a sound server sound', async () => {
    const folder = await temporaryFolder();
    const { code, checks, of } = await doctor({ DATA_DIR: folder.path });
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(checks.filter(({ status, cure }) => status === 'ok' && cure)).toEqual([]);
    expect(of('encryption_keys')?.message).toContain('decrypt what is stored');
    for (const name of ['database', 'database_version', 'clock', 'migrations', 'queue', 'event_log', 'data_dir'])
      expect(of(name)).toMatchObject({ status: 'ok' });
    expect((await run('doctor')).stdout).toMatch(/^ok +configuration +Every setting is valid\.$/m);
    folder.remove();
  });

  test('asks for no folder if nothing is stored in one, as in a read-only container', async () => {
    expect((await doctor({ DATA_DIR: '/proc/none' })).of('data_dir')?.status).toBe('skipped');
    expect((await doctor({ DATA_DIR: '/proc/none', JWT_SECRET: '' })).of('data_dir')?.status).toBe('warning');
  });

  test('reports executions that no worker takes, and the transaction that delays events, also of another role', async () => {
    const { pool } = app.services.db;
    await pool.query(`update execution_claims set ready_at = now() - interval '1 hour' where ready_at is not null`);
    const { of } = await doctor();
    expect(of('queue')).toMatchObject({ status: 'warning', cure: 'Start a process with ROLE=worker or ROLE=all.' });
    for (const connectionString of [app.database.url, process.env.TEST_ADMIN_URL]) {
      const writer = new pg.Client({ connectionString });
      await writer.connect();
      try {
        const { rows } = await writer.query('begin; select pg_current_xact_id(), pg_backend_pid() as pid').then(last);
        const subject = { pool, url: app.database.url, config: app.config };
        // Other transactions of the cluster may be older for a moment.
        const found = await waitFor(async () => {
          const [check] = await runChecks([eventLogCheck(0)], subject);
          return check?.message.includes(`pid ${rows[0].pid}`) ? check : null;
        });
        expect(found.status).toBe('warning');
      } finally {
        await writer.end();
      }
    }
  });

  test('reports keys that decrypt nothing, files that others can read, and a port in use', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'vault');
    await writeFile(file, vaultKeys(8));
    await chmod(file, 0o644);
    const other = createServer((_, response) => response.end('not json')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    const { code, of } = await doctor({ VAULT_KEYS: '', VAULT_KEYS_FILE: file, PORT });
    expect(code).toBe(1);
    expect(of('key_files')).toMatchObject({ status: 'failed', cure: `chmod 600 ${file}` });
    expect(of('encryption_keys')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('k1 must not be'),
    });
    expect(of('port')).toMatchObject({ status: 'failed', message: expect.stringContaining('Another program') });
    await new Promise((closed) => other.close(closed));
    folder.remove();
  });

  test('reports a server in production that clients cannot reach, and providers that do not answer', async () => {
    const LLM = { LLM_MODEL: 'm', LLM_API_KEY: 'sk-secret', LLM_BASE_URL: 'http://127.0.0.1:1/v1' };
    const PUBLIC_URL = 'http://flows.example.com';
    const more = { NODE_ENV: 'production', OUTBOUND_ALLOW: '0.0.0.0/0', PUBLIC_URL, ...LLM };
    const { of, checks } = await doctor(more, ['--online']);
    for (const name of ['public_url', 'outbound', 'provider_ai']) expect(of(name)).toMatchObject({ status: 'warning' });
    expect(of('provider_ai')?.message).toContain('ECONNREFUSED');
    expect(of('provider_mail')).toMatchObject({ status: 'skipped' });
    expect(JSON.stringify(checks)).not.toMatch(/sk-secret/);
  });

  test('reports an invalid configuration, and a database that does not answer, without the password', async () => {
    const invalid = await doctor({ PORT: 'door' });
    expect(invalid.checks).toMatchObject([{ name: 'configuration', status: 'failed', cure: expect.anything() }]);
    const away = await doctor({ DATABASE_URL: 'postgres://app:pa55word@127.0.0.1:1/app' });
    expect(away.code).toBe(1);
    expect(away.of('database')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('no server answers'),
    });
    expect(away.of('migrations')).toMatchObject({ status: 'skipped' });
    expect(JSON.stringify(away.checks)).not.toContain('pa55word');
  });

  test.each<[string, () => Record<string, string>, string, string]>([
    [
      'host that was not found',
      () => ({ DATABASE_URL: 'postgres://app:x@no-such-host.invalid/app' }),
      ...(['the host "no-such-host.invalid" was not found.', 'Check its name.'] as const),
    ],
    [
      'server that does not answer',
      () => ({ DATABASE_URL: 'postgres://app:x@127.0.0.1:1/app' }),
      ...(['no server answers at 127.0.0.1:1.', 'Check host and port, and whether Postgres runs there.'] as const),
    ],
    [
      'wrong password',
      () => ({ DATABASE_URL: app.database.url.replace(/:[^:@]*@/, ':wrong@') }),
      ...(['rejected the user "workspace"', "Check user and password, and the server's pg_hba.conf."] as const),
    ],
    [
      'database that was not found',
      () => ({ DATABASE_URL: `${app.database.url}_none` }),
      ...(['_none" was not found', 'Create it, or use another one.'] as const),
    ],
    [
      'DATA_DIR without a database',
      () => ({ DATABASE_URL: '', DATA_DIR: '/none' }),
      ...(['No database was found in /none.', 'Start the server once, or set DATABASE_URL or DATA_DIR.'] as const),
    ],
  ])('says what to do about a %s', async (_, more, message, cure) => {
    const { code, of } = await doctor(more());
    expect(code).toBe(1);
    expect(of('database')).toEqual({
      name: 'database',
      status: 'failed',
      message: expect.stringContaining(message),
      cure,
    });
  });

  test('reports a replica and a Redis that are gone, and goes on with the other checks', async () => {
    const gone = { DATABASE_REPLICA_URL: 'postgres://app:x@127.0.0.1:1/app', WAKEUP_URL: 'redis://127.0.0.1:1/0' };
    const { code, of } = await doctor(gone);
    expect(code).toBe(1);
    expect(of('replica')).toMatchObject({
      status: 'failed',
      cure: expect.stringMatching(/^Correct DATABASE_REPLICA_URL, or start the replica\./),
    });
    expect(of('wakeups')).toMatchObject({
      status: 'failed',
      cure: expect.stringMatching(/^Start Redis, or correct WAKEUP_URL;/),
    });
    for (const name of ['database', 'migrations', 'event_log']) expect(of(name)).toMatchObject({ status: 'ok' });
  });
});

test('the program of the package serves until SIGTERM', async () => {
  const folder = await temporaryFolder();
  const settings = { ...env(), DATA_DIR: folder.path, LOG_LEVEL: 'warn', PATH: process.env.PATH };
  const child = spawn(process.execPath, ['dist/src/cli/main.js', 'serve'], { env: settings });
  let output = '';
  let isReady = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isReady || !/Ready in .*\n/.test(output)) return;
      isReady = true;
      child.kill('SIGTERM');
    });
  }
  const [code] = await once(child, 'close');
  expect(output).toMatch(/Ready in .*: http:\/\/127\.0\.0\.1:\d+/);
  expect(code).toBe(0);
  folder.remove();
});
