import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { encryptedColumns } from '../../../src/app/collect-modules.js';
import { createListener, type Listener } from '../../../src/platform/database/listener.js';
import { createLog } from '../../../src/platform/log.js';
import { createVault, rotateDataKeys } from '../../../src/platform/vault/index.js';
import { waitFor } from '../../support/wait-for.js';
import { contextOf, createVaultFixture, k1, k2, type VaultFixture, watchedVault } from './fixture.js';

let fixture: VaultFixture;
let listener: Listener;
beforeEach(async () => {
  fixture = await createVaultFixture();
  listener = createListener(fixture.url, createLog({ level: 'fatal' }));
});
afterEach(async () => {
  await listener.close();
  await fixture.close();
});

type Options = Partial<Parameters<typeof rotateDataKeys>[0]>;

function rotate(options: Options = {}) {
  const readKeys = async () => [k1];
  return rotateDataKeys({
    pool: fixture.pool,
    readKeys,
    columns: encryptedColumns,
    graceMs: 0,
    batchSize: 7,
    ...options,
  });
}

/** How many workspaces have how many keys. */
async function keysPerWorkspace(): Promise<number[]> {
  const { rows } = await fixture.pool.query(
    'select count(*)::int as n from workspace_keys group by workspace_id order by workspace_id',
  );
  return rows.map(({ n }) => n);
}

/** Notifications come through. */
async function listening(): Promise<void> {
  let received = false;
  listener.on('vault_keys', () => {
    received = true;
  });
  await waitFor(async () => {
    await fixture.pool.query(`select pg_notify('vault_keys', '')`);
    return received;
  });
}

/** Tokens of several workspaces, sealed by one process. */
async function plant(workspaces: number, tokens: number) {
  const vault = createVault({ sql: fixture.pool, keys: [k1] });
  const plain = new Map<string, string>();
  const ids: string[] = [];
  for (let n = 0; n < workspaces; n++) {
    const id = await fixture.workspace();
    ids.push(id);
    for (const [flowId, token] of await fixture.encrypt(vault, id, tokens)) plain.set(flowId, token);
  }
  return { vault, plain, ids };
}

