import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sql } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors.js';
import { isUuid } from '../../../platform/graphql/context.js';
import type { User } from './credentials.object.js';
import { sessions } from './session.entity.js';

/** Seconds that a session lives on after its last refresh. */
export const sessionLifetime = 30 * 24 * 60 * 60;

/** A session with the one refresh token that is good now, `sessionId.random`; only the hash of `random` is stored. */
export interface Session {
  id: string;
  refreshToken: string;
}

/** Whose session, and the version of his sessions under which he was proven to be the one. */
export interface SessionHolder {
  id: string;
  sessionVersion: number;
}

/**
 * Opens a session; null where all sessions were ended since the holder was proven, as by a change of the password.
 * The lock makes ending them wait for this one, and then see it.
 */
export async function startSession(sql: Sql, holder: SessionHolder, now: Date): Promise<Session | null> {
  const random = newRandom();
  const { rows } = await sql.query<{ id: string }>(
    `/* start_session */
     with holder as (select id from users where id = $1 and session_version = $2 for share)
     insert into sessions (user_id, token_hash, created_at, refreshed_at, expires_at)
     select id, $3, $4, $4, $5 from holder returning id`,
    [holder.id, holder.sessionVersion, sha256(random), now, expiry(now)],
  );
  const id = rows[0]?.id;
  return id === undefined ? null : { id, refreshToken: `${id}.${random}` };
}

/** As `startSession`. @throws AppError INVALID_TOKEN where all sessions were ended meanwhile */
export async function openSession(sql: Sql, holder: SessionHolder, now: Date): Promise<Session> {
  const session = await startSession(sql, holder, now);
  if (!session) throw new AppError('INVALID_TOKEN', 'All your sessions were ended just now. Log in again.');
  return session;
}

/** A session after a refresh, with its user as of now. */
export type RefreshedSession = Session & { user: User; sessionVersion: number };

/**
 * Swaps a refresh token for the next one. A token that is no longer the session's current one was used before, by its
 * owner or a thief: the session ends. One statement decides, so of any number at once no two get through.
 * @throws AppError INVALID_TOKEN
 */
export async function rotateSession(sql: Sql, refreshToken: string, now: Date): Promise<RefreshedSession> {
  const { id, random } = parse(refreshToken);
  const next = newRandom();
  const { rows } = await sql.query<User & { session_version: number; rotated: boolean }>(
    `/* rotate_session */
     update sessions s set
       token_hash = case when s.token_hash = $2 then $3 else s.token_hash end,
       refreshed_at = case when s.token_hash = $2 then $4 else s.refreshed_at end,
       expires_at = case when s.token_hash = $2 then $5 else s.expires_at end,
       ended_at = case when s.token_hash = $2 then null else $4::timestamptz end
     from users u
     where s.id = $1 and s.ended_at is null and s.expires_at > $4 and u.id = s.user_id
     returning s.token_hash = $3 as rotated, u.id, u.email, u.name, u.session_version`,
    [id, sha256(random), sha256(next), now, expiry(now)],
  );
  const row = rows[0];
  if (!row) throw new AppError('INVALID_TOKEN', 'The session has ended. Log in again.');
  if (!row.rotated) {
    throw new AppError(
      'INVALID_TOKEN',
      'This refresh token was used before, so its session was ended for safety. Log in again.',
    );
  }
  const { session_version: sessionVersion, rotated: _, ...user } = row;
  return { id, refreshToken: `${id}.${next}`, user, sessionVersion };
}

/** Ends a session and with it, at once, its access tokens. Ending it twice does nothing. */
export async function endSession(em: EntityManager, sessionId: string, now: Date): Promise<void> {
  await em.nativeUpdate(sessions, { id: sessionId, endedAt: null }, { endedAt: now });
}

/**
 * Ends every session of a person, inside the caller's transaction. Raising the version refuses all access tokens so far;
 * those of other issuers carry none and are refused by their time of issue.
 * @returns the version from now on
 */
export async function endSessionsOf(sql: Sql, userId: string, now: Date): Promise<number> {
  const { rows } = await sql.query<{ sessionVersion: number }>(
    `/* raise_session_version */ update users set session_version = session_version + 1, signed_out_at = $2
       where id = $1 returning session_version as "sessionVersion"`,
    [userId, now],
  );
  // A statement of its own, after the row above is locked: it sees the sessions that were opened meanwhile.
  await sql.query('/* end_sessions */ update sessions set ended_at = $2 where user_id = $1 and ended_at is null', [
    userId,
    now,
  ]);
  return rows[0]?.sessionVersion ?? 0;
}

/** The session that a refresh token belongs to. @throws AppError INVALID_TOKEN where the text is no refresh token */
export function sessionOf(refreshToken: string): string {
  return parse(refreshToken).id;
}

function parse(refreshToken: string): { id: string; random: string } {
  const [id = '', random = ''] = refreshToken.split('.');
  if (!isUuid(id) || random === '') throw new AppError('INVALID_TOKEN', 'This is no refresh token. Log in again.');
  return { id, random };
}

function newRandom(): string {
  return randomBytes(32).toString('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + sessionLifetime * 1000);
}
