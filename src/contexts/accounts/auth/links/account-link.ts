import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../../platform/database/database.js';
import { anyOf, typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { accountLinkSeconds } from '../../../../platform/rate-limit/rate-limits.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { accountLinks, type LinkPurpose } from './account-link.entity.js';

export type { LinkPurpose } from './account-link.entity.js';

/** What a mailed link is for. */
export type MailedPurpose = Exclude<LinkPurpose, 'log_in'>;

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
  const link = { userId, purpose, email, tokenHash: hashToken(token), createdAt: now, expiresAt };
  const { userId: _, purpose: __, ...renewed } = link;
  await typed(sql, 'create_account_link', accountLinks)
    .insertInto('account_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(renewed))
    .execute();
  return token;
}

/** Finds a link without using it. @throws AppError INVALID_TOKEN if it was used or replaced, or has expired */
export async function findLink(sql: Sql, token: string, purposes: LinkPurpose[], now: Date): Promise<OpenLink> {
  const found = await typed(sql, 'find_account_link', accountLinks)
    .selectFrom('account_links')
    .select(['userId', 'purpose', 'email'])
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', '=', anyOf(purposes))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!found) throw linkNotOpen();
  return found;
}

/** Uses a link, inside the caller's transaction. Of concurrent calls one succeeds. @throws AppError INVALID_TOKEN */
export async function useLink(sql: Sql, token: string, purposes: LinkPurpose[], now: Date): Promise<OpenLink> {
  const used = await typed(sql, 'use_account_link', accountLinks)
    .deleteFrom('account_links')
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', '=', anyOf(purposes))
    .where('expiresAt', '>', now)
    .returning(['userId', 'purpose', 'email'])
    .executeTakeFirst();
  if (!used) throw linkNotOpen();
  return used;
}

/** Makes all links of a user invalid, inside the caller's transaction. */
export async function deleteLinks(sql: Sql, userId: string): Promise<void> {
  await typed(sql, 'delete_account_links', accountLinks)
    .deleteFrom('account_links')
    .where('userId', '=', userId)
    .execute();
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
