import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { providerLogins } from '../oidc/linked-identity.entity.js';
import { loginProblem } from '../oidc/login-problem.js';
import type { LoginSecrets } from '../oidc/oidc-client.js';
import { readCookie, setCookie } from '../sessions/cookies.js';

/** Seconds for which a login may wait for the provider, or an identity for consent. */
const attemptSeconds = 10 * 60;

/** Of the browser in which a login was started; of that in which an identity waits for consent. */
const cookieNames = { login: 'wa_oidc', link: 'wa_oidc_link' } as const;
type Kind = keyof typeof cookieNames;

/** What a login that waits for the provider is for. */
export interface Attempt {
  providerId: string;
  returnTo: string;
  /** Who links an identity, and by which session; null for a login. */
  userId: string | null;
  sessionId: string | null;
}

/** An identity that waits for the consent of the member with its email. */
export interface PendingIdentity {
  providerId: string;
  issuer: string;
  subject: string;
  email: string;
  createdAt: Date;
}

/** Starts a login, of which only this browser can use the answer, once. Only hashes are stored. @returns its secrets */
export async function startAttempt(context: GraphContext, attempt: Attempt): Promise<LoginSecrets> {
  const { settings, db, now } = context.services;
  const browser = newBrowser(context, 'login');
  const state = randomBytes(32).toString('base64url');
  await typed(db.pool, 'delete_ended_logins', providerLogins)
    .deleteFrom('provider_logins')
    .where('expiresAt', '<=', now())
    .execute();
  await store(db.pool, { ...attempt, tokenHash: hashToken(state), browserHash: hashToken(browser) }, now());
  return secretsOf(state, browser, attempt.providerId, settings);
}

/** Uses the answer of a login. Of concurrent calls one succeeds. @throws AppError INVALID_TOKEN */
export async function useAttempt(
  context: GraphContext,
  providerId: string,
  query: string,
): Promise<{ attempt: Attempt; secrets: LoginSecrets }> {
  const { settings, db, now } = context.services;
  const browser = readCookie(context, cookieNames.login);
  const state = new URLSearchParams(query).get('state');
  if (!browser || !state) throw loginProblem('LOGIN_ENDED');
  const attempt = await typed(db.pool, 'use_provider_login', providerLogins)
    .deleteFrom('provider_logins')
    .where('tokenHash', '=', hashToken(state))
    .where('browserHash', '=', hashToken(browser))
    .where('providerId', '=', providerId)
    .where('subject', 'is', null)
    .where('expiresAt', '>', now())
    .returning(['providerId', 'returnTo', 'userId', 'sessionId'])
    .executeTakeFirst();
  if (!attempt) throw loginProblem('LOGIN_ENDED');
  setCookie(context, cookieNames.login, '', 0);
  return { attempt, secrets: secretsOf(state, browser, providerId, settings) };
}

/** Keeps a verified identity until the member consents in this browser. */
export async function keepPending(
  context: GraphContext,
  { returnTo }: Attempt,
  identity: Omit<PendingIdentity, 'createdAt'>,
): Promise<void> {
  const { db, now } = context.services;
  const browserHash = hashToken(newBrowser(context, 'link'));
  const { providerId, issuer, subject, email } = identity;
  const row = { providerId, issuer, subject, email, returnTo, tokenHash: browserHash, browserHash };
  await store(db.pool, { ...row, userId: null, sessionId: null }, now());
}

/** The identity that waits in this browser, if any. */
export async function findPending(context: GraphContext): Promise<PendingIdentity | null> {
  const { db, now } = context.services;
  const browser = readCookie(context, cookieNames.link);
  if (!browser) return null;
  const found = await typed(db.pool, 'find_pending_identity', providerLogins)
    .selectFrom('provider_logins')
    .select(['providerId', 'issuer', 'subject', 'email', 'createdAt'])
    .where('tokenHash', '=', hashToken(browser))
    .where('subject', 'is not', null)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  const { issuer, subject, email } = found ?? {};
  if (!found || !issuer || !subject || !email) return null;
  return { providerId: found.providerId, issuer, subject, email, createdAt: new Date(found.createdAt) };
}

/** Ends the wait for consent, inside the caller's transaction. @returns false if it has ended before */
export async function usePending(sql: Sql, context: GraphContext): Promise<boolean> {
  const browser = readCookie(context, cookieNames.link);
  if (!browser) return false;
  const { numDeletedRows } = await typed(sql, 'use_pending_identity', providerLogins)
    .deleteFrom('provider_logins')
    .where('tokenHash', '=', hashToken(browser))
    .where('subject', 'is not', null)
    .executeTakeFirst();
  setCookie(context, cookieNames.link, '', 0);
  return numDeletedRows === 1n;
}

type Row = Attempt & Partial<PendingIdentity> & { tokenHash: Buffer; browserHash: Buffer };

async function store(sql: Sql, row: Row, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + attemptSeconds * 1000);
  await typed(sql, 'store_provider_login', providerLogins)
    .insertInto('provider_logins')
    .values({ ...row, createdAt: now, expiresAt })
    .execute();
}

/** A new secret of the browser, in a cookie. @throws AppError BAD_REQUEST on a connection without cookies */
function newBrowser(context: GraphContext, kind: Kind): string {
  if (!context.cookies.sink) {
    throw new AppError('BAD_REQUEST', 'A login by a provider requires cookies. Send the request over HTTP.');
  }
  const browser = randomBytes(32).toString('base64url');
  setCookie(context, cookieNames[kind], browser, attemptSeconds);
  return browser;
}

/** Who has the database has neither the state nor the cookie, and who has the state has no cookie. */
function secretsOf(
  state: string,
  browser: string,
  providerId: string,
  { jwtSecret, publicUrl }: { jwtSecret: string; publicUrl: string },
): LoginSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', jwtSecret).update(`oidc-${purpose}:${state}:${browser}`).digest('base64url');
  const redirectUri = `${publicUrl}/auth/oidc/${providerId}/callback`;
  return { state, nonce: derive('nonce'), verifier: derive('verifier'), redirectUri };
}
