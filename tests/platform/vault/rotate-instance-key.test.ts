import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { instanceColumns } from '../../../src/app/collect-modules.js';
import { totpContext } from '../../../src/contexts/accounts/auth/totp/totp-factor.js';
import { createListener, type Listener } from '../../../src/platform/database/listener.js';
import { addVaultKey, readOrCreateInstanceKeys } from '../../../src/platform/instance-keys.js';
import { createLog } from '../../../src/platform/log.js';
import { createVault, requireInstanceKeys, rotateInstanceKey } from '../../../src/platform/vault/index.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';
import { createVaultFixture, k1, k2, type VaultFixture } from './fixture.js';

let fixture: VaultFixture;
let folder: TemporaryFolder;
let listener: Listener;
beforeEach(async () => {
  fixture = await createVaultFixture();
  folder = await temporaryFolder();
  listener = createListener(fixture.url, createLog({ level: 'fatal' }));
});
afterEach(async () => {
  await listener.close();
  folder.remove();
  await fixture.close();
});

const own = async () => (await readOrCreateInstanceKeys(folder.path)).vaultKeys;
const rotateOwn = () =>
  rotateInstanceKey({ pool: fixture.pool, readKeys: own, addKey: () => addVaultKey(folder.path), batchSize: 2 });

async function wrappedWith(): Promise<Record<string, number>> {
  const { rows } = await fixture.pool.query(
    `select split_part(wrapped_key, ':', 2) as id, count(*)::int as n from workspace_keys group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}

/** A user with an authenticator app. @returns its secret */
async function plantTotp(vault: ReturnType<typeof createVault>, n: number): Promise<string> {
  const { rows } = await fixture.pool.query(
    `with account as (insert into accounts (name) values ('A') returning id)
     insert into users (account_id, email, name, password_hash) select id, $1, 'Ana', 'x' from account returning id`,
    [`ana${n}@example.com`],
  );
  const [{ id }] = rows;
  await fixture.pool.query('insert into totp_factors (user_id, secret, created_at) values ($1, $2, now())', [
    id,
    await vault.encryptForInstance(`secret ${n}`, totpContext(id)),
  ]);
  return `secret ${n}`;
}

async function plant(vault: ReturnType<typeof createVault>, workspaces: number): Promise<Map<string, string>> {
  const plain = new Map<string, string>();
  for (let n = 0; n < workspaces; n++) {
    for (const [flowId, token] of await fixture.encrypt(vault, await fixture.workspace(), 2)) plain.set(flowId, token);
  }
  return plain;
}

describe('a rotation of the instance key', () => {
  test('wraps every data key with the first of VAULT_KEYS and leaves texts as they are', async () => {
    const vault = createVault({ sql: fixture.pool, keys: [k1] });
    const plain = await plant(vault, 5);
    const before = await fixture.pool.query('select encrypted_token from flow_triggers order by id');
    const rotation = { pool: fixture.pool, readKeys: async () => [k2, k1], batchSize: 2 };
    expect(await rotateInstanceKey(rotation)).toEqual({ keyId: 'k2', added: false, wrapped: 5 });
    expect(await wrappedWith()).toEqual({ k2: 5 });
    expect((await fixture.pool.query('select encrypted_token from flow_triggers order by id')).rows).toEqual(
      before.rows,
    );
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k2] }))).toEqual(plain);
    // A server that was started with the former key goes on with the data keys that it holds.
    expect(await fixture.openAll(vault)).toEqual(plain);
    expect(await rotateInstanceKey(rotation)).toMatchObject({ wrapped: 0 });
  });

  test('encrypts texts again that belong to no workspace, and needs their keys until then', async () => {
    const { pool } = fixture;
    const vault = createVault({ sql: pool, keys: [k1] });
    const secrets = await Promise.all(Array.from({ length: 5 }, (_, n) => plantTotp(vault, n)));
    const rotation = { pool, readKeys: async () => [k2, k1], batchSize: 2, instanceColumns };
    await expect(rotateInstanceKey({ ...rotation, readKeys: async () => [k2] })).rejects.toThrow('k1 is required');
    await rotateInstanceKey(rotation);
    const { rows } = await pool.query('select user_id, secret from totp_factors order by created_at');
    expect(rows.every(({ secret }) => secret.startsWith('v1:k2:'))).toBe(true);
    const renewed = createVault({ sql: pool, keys: [k2] });
    const opened = rows.map(({ user_id: id, secret }) => renewed.openForInstance(secret, totpContext(id)));
    expect((await Promise.all(opened)).sort()).toEqual(secrets.sort());
    await expect(renewed.openForInstance(rows[0].secret, totpContext(rows[1].user_id))).rejects.toThrow('decrypted');
    // A request that is in progress has no answer yet.
    await pool.query(
      `insert into idempotent_requests (workspace_id, id, request_hash, claim_id, lease_until, is_lost)
       values (gen_random_uuid(), gen_random_uuid(), 'hash', gen_random_uuid(), now(), false)`,
    );
    await requireInstanceKeys(pool, [k2], 'VAULT_KEYS', instanceColumns);
    await expect(requireInstanceKeys(pool, [k1], 'VAULT_KEYS', instanceColumns)).rejects.toThrow('k2 is required');
  });

  test('makes a new key where the instance keeps its own, and a running server takes it up', async () => {
    const attached = createVault({ sql: fixture.pool, keys: await own(), reloadKeys: own, listener });
    const plain = await plant(attached, 5);
    const cold = createVault({ sql: fixture.pool, keys: await own(), reloadKeys: own });
    const without = createVault({ sql: fixture.pool, keys: await own() });
    expect(await rotateOwn()).toEqual({ keyId: 'k2', added: true, wrapped: 5 });
    expect((await own()).map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect((await stat(join(folder.path, 'instance-keys.json'))).mode & 0o777).toBe(0o600);
    for (const vault of [attached, cold]) expect(await fixture.openAll(vault)).toEqual(plain);
    await expect(fixture.openAll(without)).rejects.toThrow(
      'instance key k2 is required to decrypt, but missing in VAULT_KEYS',
    );
    for (const [flowId, token] of await plant(cold, 1)) plain.set(flowId, token);
    expect(await wrappedWith()).toEqual({ k2: 6 });
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: await own() }))).toEqual(plain);
  });

  test('that was broken off is finished with the key that it made', async () => {
    const plain = await plant(createVault({ sql: fixture.pool, keys: await own() }), 5);
    await addVaultKey(folder.path);
    expect(await rotateOwn()).toEqual({ keyId: 'k2', added: false, wrapped: 5 });
    expect(await rotateOwn()).toEqual({ keyId: 'k3', added: true, wrapped: 5 });
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: await own() }))).toEqual(plain);
  });

  test('keeps the other keys of the file, and one name stands for one key', async () => {
    const before = await readOrCreateInstanceKeys(folder.path);
    const all = await addVaultKey(folder.path);
    expect(all.map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect(all[1]).toEqual(before.vaultKeys[0]);
    expect(await readOrCreateInstanceKeys(folder.path)).toEqual({ jwtSecret: before.jwtSecret, vaultKeys: all });
    expect(JSON.parse(await readFile(join(folder.path, 'instance-keys.json'), 'utf8'))).toEqual({
      jwtSecret: before.jwtSecret,
      vaultKeys: expect.stringMatching(/^k2:\S{44},k1:\S{44}$/),
    });
  });
});
