import type pg from 'pg';
import { encryptedWebhookTokens } from '../../../src/contexts/automation/flows/create-webhook-token.js';
import { poolConfig } from '../../../src/platform/database/connect.js';
import { parseNotifications } from '../../../src/platform/database/notification.js';
import { notifyByPostgres } from '../../../src/platform/database/notifier.js';
import type { VaultKey } from '../../../src/platform/instance-keys.js';
import { createVault, type Vault } from '../../../src/platform/vault/index.js';
import { createTestDatabase } from '../../support/database.js';
import { testPool } from '../../support/test-pool.js';

/** The instance's keys of these tests. */
export const k1: VaultKey = { id: 'k1', key: Buffer.alloc(32, 1) };
export const k2: VaultKey = { id: 'k2', key: Buffer.alloc(32, 2) };

/** Workspaces, flows and sealed tokens on a database of their own, without the rest of a server. */
export interface VaultFixture {
  url: string;
  pool: pg.Pool;
  workspace(): Promise<string>;
  /** Flows with a token each, sealed by `vault`; the plain tokens by flow id. */
  encrypt(vault: Vault, workspaceId: string, count: number): Promise<Map<string, string>>;
  /** Stored tokens, all or the newest, opened by `vault`, by flow id. */
  openAll(vault: Vault, newest?: number): Promise<Map<string, string>>;
  /** Texts that are not sealed with the current key of their workspace. */
  staleTexts(): Promise<number>;
  close(): Promise<void>;
}

export async function createVaultFixture(): Promise<VaultFixture> {
  const database = await createTestDatabase();
  const notifying = testPool(database.url, { max: 1 });
  const pool = testPool(database.url, {
    ...poolConfig({
      url: database.url,
      // What statements notify of is sent after their commit, as a server does.
      onNotifies: (texts) => {
        void notifyByPostgres(notifying)
          .send(texts.flatMap(parseNotifications))
          .catch(() => undefined);
      },
    }),
    max: 8,
  });
  const one = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows[0];
  return {
    url: database.url,
    pool,
    async workspace() {
      const account = await one(`insert into accounts (name) values ('A') returning id`);
      return (await one(`insert into workspaces (account_id, name) values ($1, 'W') returning id`, [account.id])).id;
    },
    async encrypt(vault, workspaceId, count) {
      const { rows } = await pool.query<{ id: string }>('select uuidv7() as id from generate_series(1, $1)', [count]);
      const plain = new Map(rows.map(({ id }) => [id, `token of ${id}`]));
      const encrypted = await Promise.all(
        [...plain].map(([id, text]) => vault.encrypt(workspaceId, text, contextOf(id))),
      );
      await pool.query(
        `with made as (
           insert into flows (workspace_id, id, name, settings) select $1, id, 'Flow', '{}' from unnest($2::uuid[]) id
         )
         insert into flow_triggers (workspace_id, id, flow_id, node_id, position, type, config, is_active, token_hash, encrypted_token)
         select $1, id, id, 't', 0, 'webhook', '{}', false, sha256(id::text::bytea), encrypted
         from unnest($2::uuid[], $3::text[]) v (id, encrypted)`,
        [workspaceId, [...plain.keys()], encrypted],
      );
      return plain;
    },
    async openAll(vault, newest) {
      const { rows } = await pool.query(
        'select workspace_id, id, encrypted_token from flow_triggers order by id desc limit $1',
        [newest],
      );
      const opened = rows.map(async (row): Promise<[string, string]> => {
        return [row.id, await vault.open(row.workspace_id, row.encrypted_token, contextOf(row.id))];
      });
      return new Map(await Promise.all(opened));
    },
    staleTexts: async () =>
      (
        await one(
          `select count(*)::int as n from flow_triggers t join workspace_keys k using (workspace_id)
           where k.retired_at is null and split_part(t.encrypted_token, ':', 2) <> k.key_id`,
        )
      ).n,
    async close() {
      await Promise.all([pool.end(), notifying.end()]);
      await database.drop();
    },
  };
}

export const contextOf = (id: string) => encryptedWebhookTokens.context({ id });

/** A vault as another process has it, and the statements that it sent. */
export function watchedVault(
  pool: pg.Pool,
  options: Partial<Parameters<typeof createVault>[0]> = {},
): { vault: Vault; statements: string[] } {
  const statements: string[] = [];
  const query = (...args: Parameters<pg.Pool['query']>) => {
    statements.push(/\/\* (\w+) \*\//.exec(JSON.stringify(args[0]))?.[1] ?? '');
    return pool.query(...args);
  };
  return { vault: createVault({ sql: { query } as pg.Pool, keys: [k1], ...options }), statements };
}
