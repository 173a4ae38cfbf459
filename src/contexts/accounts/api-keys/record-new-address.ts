import type pg from 'pg';
import QuickLRU from 'quick-lru';
import type { Principal } from '../../../platform/access/principal.js';
import { statement } from '../../../platform/database/statement.js';
import { defineService } from '../../../platform/define-service.js';
import type { RequestMetadata } from '../../../platform/graphql/context.js';
import { addressKey } from '../../../platform/rate-limit/address-key.js';
import type { ServiceContext } from '../../../platform/services.js';
import { appendAudit, auditEntry } from '../audit/index.js';

type KeyPrincipal = Extract<Principal, { kind: 'apiKey' }>;

/** Records a request with an API key in the audit log, if the key was not used from its address before. */
export type RecordNewAddress = (principal: KeyPrincipal, request: Pick<RequestMetadata, 'id' | 'ip'>) => Promise<void>;

/** Addresses from which API keys are used, as networks of one customer. */
export const keyAddresses = defineService('key addresses', createRecordNewAddress);

/** The most addresses that are kept of a key; the oldest is forgotten, and is a new one afterwards. */
const mostAddresses = 1_000;

// The statement decides whether the address is new, and forgets the oldest.
const insertSql = `/* add_api_key_address */
with added as (
  insert into api_key_addresses (workspace_id, key_id, address, first_used_at)
  select $1, $2, $3, $4 where exists (select from api_keys where workspace_id = $1 and id = $2)
  on conflict do nothing returning address
), forgotten as (
  delete from api_key_addresses a using added where a.workspace_id = $1 and a.key_id = $2 and a.address in (
    select address from api_key_addresses where workspace_id = $1 and key_id = $2
    order by first_used_at desc offset ${mostAddresses - 1})
)
select address from added`;

function createRecordNewAddress({ db, now }: Pick<ServiceContext, 'db' | 'now'>): RecordNewAddress {
  const known = new QuickLRU<string, true>({ maxSize: 10_000 });
  return async (principal, request) => {
    if (request.ip === undefined) return;
    const { workspaceId, keyId, userId } = principal;
    const address = addressKey(request.ip);
    const key = `${keyId} ${address}`;
    if (known.has(key)) return;
    await db.transaction(async (sql: pg.PoolClient) => {
      const values = [workspaceId, keyId, address, now()];
      const { rowCount } = await sql.query(statement(insertSql, values));
      const actor = { actorKind: 'apiKey' as const, userId, keyId, actor: null };
      const event = { workspaceId, action: 'useApiKeyFromNewAddress', targetId: keyId };
      // In the same transaction: an address that is known has its entry.
      if (rowCount) await appendAudit(sql, [auditEntry(actor, event, request, now())]);
    });
    known.set(key, true);
  };
}
