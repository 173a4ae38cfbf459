import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unwrapDataKey } from '../../../src/platform/vault/data-key.js';
import { encryptionKey } from '../../../src/platform/vault/encrypted-text.js';
import { createVault } from '../../../src/platform/vault/index.js';
import { contextOf, createVaultFixture, k1, k2, type VaultFixture, watchedVault } from './fixture.js';

let fixture: VaultFixture;
beforeAll(async () => {
  fixture = await createVaultFixture();
});
afterAll(() => fixture.close());

const context = contextOf('01890000-0000-7000-8000-000000000000');

async function keysOf(workspaceId: string) {
  const { rows } = await fixture.pool.query('select * from workspace_keys where workspace_id = $1', [workspaceId]);
  return rows;
}

describe('the vault', () => {
  test('makes one data key for a workspace, however many processes seal its first texts at once', async () => {
    const workspaceId = await fixture.workspace();
    const vaults = Array.from({ length: 8 }, () => watchedVault(fixture.pool).vault);
    const encrypted = await Promise.all(
      Array.from({ length: 80 }, (_, n) => vaults[n % 8]?.encrypt(workspaceId, `text ${n}`, context)),
    );
    const keys = await keysOf(workspaceId);
    expect(keys).toHaveLength(1);
    expect(new Set(encrypted.map((text) => text?.split(':')[1]))).toEqual(new Set([keys[0].key_id]));
    for (const [n, text] of encrypted.entries()) {
      expect(await vaults[(n + 1) % 8]?.open(workspaceId, text as string, context)).toBe(`text ${n}`);
    }
  });

  test('opens twenty texts of a workspace for one statement at the first time and none later', async () => {
    const workspaceId = await fixture.workspace();
    const { vault: writer } = watchedVault(fixture.pool);
    const encrypted = await Promise.all(
      Array.from({ length: 20 }, (_, n) => writer.encrypt(workspaceId, `${n}`, context)),
    );
    const { vault, statements } = watchedVault(fixture.pool);
    const openAll = () => Promise.all(encrypted.map((text) => vault.open(workspaceId, text, context)));
    expect(await openAll()).toEqual(encrypted.map((_, n) => `${n}`));
    expect(statements).toEqual(['read_workspace_keys']);
    await openAll();
    await vault.encrypt(workspaceId, 'more', context);
    expect(statements).toHaveLength(1);
  });

  test('seals without a statement once the workspace is prepared', async () => {
    const { vault, statements } = watchedVault(fixture.pool);
    const workspaceId = await fixture.workspace();
    await vault.prepare(workspaceId);
    const before = statements.length;
    await vault.open(workspaceId, await vault.encrypt(workspaceId, 'text', context), context);
    expect(statements).toHaveLength(before);
  });

  test('opens a text only in its workspace, as what it is, for its flow', async () => {
    const [workspaceId, other] = [await fixture.workspace(), await fixture.workspace()];
    const vault = createVault({ sql: fixture.pool, keys: [k1] });
    const secret = { kind: 'secret', id: 'one', flowId: 'flow' };
    const encrypted = await vault.encrypt(workspaceId, 'value', secret);
    expect(await vault.open(workspaceId, encrypted, secret)).toBe('value');
    for (const wrong of [
      { ...secret, kind: 'webhook-token' },
      { ...secret, id: 'two' },
      { ...secret, flowId: 'other' },
      { ...secret, flowId: null },
    ]) {
      await expect(vault.open(workspaceId, encrypted, wrong)).rejects.toThrow('could not be decrypted');
    }
    await vault.prepare(other);
    await expect(vault.open(other, encrypted, secret)).rejects.toThrow('was not found in the workspace');
  });

  test('does not take a data key that was copied to another workspace or another name', async () => {
    const [workspaceId, other] = [await fixture.workspace(), await fixture.workspace()];
    const vault = createVault({ sql: fixture.pool, keys: [k1] });
    const encrypted = await vault.encrypt(workspaceId, 'value', context);
    await fixture.pool.query(
      `insert into workspace_keys (workspace_id, key_id, wrapped_key)
       select $2, key_id, wrapped_key from workspace_keys where workspace_id = $1`,
      [workspaceId, other],
    );
    const fresh = createVault({ sql: fixture.pool, keys: [k1] });
    await expect(fresh.open(other, encrypted, context)).rejects.toThrow('could not be decrypted');
    await expect(fresh.encrypt(other, 'value', context)).rejects.toThrow('could not be decrypted');
    expect(await fresh.open(workspaceId, encrypted, context)).toBe('value');
  });

  test('keeps no data key in plain', async () => {
    const workspaceId = await fixture.workspace();
    await createVault({ sql: fixture.pool, keys: [k1] }).prepare(workspaceId);
    const [{ key_id: id, wrapped_key: wrapped }] = await keysOf(workspaceId);
    expect(wrapped).toMatch(/^v1:k1:[\w-]{16}:[\w-]{43}:[\w-]{22}$/);
    const key = unwrapDataKey(encryptionKey(k1), workspaceId, id, wrapped).key.export();
    for (const encoding of ['base64url', 'base64', 'hex'] as const)
      expect(wrapped).not.toContain(key.toString(encoding));
    expect(() => unwrapDataKey(encryptionKey(k2), workspaceId, id, wrapped)).toThrow('could not be decrypted');
  });

  test('wraps with the first instance key, opens with all, and names the one that is missing', async () => {
    const workspaceId = await fixture.workspace();
    const encrypted = await createVault({ sql: fixture.pool, keys: [k1] }).encrypt(workspaceId, 'value', context);
    expect(await createVault({ sql: fixture.pool, keys: [k2, k1] }).open(workspaceId, encrypted, context)).toBe(
      'value',
    );
    const without = createVault({ sql: fixture.pool, keys: [k2] });
    await expect(without.open(workspaceId, encrypted, context)).rejects.toThrow(
      'instance key k1 is required to decrypt, but missing in VAULT_KEYS',
    );
    const later = await fixture.workspace();
    await createVault({ sql: fixture.pool, keys: [k2, k1] }).prepare(later);
    expect((await keysOf(later))[0].wrapped_key).toMatch(/^v1:k2:/);
  });

  test('refuses to be made without a key or with one of the wrong length', () => {
    expect(() => createVault({ sql: fixture.pool, keys: [] })).toThrow('at least one');
    expect(() => createVault({ sql: fixture.pool, keys: [{ id: 'k1', key: Buffer.alloc(16) }] })).toThrow('must be 32');
  });

  test('answers again after the database was away', async () => {
    const workspaceId = await fixture.workspace();
    let away = true;
    const query = (...args: Parameters<typeof fixture.pool.query>) => {
      if (away) return Promise.reject(new Error('away'));
      return fixture.pool.query(...args);
    };
    const vault = createVault({ sql: { query } as unknown as typeof fixture.pool, keys: [k1] });
    await expect(vault.encrypt(workspaceId, 'value', context)).rejects.toThrow('away');
    away = false;
    const encrypted = await vault.encrypt(workspaceId, 'value', context);
    expect(await vault.open(workspaceId, encrypted, context)).toBe('value');
  });
});
