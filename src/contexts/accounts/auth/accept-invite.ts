import { AppError, validationFailed } from '../../../platform/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import type { Services } from '../../../platform/services.js';
import {
  acceptInvitation,
  findInvitation,
  listMemberships,
  normalEmail,
  type OpenInvitation,
} from '../members/index.js';
import { findLiveUser } from '../users/index.js';
import type { AcceptInviteInput } from './credentials.input.js';
import { findUserByEmail, toUser, type UserWithPassword } from './find-user.js';
import { insertUser } from './insert-user.js';
import { hashPassword } from './password.js';
import { openSession } from './session.js';
import type { SignedIn } from './signed-in.js';
import { verifyPassword } from './verify-password.js';

/**
 * Joins a workspace by the token of an invitation, once, and signs the person in. A new person gets an account with the
 * password it sends, whatever the mode of registration. Who has an account proves it: by its password, or by being
 * signed in; that session then goes on.
 * @throws AppError INVALID_TOKEN, UNAUTHENTICATED without a proof, VALIDATION_FAILED without a new person's password
 */
export async function acceptInvite(context: GraphContext, input: AcceptInviteInput): Promise<SignedIn> {
  const { db, now } = context.services;
  const invitation = await findInvitation(db.pool, input.token, now());
  const person = await findUserByEmail(db.pool, normalEmail(invitation.email));
  return person ? joinAsKnown(context, person, input) : joinAsNew(context.services, invitation, input);
}

async function joinAsKnown(
  context: GraphContext,
  person: UserWithPassword,
  input: AcceptInviteInput,
): Promise<SignedIn> {
  const { db, now } = context.services;
  const ownSession = await verifyKnown(context, person, input.password);
  return db.transaction(async (sql) => {
    await acceptInvitation(sql, input.token, person.id, now());
    return {
      user: toUser(person),
      session: ownSession ? { id: ownSession } : await openSession(sql, person, now()),
      sessionVersion: person.sessionVersion,
      workspaces: await listMemberships(sql, person.id),
    };
  });
}

/** Makes sure that the caller is the person; null, or the session in which the caller is that already. */
async function verifyKnown(
  context: GraphContext,
  person: UserWithPassword,
  password: string | null | undefined,
): Promise<string | null> {
  if (password) {
    if (await verifyPassword(context.services, person, password)) return null;
    throw new AppError('UNAUTHENTICATED', 'The invited email has an account here, and this is not its password.');
  }
  const { principal } = context.caller;
  if (principal?.kind === 'user' && principal.userId === person.id) {
    await findLiveUser(context.services, principal);
    return principal.sessionId;
  }
  throw new AppError(
    'UNAUTHENTICATED',
    'The invited email has an account here. Send its password too, or log in to it and send the access token.',
  );
}

async function joinAsNew(
  { db, settings, now }: Services,
  { email }: OpenInvitation,
  { token, name, password }: AcceptInviteInput,
): Promise<SignedIn> {
  if (!password) {
    throw validationFailed([
      { field: 'password', message: 'password is needed: the invited email has no account here yet. Choose one.' },
    ]);
  }
  const passwordHash = await hashPassword(password);
  return db.transaction(async (sql) => {
    const user = await insertUser(sql, settings, { email, name, passwordHash });
    await acceptInvitation(sql, token, user.id, now());
    return {
      user: toUser(user),
      session: await openSession(sql, user, now()),
      sessionVersion: user.sessionVersion,
      workspaces: await listMemberships(sql, user.id),
    };
  });
}
