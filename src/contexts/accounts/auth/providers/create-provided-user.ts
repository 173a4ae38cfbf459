import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { LoginProvider } from '../../../../platform/login-provider.js';
import type { Services } from '../../../../platform/services.js';
import { users } from '../../entities/user.entity.js';
import { acceptInvitationsTo, addMember } from '../../members/index.js';
import { loginProblem } from '../oidc/login-problem.js';
import { isOfDomain, type ProviderIdentity, roleOf } from '../oidc/provider-identity.js';
import { noPassword } from '../password.js';
import { insertUser } from '../registration/insert-user.js';
import { type FoundIdentity, findIdentity, insertIdentity } from './linked-identities.js';

type Verified = ProviderIdentity & { email: string };

/**
 * Creates the user of a first login, without a password, in one transaction with their identity and their memberships:
 * that of the provider, if their verified email has one of its domains, and those that they are invited to.
 * @throws AppError FORBIDDEN if there is no such membership, or if registration is closed
 */
export async function createProvidedUser(
  services: Services,
  provider: LoginProvider,
  identity: Verified,
): Promise<FoundIdentity> {
  const { db, settings } = services;
  if (settings.registration === 'closed') throw loginProblem('NO_ACCOUNT');
  try {
    return await db.transaction((sql) => create(sql, services, provider, identity));
  } catch (error) {
    // Two first logins at once: the second one finds what the first one has created.
    const found = error instanceof AppError && error.code === 'CONFLICT' ? await findIdentity(db.pool, identity) : null;
    if (found) return found;
    throw error;
  }
}

async function create(
  sql: Sql,
  { settings, now }: Services,
  provider: LoginProvider,
  identity: Verified,
): Promise<FoundIdentity> {
  const { email, name } = identity;
  const { id } = await insertUser(sql, settings, { email, name, passwordHash: noPassword });
  await typed(sql, 'verify_provided_user', users)
    .updateTable('users')
    .set({ emailVerifiedAt: now() })
    .where('id', '=', id)
    .execute();
  const invited = await acceptInvitationsTo(sql, email, id, now());
  const isProvided = isOfDomain(identity, provider) && (await joinProvided(sql, provider, identity, id, now()));
  if (!isProvided && invited === 0) throw loginProblem('NO_ACCOUNT');
  return { userId: id, identityId: await insertIdentity(sql, id, identity, now()) };
}

/** @returns false if the workspace does not exist any more */
async function joinProvided(
  sql: Sql,
  provider: LoginProvider,
  identity: Verified,
  userId: string,
  at: Date,
): Promise<boolean> {
  const { membership } = provider;
  if (!membership) return false;
  const role = roleOf(identity, provider);
  if (role === null) throw loginProblem('NO_ROLE');
  return addMember(sql, { workspaceId: membership.workspaceId, userId, role }, at);
}
