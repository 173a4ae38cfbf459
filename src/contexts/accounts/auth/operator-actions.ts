import { isEmail } from 'class-validator';
import type { Sql } from '../../../platform/database/database.js';
import { normalEmail } from '../members/index.js';
import { markVerified, moveUser } from './emails/verify-email.js';
import { findUserByEmail, type UserWithPassword } from './find-user.js';
import { createLink, linkAddress } from './links/account-link.js';
import { deleteTotp } from './totp/totp-factor.js';

/** Creates a link to reset a user's password, for the operator to hand over. @throws Error if no user has the email */
export async function createResetLink(
  sql: Sql,
  email: string,
  publicUrl: string,
  now: Date,
): Promise<{ userId: string; link: string }> {
  const user = await requireUser(sql, email);
  const token = await createLink(sql, { userId: user.id, purpose: 'reset_password', email: user.email }, now);
  return { userId: user.id, link: linkAddress(publicUrl, 'reset_password', token) };
}

/** Creates a link that logs a user in, once. @throws Error if no user has the email */
export async function createLoginLink(
  sql: Sql,
  email: string,
  publicUrl: string,
  now: Date,
): Promise<{ userId: string; link: string }> {
  const user = await requireUser(sql, email);
  const token = await createLink(sql, { userId: user.id, purpose: 'log_in', email: user.email }, now);
  return { userId: user.id, link: linkAddress(publicUrl, 'log_in', token) };
}

/**
 * Marks a user's email as verified, when the operator knows that it is theirs.
 * @returns the ID of the user
 * @throws Error if no user has the email
 */
export async function markEmailVerified(sql: Sql, email: string, now: Date): Promise<string> {
  const user = await requireUser(sql, email);
  await markVerified(sql, { userId: user.id, email: user.email }, now);
  return user.id;
}

/**
 * Gives a user another email, when the operator knows that it is theirs. Call it in a transaction.
 * @returns the ID of the user
 * @throws Error if no user has the email, or another one has the new email
 */
export async function moveToEmail(sql: Sql, email: string, newEmail: string, now: Date): Promise<string> {
  const user = await requireUser(sql, email);
  if (!isEmail(newEmail)) throw new Error(`${newEmail} is not an email address.`);
  await moveUser(sql, { userId: user.id, email: normalEmail(newEmail) }, now);
  return user.id;
}

/**
 * Removes the authenticator app and the recovery codes of a user who has lost both.
 * @returns the ID of the user
 * @throws Error if no user has the email, or the user has no authenticator app
 */
export async function removeTotp(sql: Sql, email: string): Promise<string> {
  const user = await requireUser(sql, email);
  if (!user.totpEnabled) throw new Error(`${user.email} has no authenticator app.`);
  await deleteTotp(sql, user.id);
  return user.id;
}

/** The user with an email. @throws Error if there is none */
export async function requireUser(sql: Sql, email: string): Promise<UserWithPassword> {
  const user = await findUserByEmail(sql, normalEmail(email));
  if (user) return user;
  throw new Error(`User ${email} not found. Give the email with which the user logs in.`);
}
