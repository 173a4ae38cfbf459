import type pg from 'pg';
import { lockText } from '../../../../platform/database/advisory-lock.js';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError, type ErrorDetail, validationFailed } from '../../../../platform/errors/errors.js';
import type { Services, Settings } from '../../../../platform/services.js';
import { users } from '../../entities/user.entity.js';
import { creationByMembers, insertWorkspace } from '../../workspaces/index.js';
import type { RegisterInput } from '../credentials.input.js';
import { mailVerification } from '../emails/send-verification.js';
import { hashPassword } from '../password.js';
import { requireStrongPassword } from '../passwords/password-strength.js';
import { requirePasswordLogin } from '../require-password-login.js';
import { type RequestOrigin, serverItself } from '../sessions/origin.js';
import { openSession } from '../sessions/session.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { insertUser } from './insert-user.js';

/**
 * Creates a user with an account, its wallet and a first workspace in one transaction, logs the user in, and mails them
 * a link that verifies their email. If only the operator creates workspaces, there is no first one: the user waits for
 * the operator or for an invitation.
 * @throws AppError FORBIDDEN if registration is closed, CONFLICT if the email is registered, VALIDATION_FAILED for a weak
 * password, or for the name of a workspace that is not created
 */
export async function register(
  services: Services,
  input: RegisterInput,
  origin: RequestOrigin = serverItself,
): Promise<SignedIn> {
  const { db, settings } = services;
  if (origin.address !== null) requirePasswordLogin(settings);
  if (input.workspaceName && !creationByMembers.isOn(settings)) throw validationFailed([nameOfNoWorkspace]);
  // Checked before the costly hash, and again below under a lock.
  await requireOpenRegistration(db.pool, settings.registration);
  await requireStrongPassword('password', input.password, [
    input.email,
    input.name,
    input.workspaceName,
    settings.publicUrl,
  ]);
  const passwordHash = await hashPassword(input.password);
  const signedIn = await db.transaction((sql) => createUser(sql, services, input, passwordHash, origin));
  // Users that the server creates itself, as for the demo, read no mails.
  if (origin.address !== null) mailVerification(services, signedIn.user);
  return signedIn;
}

const nameOfNoWorkspace: ErrorDetail = {
  field: 'workspaceName',
  rule: 'NOT_ALLOWED_WITH',
  message: `workspaceName is not allowed. ${creationByMembers.refusal}`,
};

async function createUser(
  sql: pg.PoolClient,
  { settings, now }: Services,
  input: RegisterInput,
  passwordHash: string,
  origin: RequestOrigin,
): Promise<SignedIn> {
  if (settings.registration === 'first') {
    // Of two concurrent first registrations, the second waits here and then sees the user of the other.
    await lockText(sql, 'lock_registration', 'first registration');
    await requireOpenRegistration(sql, 'first');
  }
  const { email, name: sentName } = input;
  const user = await insertUser(sql, settings, { email, name: sentName, passwordHash });
  const { id, name, sessionVersion } = user;
  const workspaceName = input.workspaceName ?? `${name.slice(0, 100)}'s workspace`;
  const workspaces = creationByMembers.isOn(settings)
    ? [await insertWorkspace(sql, user, { name: workspaceName })]
    : [];
  return {
    user: { id, email: user.email, name, emailVerified: false },
    session: await openSession(sql, user, now(), origin),
    sessionVersion,
    workspaces,
  };
}

async function requireOpenRegistration(sql: Sql, mode: Settings['registration']): Promise<void> {
  if (mode === 'open') return;
  if (mode === 'closed') throw registrationClosed();
  const first = await typed(sql, 'any_user', users).selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (first) {
    throw new AppError(
      'FORBIDDEN',
      'Only the first user can register on this server, and one already exists. Ask an owner or admin of a workspace for an invitation.',
    );
  }
}

/** 403 where only the operator makes accounts. */
export function registrationClosed(): AppError {
  return new AppError(
    'FORBIDDEN',
    'This server makes no new accounts (`REGISTRATION=closed`). Ask the operator to run `workspace-automation user create`, then log in.',
  );
}
