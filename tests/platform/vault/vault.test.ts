import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unwrapDataKey } from '../../../src/platform/vault/data-key.js';
import { createVault } from '../../../src/platform/vault/index.js';
import { sealingKey } from '../../../src/platform/vault/sealed-text.js';
import { contextOf, createVaultBed, k1, k2, type VaultBed, watchedVault } from './bed.js';

let bed: VaultBed;
beforeAll(async () => {
  bed = await createVaultBed();
});
afterAll(() => bed.close());

const context = contextOf('01890000-0000-7000-8000-000000000000');

async function keysOf(workspaceId: string) {
  const { rows } = await bed.pool.query('select * from workspace_keys where workspace_id = $1', [workspaceId]);
  return rows;
}

describe('the vault', () => {
  test('makes one data key for a workspace, however many processes seal its first texts at once', async () => {
    const workspaceId = await bed.workspace();
    const vaults = Array.from({ length: 8 }, () => watchedVault(bed.pool).vault);
    const sealed = await Promise.all(
      Array.from({ length: 80 }, (_, n) => vaults[n % 8]?.seal(workspaceId, `text ${n}`, context)),
    );
    const keys = await keysOf(workspaceId);
    expect(keys).toHaveLength(1);
    expect(new Set(sealed.map((text) => text?.split(':')[1]))).toEqual(new Set([keys[0].key_id]));
    for (const [n, text] of sealed.entries()) {
      expect(await vaults[(n + 1) % 8]?.open(workspaceId, text as string, context)).toBe(`text ${n}`);
    }
  });

  test('opens twenty texts of a workspace for one statement at the first time and none later', async () => {
    const workspaceId = await bed.workspace();
    const { vault: writer } = watchedVault(bed.pool);
    const sealed = await Promise.all(Array.from({ length: 20 }, (_, n) => writer.seal(workspaceId, `${n}`, context)));
    const { vault, statements } = watchedVault(bed.pool);
    const openAll = () => Promise.all(sealed.map((text) => vault.open(workspaceId, text, context)));
    expect(await openAll()).toEqual(sealed.map((_, n) => `${n}`));
    expect(statements).toEqual(['read_workspace_keys']);
    await openAll();
    await vault.seal(workspaceId, 'more', context);
    expect(statements).toHaveLength(1);
  });

  test('seals without a statement once the workspace is prepared', async () => {
    const { vault, statements } = watchedVault(bed.pool);
    const workspaceId = await bed.workspace();
    await vault.prepare(workspaceId);
    const before = statements.length;
    await vault.open(workspaceId, await vault.seal(workspaceId, 'text', context), context);
    expect(statements).toHaveLength(before);
  });

  test('opens a text only in its workspace, as what it is, for its flow', async () => {
    const [workspaceId, other] = [await bed.workspace(), await bed.workspace()];
    const vault = createVault({ sql: bed.pool, keys: [k1] });
    const secret = { kind: 'secret', id: 'one', flowId: 'flow' };
    const sealed = await vault.seal(workspaceId, 'value', secret);
    expect(await vault.open(workspaceId, sealed, secret)).toBe('value');
    for (const wrong of [
      { ...secret, kind: 'webhook-token' },
      { ...secret, id: 'two' },
      { ...secret, flowId: 'other' },
      { ...secret, flowId: null },
    ]) {
      await expect(vault.open(workspaceId, sealed, wrong)).rejects.toThrow('does not open');
    }
    await vault.prepare(other);
    await expect(vault.open(other, sealed, secret)).rejects.toThrow('which the workspace does not have');
  });

  test('does not take a data key that was copied to another workspace or another name', async () => {
    const [workspaceId, other] = [await bed.workspace(), await bed.workspace()];
    const vault = createVault({ sql: bed.pool, keys: [k1] });
    const sealed = await vault.seal(workspaceId, 'value', context);
    await bed.pool.query(
      `insert into workspace_keys (workspace_id, key_id, wrapped_key)
       select $2, key_id, wrapped_key from workspace_keys where workspace_id = $1`,
      [workspaceId, other],
    );
    const fresh = createVault({ sql: bed.pool, keys: [k1] });
    await expect(fresh.open(other, sealed, context)).rejects.toThrow('does not open');
    await expect(fresh.seal(other, 'value', context)).rejects.toThrow('does not open');
    expect(await fresh.open(workspaceId, sealed, context)).toBe('value');
  });

  test('keeps no data key in plain', async () => {
    const workspaceId = await bed.workspace();
    await createVault({ sql: bed.pool, keys: [k1] }).prepare(workspaceId);
    const [{ key_id: id, wrapped_key: wrapped }] = await keysOf(workspaceId);
    expect(wrapped).toMatch(/^v1:k1:[\w-]{16}:[\w-]{43}:[\w-]{22}$/);
    const key = unwrapDataKey(sealingKey(k1), workspaceId, id, wrapped).key.export();
    for (const encoding of ['base64url', 'base64', 'hex'] as const)
      expect(wrapped).not.toContain(key.toString(encoding));
    expect(() => unwrapDataKey(sealingKey(k2), workspaceId, id, wrapped)).toThrow('does not open');
  });

  test('wraps with the first instance key, opens with all, and names the one that is missing', async () => {
    const workspaceId = await bed.workspace();
    const sealed = await createVault({ sql: bed.pool, keys: [k1] }).seal(workspaceId, 'value', context);
    expect(await createVault({ sql: bed.pool, keys: [k2, k1] }).open(workspaceId, sealed, context)).toBe('value');
    const without = createVault({ sql: bed.pool, keys: [k2] });
    await expect(without.open(workspaceId, sealed, context)).rejects.toThrow('wrapped with k1, which is not among');
    const later = await bed.workspace();
    await createVault({ sql: bed.pool, keys: [k2, k1] }).prepare(later);
    expect((await keysOf(later))[0].wrapped_key).toMatch(/^v1:k2:/);
  });

  test('refuses to be made without a key or with one of the wrong length', () => {
    expect(() => createVault({ sql: bed.pool, keys: [] })).toThrow('at least one');
    expect(() => createVault({ sql: bed.pool, keys: [{ id: 'k1', key: Buffer.alloc(16) }] })).toThrow('must be 32');
  });

  test('answers again after the database was away', async () => {
    const workspaceId = await bed.workspace();
    let away = true;
    const query = (...args: Parameters<typeof bed.pool.query>) => {
      if (away) return Promise.reject(new Error('away'));
      return bed.pool.query(...args);
    };
    const vault = createVault({ sql: { query } as unknown as typeof bed.pool, keys: [k1] });
    await expect(vault.seal(workspaceId, 'value', context)).rejects.toThrow('away');
    away = false;
    const sealed = await vault.seal(workspaceId, 'value', context);
    expect(await vault.open(workspaceId, sealed, context)).toBe('value');
  });
});
