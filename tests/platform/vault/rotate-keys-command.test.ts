import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createVault } from '../../../src/platform/vault/index.js';
import { createVaultFixture, k1, k2, type VaultFixture } from './fixture.js';

const workspaces = 20;
const tokens = 200;

let fixture: VaultFixture;
const plain = new Map<string, string>();
beforeAll(async () => {
  fixture = await createVaultFixture();
  const vault = createVault({ sql: fixture.pool, keys: [k1] });
  for (let n = 0; n < workspaces; n++) {
    for (const [flowId, token] of await fixture.encrypt(vault, await fixture.workspace(), tokens))
      plain.set(flowId, token);
  }
});
afterAll(() => fixture.close());

const keysText = (...keys: (typeof k1)[]) => keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');

/** The built command, on the bed's database. */
function rotateKeys(args: string[], vaultKeys = keysText(k1)) {
  const command = new URL('../../../dist/src/cli/main.js', import.meta.url).pathname;
  const env = { PATH: process.env.PATH, DATABASE_URL: fixture.url, VAULT_KEYS: vaultKeys };
  const child = spawn(process.execPath, [command, 'rotate-keys', ...args], { env });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }));
  return { child, ended };
}

async function counts(): Promise<{ keys: number; stale: number }> {
  const { rows } = await fixture.pool.query('select count(*)::int as n from workspace_keys');
  return { keys: rows[0].n, stale: await fixture.staleTexts() };
}

describe('rotate-keys', () => {
  test('data: killed half-way, everything opens; called again, it finishes', async () => {
    const { child, ended } = rotateKeys(['data', '--grace', '0.1']);
    child.stderr.on('data', (text: string) => {
      if (/texts of flow_triggers encrypted/.test(text)) child.kill('SIGKILL');
    });
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    const half = await counts();
    expect(half.keys).toBe(2 * workspaces);
    expect(half.stale).toBeGreaterThan(0);
    expect(half.stale).toBeLessThan(workspaces * tokens);
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k1] }))).toEqual(plain);

    const again = await rotateKeys(['data', '--grace', '0.1']).ended;
    expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/ of \d+\n$/) });
    expect(again.stdout).toContain('This completed an earlier rotation.');
    expect(again.stdout).toContain(`0 new data keys, ${half.stale} texts encrypted again.`);
    expect(await counts()).toEqual({ keys: 2 * workspaces, stale: 0 });
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k1] }))).toEqual(plain);
  }, 60_000);

  test('data --workspace: rotates one, and says so when there is no such one', async () => {
    const { rows } = await fixture.pool.query('select id from workspaces limit 1');
    const one = await rotateKeys(['data', '--grace', '0', '--workspace', rows[0].id]).ended;
    expect(one.stdout).toContain(`1 new data key, ${tokens} texts encrypted again.`);
    const none = await rotateKeys(['data', '--workspace', 'nowhere']).ended;
    expect(none).toMatchObject({
      code: 1,
      stderr: 'Workspace nowhere not found. --workspace must be the ID of a workspace.\n',
    });
  }, 60_000);

  test('instance: wraps with the first of VAULT_KEYS, after which the former can go, and shows neither', async () => {
    const first = await rotateKeys(['instance'], keysText(k2, k1)).ended;
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('encrypted with the instance key k2.');
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k2] }))).toEqual(plain);
    for (const { key } of [k1, k2]) expect(first.stdout + first.stderr).not.toContain(key.toString('base64'));
    const missing = await rotateKeys(['instance'], keysText(k1)).ended;
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('k2 is required, but missing') });
  }, 60_000);
});
