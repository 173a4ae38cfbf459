import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { validationFailed } from '../../../platform/errors/errors.js';
import { brokenRules } from '../../../platform/graphql/input-rules.js';
import { isUuid } from '../../../platform/graphql/is-uuid.js';
import { containing } from '../../../platform/graphql/list-filters.js';
import type { Settings } from '../../../platform/services.js';
import { members } from '../entities/member.entity.js';
import { users } from '../entities/user.entity.js';
import { normalEmail } from '../members/index.js';
import { RegisterInput } from './credentials.input.js';
import { deleteLinks } from './links/account-link.js';
import { requireUser } from './operator-actions.js';
import { hashPassword } from './password.js';
import { requireStrongPassword } from './passwords/password-strength.js';
import { storeProvedPassword } from './passwords/store-proved-password.js';
import { takeProof } from './proofs/first-proof.js';
import { insertUser } from './registration/insert-user.js';
import { endSessionsOf } from './sessions/session.js';

/** A password, and whether the server generated it: then its strength is known. */
export interface ChosenPassword {
  password: string;
  isGenerated: boolean;
  /** The server's address, whose words it must not consist of. */
  publicUrl?: string | undefined;
}

/** A user whom the operator creates. */
export interface OperatorUser extends ChosenPassword {
  email: string;
  name?: string | undefined;
  /** Whether the operator knows that the email is theirs. */
  verified: boolean;
}

/**
 * Creates a user with an account and its wallet, for the operator, whatever the registration mode. Call it in a
 * transaction.
 * @returns the ID of the user
 * @throws AppError CONFLICT if the email is registered, VALIDATION_FAILED for an invalid value or a weak password
 */
export async function createUser(
  sql: Sql,
  settings: Pick<Settings, 'startingCreditsMicros'>,
  { email, name, verified, ...chosen }: OperatorUser,
  now: Date,
): Promise<string> {
  await requireValid({ email, name, password: chosen.password });
  const passwordHash = await hashChosen(chosen, [email, name]);
  const { id } = await insertUser(sql, settings, { email, name, passwordHash });
  if (verified) {
    await typed(sql, 'verify_new_user', users)
      .updateTable('users')
      .set({ emailVerifiedAt: now })
      .where('id', '=', id)
      .execute();
  }
  return id;
}

/**
 * Sets the password of a user and ends all of their sessions and links. If the email was never verified, what was made in
 * the account is discarded: who asks the operator may not be who registered it. Call it in a transaction.
 * @returns the ID of the user, and whether that was so
 * @throws Error if no user has the email, AppError VALIDATION_FAILED for a short or weak password
 */
export async function setPassword(
  sql: Sql,
  email: string,
  chosen: ChosenPassword,
  now: Date,
): Promise<{ id: string; discarded: boolean }> {
  const user = await requireUser(sql, email);
  await requireValid({ email: user.email, password: chosen.password });
  const passwordHash = await hashChosen(chosen, [user.email, user.name]);
  const discarded = await takeProof(sql, user.id, false, now);
  await storeProvedPassword(sql, user.id, passwordHash, now).execute();
  await deleteLinks(sql, user.id);
  await endSessionsOf(sql, user.id, now);
  return { id: user.id, discarded };
}

/**
 * Disables a user: no login succeeds, and their sessions, links and API keys stop at once. Call it in a transaction.
 * @returns the ID of the user
 * @throws Error if no user has the email
 */
export async function disableUser(sql: Sql, email: string, now: Date): Promise<string> {
  const { id } = await requireUser(sql, email);
  await typed(sql, 'disable_user', users)
    .updateTable('users')
    .set(({ fn, val }) => ({ disabledAt: fn.coalesce('disabledAt', val(now)) }))
    .where('id', '=', id)
    .execute();
  await deleteLinks(sql, id);
  await endSessionsOf(sql, id, now);
  return id;
}

/** Enables a disabled user. @returns the ID of the user @throws Error if no user has the email */
export async function enableUser(sql: Sql, email: string): Promise<string> {
  const { id } = await requireUser(sql, email);
  await typed(sql, 'enable_user', users).updateTable('users').set({ disabledAt: null }).where('id', '=', id).execute();
  return id;
}

/** A user as the operator sees them. */
export interface ListedUser {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  disabledAt: Date | string | null;
  /** The number of workspaces that they are a member of. */
  workspaces: number;
  createdAt: Date | string;
}

export interface UserListFilters {
  /** Part of the email or name. */
  search: string | null;
  limit: number;
  /** The ID of the user behind whom the list begins. */
  after: string | null;
}

/** Lists users, the oldest first. @throws Error if `after` is no ID */
export async function listUsers(sql: Sql, { search, limit, after }: UserListFilters): Promise<ListedUser[]> {
  if (after !== null && !isUuid(after)) throw new Error('--after must be the ID of a user.');
  const tables = typed(sql, 'list_users', users, members);
  const text = containing(search);
  const rows = await tables
    .selectFrom('users as u')
    .select((select) => [
      'u.id',
      'u.email',
      'u.name',
      'u.emailVerifiedAt',
      'u.disabledAt',
      'u.createdAt',
      select
        .selectFrom('members as m')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('m.userId', '=', 'u.id')
        .as('workspaces'),
    ])
    .$if(after !== null, (all) => all.where('u.id', '>', after))
    .$if(text !== null, (all) =>
      all.where(({ or, eb }) => or([eb('u.email', 'ilike', text), eb('u.name', 'ilike', text)])),
    )
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map(({ emailVerifiedAt, workspaces, ...user }) => ({
    ...user,
    emailVerified: emailVerifiedAt !== null,
    workspaces: Number(workspaces),
  }));
}

/** The same rules as those of a registration. @throws AppError VALIDATION_FAILED */
async function requireValid(input: { email: string; name?: string | undefined; password: string }): Promise<void> {
  const found = await brokenRules(Object.assign(new RegisterInput(), { ...input, email: normalEmail(input.email) }));
  if (found.length > 0) throw validationFailed(found);
}

async function hashChosen(chosen: ChosenPassword, own: (string | undefined)[]): Promise<string> {
  const { password, isGenerated, publicUrl } = chosen;
  if (!isGenerated) await requireStrongPassword('password', password, [...own, publicUrl]);
  return hashPassword(password);
}
