import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../../platform/database/database.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { accountLinkSeconds } from '../../../../platform/rate-limit/rate-limits.js';
import { hashToken } from '../../../../platform/token-hash.js';

/** What a mailed link is for. */
export type MailedPurpose = Exclude<LinkPurpose, 'log_in'>;

/** What a link is for. `log_in` is handed over by the operator, and not mailed. */
export type LinkPurpose = 'reset_password' | 'verify_email' | 'change_email' | 'log_in';

/** A link that can still be used. */
export interface OpenLink {
  userId: string;
  purpose: LinkPurpose;
  /** The address to which it was mailed, or of the user who got it otherwise. */
  email: string;
}

/** Seconds for which a link is valid. A link that only verifies an address gives no access, so it is valid for a day. */
export const linkSeconds: Readonly<Record<LinkPurpose, number>> = {
  reset_password: accountLinkSeconds,
  verify_email: 24 * 60 * 60,
  change_email: 24 * 60 * 60,
  log_in: 60 * 60,
};

/** Creates a link, which replaces the last one for the same purpose. @returns its token; only the hash is stored */
export async function createLink(sql: Sql, { userId, purpose, email }: OpenLink, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + linkSeconds[purpose] * 1000);
  await sql.query(
    `/* create_account_link */
     insert into account_links (user_id, purpose, email, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, purpose) do update set email = excluded.email, token_hash = excluded.token_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [userId, purpose, email, hashToken(token), now, expiresAt],
  );
  return token;
}

/** Finds a link without using it. @throws AppError INVALID_TOKEN if it was used or replaced, or has expired */
export async function findLink(sql: Sql, token: string, purposes: LinkPurpose[], now: Date): Promise<OpenLink> {
  const { rows } = await sql.query<OpenLink>(
    `/* find_account_link */ select user_id as "userId", purpose, email from account_links
       where token_hash = $1 and purpose = any($2) and expires_at > $3`,
    [hashToken(token), purposes, now],
  );
  if (!rows[0]) throw linkNotOpen();
  return rows[0];
}

/** Uses a link, inside the caller's transaction. Of concurrent calls one succeeds. @throws AppError INVALID_TOKEN */
export async function useLink(sql: Sql, token: string, purposes: LinkPurpose[], now: Date): Promise<OpenLink> {
  const { rows } = await sql.query<OpenLink>(
    `/* use_account_link */ delete from account_links where token_hash = $1 and purpose = any($2) and expires_at > $3
       returning user_id as "userId", purpose, email`,
    [hashToken(token), purposes, now],
  );
  if (!rows[0]) throw linkNotOpen();
  return rows[0];
}

/** Makes all links of a user invalid, inside the caller's transaction. */
export async function deleteLinks(sql: Sql, userId: string): Promise<void> {
  await sql.query('/* delete_account_links */ delete from account_links where user_id = $1', [userId]);
}

/** 401 for a link that is not valid, was used, or has expired. */
export function linkNotOpen(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'The link is not valid: it was used, was replaced by a newer one, or has expired. Request a new one.',
  );
}

/** The token is in the fragment, so that it gets into neither a server's log nor a Referer header. */
export function linkAddress(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}/${linkPages[purpose]}#token=${token}`;
}

const linkPages: Readonly<Record<LinkPurpose, string>> = {
  reset_password: 'reset-password',
  verify_email: 'verify-email',
  change_email: 'verify-email',
  log_in: 'app/open',
};
