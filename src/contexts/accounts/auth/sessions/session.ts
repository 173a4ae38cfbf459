import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { sessions } from '../../entities/session.entity.js';
import { users } from '../../entities/user.entity.js';
import type { Me } from '../credentials.object.js';
import { userColumns } from '../find-user.js';
import { type RequestOrigin, serverItself } from './origin.js';
import { sessionLifetime } from './session-lifetime.js';

/** A session with its current refresh token, `sessionId.random`; only the hash of `random` is stored. */
export interface Session {
  id: string;
  refreshToken: string;
}

/** A user, and the version of their sessions at which they were authenticated. */
export interface SessionHolder {
  id: string;
  sessionVersion: number;
}

/**
 * Opens a session; null if the holder is disabled, or if all sessions were ended since the holder was authenticated, for
 * example by a change of the password. The statement that inserts also locks, so one that ends all
 * sessions waits and then sees this one.
 */
export async function startSession(
  sql: Sql,
  holder: SessionHolder,
  now: Date,
  { userAgent, address }: RequestOrigin = serverItself,
): Promise<Session | null> {
  const random = newRandom();
  const { rows } = await sql.query<{ id: string }>(
    `/* start_session */
     with holder as (select id from users where id = $1 and session_version = $2 and disabled_at is null for share)
     insert into sessions (user_id, token_hash, created_at, refreshed_at, expires_at, device, address)
     select id, $3, $4, $4, $5, $6, $7 from holder returning id`,
    [holder.id, holder.sessionVersion, hashToken(random), now, expiry(now), userAgent, address],
  );
  const id = rows[0]?.id;
  return id === undefined ? null : { id, refreshToken: `${id}.${random}` };
}

/** Like `startSession`. @throws AppError INVALID_TOKEN if all sessions were ended since */
export async function openSession(
  sql: Sql,
  holder: SessionHolder,
  now: Date,
  origin?: RequestOrigin,
): Promise<Session> {
  const session = await startSession(sql, holder, now, origin);
  if (!session) throw new AppError('INVALID_TOKEN', 'All your sessions were ended at the same time. Log in again.');
  return session;
}

/** A session after a refresh, with the current data of its user. */
export type RefreshedSession = Session & { user: Me; sessionVersion: number };

/**
 * Replaces a refresh token with the next one. A token that is no longer the current one of its session was used before,
 * by its owner or by an attacker: the session ends. One statement decides, so of concurrent uses at most one succeeds.
 *
 * With a key, the next token is derived from the token and the key. A client that lost the answer, such as a page that was
 * reloaded, gets the same one again with the same key, as long as it is the current one; the token alone is not enough.
 * @throws AppError INVALID_TOKEN
 */
export async function rotateSession(
  sql: Sql,
  refreshToken: string,
  now: Date,
  { userAgent, address }: RequestOrigin = serverItself,
  key: string | null = null,
): Promise<RefreshedSession> {
  const { id, random } = partsOf(refreshToken);
  const next = key === null ? newRandom() : createHmac('sha256', random).update(key).digest('base64url');
  const { rows } = await sql.query<Me & { session_version: number; current: boolean }>(
    `/* rotate_session */
     update sessions s set
       token_hash = case when s.token_hash = $2 then $3 else s.token_hash end,
       refreshed_at = case when s.token_hash = $2 then $4 else s.refreshed_at end,
       expires_at = case when s.token_hash = $2 then $5 else s.expires_at end,
       device = case when s.token_hash = $2 then coalesce($6, s.device) else s.device end,
       address = case when s.token_hash = $2 then coalesce($7, s.address) else s.address end,
       ended_at = case when s.token_hash in ($2, $3) then null else $4::timestamptz end
     from users u
     where s.id = $1 and s.ended_at is null and s.expires_at > $4 and u.id = s.user_id
     returning s.token_hash = $3 as current, ${userColumns}, u.session_version`,
    [id, hashToken(random), hashToken(next), now, expiry(now), userAgent, address],
  );
  const row = rows[0];
  if (!row) throw new AppError('INVALID_TOKEN', 'The session has ended. Log in again.');
  if (!row.current) {
    throw new AppError(
      'INVALID_TOKEN',
      'The refresh token was already used, so its session was ended for security. Log in again.',
    );
  }
  const { session_version: sessionVersion, current: _, ...user } = row;
  return { id, refreshToken: `${id}.${next}`, user, sessionVersion };
}

/** Ends a session and with it its access tokens. Idempotent. @returns its user; null if it had ended */
export async function endSession(sql: Sql, sessionId: string, now: Date): Promise<string | null> {
  const ended = await typed(sql, 'end_session', sessions)
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return ended?.userId ?? null;
}

/**
 * Ends all sessions of a user, inside the caller's transaction. A raised version invalidates all access tokens issued so
 * far; those of other issuers have no version and are invalid by their time of issue.
 * @returns the new version
 */
export async function endSessionsOf(sql: Sql, userId: string, now: Date): Promise<number> {
  const raised = await typed(sql, 'raise_session_version', users)
    .updateTable('users')
    .set((user) => ({ sessionVersion: user('sessionVersion', '+', 1), signedOutAt: now }))
    .where('id', '=', userId)
    .returning('sessionVersion')
    .executeTakeFirst();
  // A separate statement, after the row above is locked: it sees sessions that were opened concurrently.
  await typed(sql, 'end_sessions', sessions)
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute();
  return raised?.sessionVersion ?? 0;
}

/** The ID of a refresh token's session. @throws AppError INVALID_TOKEN if the token is malformed */
export function sessionOf(refreshToken: string): string {
  return partsOf(refreshToken).id;
}

/** The parts of a refresh token. @throws AppError INVALID_TOKEN if it is malformed */
export function partsOf(refreshToken: string): { id: string; random: string } {
  const [id = '', random = ''] = refreshToken.split('.');
  if (!isUuid(id) || random === '')
    throw new AppError('INVALID_TOKEN', 'The refresh token is malformed. Log in again.');
  return { id, random };
}

function newRandom(): string {
  return randomBytes(32).toString('base64url');
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + sessionLifetime * 1000);
}