describe('a rotation of data keys', () => {
  test('gives each workspace a new key and seals every text with it', async () => {
    const { vault, plain } = await plant(3, 20);
    const reported: string[] = [];
    const result = await rotate({
      onProgress: ({ what, done, total }) => reported.push(`${what}: ${done} of ${total}`),
    });
    expect(result).toEqual({ resumed: false, keys: 3, texts: 60, damaged: [] });
    expect(reported).toEqual([
      'new data keys: 3 of 3',
      ...[7, 14, 21, 28, 35, 42, 49, 56, 60].map((done) => `texts of flow_triggers encrypted: ${done} of 60`),
    ]);
    expect(await fixture.staleTexts()).toBe(0);
    expect(await keysPerWorkspace()).toEqual([2, 2, 2]);
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k1] }))).toEqual(plain);
    // A server that was running all the time has met the former keys only.
    expect(await fixture.openAll(vault)).toEqual(plain);
  });

  test('misses nothing that servers seal meanwhile, and breaks none of it', async () => {
    const { plain, ids } = await plant(3, 60);
    const attached = watchedVault(fixture.pool, { listener }).vault;
    const detached = watchedVault(fixture.pool).vault;
    await listening();
    // Both know the former keys.
    for (const vault of [attached, detached]) await fixture.openAll(vault);
    let rotating = true;
    const server = async (vault: typeof attached, workspaceId: string) => {
      do {
        for (const [flowId, token] of await fixture.encrypt(vault, workspaceId, 3)) plain.set(flowId, token);
        for (const [flowId, token] of await fixture.openAll(vault, 20)) expect(token).toBe(`token of ${flowId}`);
      } while (rotating);
    };
    const servers = ids.map((id) => server(attached, id));
    const result = await rotate({ graceMs: 1_000, batchSize: 20 }).finally(() => {
      rotating = false;
    });
    await Promise.all(servers);
    expect(result.damaged).toEqual([]);
    expect(result.keys).toBe(3);
    expect(await fixture.staleTexts()).toBe(0);

    // One that never heard of it still works: what it seals opens everywhere, until it is sealed again.
    for (const [flowId, token] of await fixture.encrypt(detached, ids[0] as string, 5)) plain.set(flowId, token);
    expect(await fixture.staleTexts()).toBe(5);
    for (const vault of [attached, detached, createVault({ sql: fixture.pool, keys: [k1] })]) {
      expect(await fixture.openAll(vault)).toEqual(plain);
    }
    await rotate();
    expect(await fixture.staleTexts()).toBe(0);
    expect(await fixture.openAll(detached)).toEqual(plain);
  });

  test('leaves a text that its owner replaces meanwhile as the owner left it', async () => {
    const { vault, plain, ids } = await plant(1, 30);
    const workspaceId = ids[0] as string;
    let replaced: string | undefined;
    let owner: Promise<unknown> | undefined;
    await rotate({
      onProgress: ({ what }) => {
        replaced ??= what.startsWith('texts') ? [...plain.keys()].at(-1) : undefined;
      },
      readKeys: async () => [k1],
      columns: encryptedColumns.map((column) => ({
        ...column,
        // Asked for each row right before it is sealed: here the owner comes in between.
        context: (row) => {
          const flowId = String(row.flow_id);
          if (flowId === replaced && plain.get(flowId) !== 'replaced') {
            plain.set(flowId, 'replaced');
            owner = vault
              .encrypt(workspaceId, 'replaced', contextOf(flowId))
              .then((encrypted) =>
                fixture.pool.query('update flow_triggers set encrypted_token = $2 where id = $1', [flowId, encrypted]),
              );
          }
          return column.context(row);
        },
      })),
    });
    await owner;
    expect(plain.get(replaced as string)).toBe('replaced');
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k1] }))).toEqual(plain);
  });

  test('of one workspace leaves the others alone', async () => {
    const { plain, ids } = await plant(3, 4);
    expect(await rotate({ workspaceId: ids[1] as string })).toMatchObject({ keys: 1, texts: 4 });
    expect(await keysPerWorkspace()).toEqual([1, 2, 1]);
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k1] }))).toEqual(plain);
  });

  test('that was broken off goes on where it was and makes no key twice', async () => {
    const { plain } = await plant(10, 3);
    const breakAt = (text: string) => ({
      batchSize: 4,
      onProgress: ({ what, done }: { what: string; done: number }) => {
        if (`${what} ${done}` === text) throw new Error('broken off');
      },
    });
    await expect(rotate(breakAt('new data keys 8'))).rejects.toThrow('broken off');
    expect((await keysPerWorkspace()).filter((n) => n === 2)).toHaveLength(8);
    await expect(rotate(breakAt('texts of flow_triggers encrypted 12'))).rejects.toThrow('broken off');
    expect(await fixture.staleTexts()).toBe(18);
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k1] }))).toEqual(plain);
    expect(await rotate()).toEqual({ resumed: true, keys: 0, texts: 18, damaged: [] });
    expect(await keysPerWorkspace()).toEqual(Array(10).fill(2));
    expect(await fixture.openAll(createVault({ sql: fixture.pool, keys: [k1] }))).toEqual(plain);
    expect(await rotate()).toMatchObject({ resumed: false, keys: 10, texts: 30 });
  });

  test('names texts that do not open, leaves them as they are and seals the rest', async () => {
    const { plain } = await plant(1, 10);
    const [damaged] = plain.keys();
    await fixture.pool.query(`update flow_triggers set encrypted_token = encrypted_token || 'x' where id = $1`, [
      damaged,
    ]);
    const result = await rotate();
    expect(result).toMatchObject({ keys: 1, texts: 9 });
    expect(result.damaged).toEqual([
      expect.stringMatching(`flow_triggers .*id ${damaged}.* An encrypted text must have the form`),
    ]);
    expect(await fixture.staleTexts()).toBe(1);
  });

  test('is refused beside another one, and before it changes anything where an instance key is missing', async () => {
    await plant(2, 2);
    let second: Promise<unknown> | undefined;
    await rotate({
      onProgress: () => {
        second ??= expect(rotate()).rejects.toThrow('Another rotation is running');
      },
      graceMs: 100,
    });
    await second;
    await expect(rotate({ readKeys: async () => [k2] })).rejects.toThrow('k1 is required, but missing');
    expect(await keysPerWorkspace()).toEqual([2, 2]);
  });
});
