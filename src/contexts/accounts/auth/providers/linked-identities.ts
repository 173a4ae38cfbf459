import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { linkedIdentities } from '../oidc/linked-identity.entity.js';
import { loginProblem } from '../oidc/login-problem.js';
import type { ProviderIdentity } from '../oidc/provider-identity.js';

/** A linked identity and its user. */
export interface FoundIdentity {
  identityId: string;
  userId: string;
}

type Subject = Pick<ProviderIdentity, 'issuer' | 'subject'>;

/** Finds a linked identity by issuer and subject. */
export async function findIdentity(sql: Sql, { issuer, subject }: Subject): Promise<FoundIdentity | null> {
  const found = await typed(sql, 'find_linked_identity', linkedIdentities)
    .selectFrom('linked_identities')
    .select(['id as identityId', 'userId'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Links an identity to a user. Of concurrent calls the first one decides whose it is.
 * @returns its ID
 * @throws AppError CONFLICT if it is linked to another user
 */
export async function insertIdentity(
  sql: Sql,
  userId: string,
  { issuer, subject, email }: Subject & { email: string | null },
  at: Date,
): Promise<string> {
  const inserted = await typed(sql, 'link_identity', linkedIdentities)
    .insertInto('linked_identities')
    .values({ userId, issuer, subject, email, createdAt: at, lastUsedAt: at })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return inserted.id;
  const known = await findIdentity(sql, { issuer, subject });
  if (known?.userId !== userId) throw loginProblem('IDENTITY_TAKEN');
  return known.identityId;
}

/** Records a login by an identity. */
export async function recordUse(sql: Sql, identityId: string, email: string | null, at: Date): Promise<void> {
  await typed(sql, 'use_linked_identity', linkedIdentities)
    .updateTable('linked_identities')
    .set(({ fn, val }) => ({ lastUsedAt: at, email: fn.coalesce(val(email), 'email') }))
    .where('id', '=', identityId)
    .execute();
}
