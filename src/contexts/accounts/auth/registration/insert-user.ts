import type { Sql } from '../../../../platform/database/database.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Settings } from '../../../../platform/services.js';
import { normalEmail } from '../../members/index.js';
import type { Me } from '../credentials.object.js';

/** A user to create. */
export interface NewUser {
  email: string;
  /** Defaults to the part of the email before @. */
  name?: string | null | undefined;
  passwordHash: string;
}

export type InsertedUser = Me & { accountId: string; sessionVersion: number };

/**
 * Creates a user with an account and its wallet, in one statement over tables of several modules.
 * @throws AppError CONFLICT if the email is registered; a surrounding transaction is aborted then
 */
export async function insertUser(
  sql: Sql,
  settings: Pick<Settings, 'startingCreditsMicros'>,
  user: NewUser,
): Promise<InsertedUser> {
  const email = normalEmail(user.email);
  const name = user.name ?? email.slice(0, email.lastIndexOf('@'));
  try {
    const { rows } = await sql.query<InsertedUser>(
      `/* create_user */
       with account as (
         insert into accounts (name) values ($2) returning id
       ), wallet as (
         insert into wallets (account_id) select id from account returning account_id
       ), opening as (
         insert into ledger_transfers (account_id, kind, from_account, to_account, amount_micros)
         select account_id, 'opening', 'funding', 'wallet', $4::bigint from wallet where $4::bigint > 0
       )
       insert into users (account_id, email, name, password_hash) select id, $1, $2, $3 from account
       returning id, email, name, false as "emailVerified", account_id as "accountId", session_version as "sessionVersion"`,
      [email, name, user.passwordHash, settings.startingCreditsMicros.toString()],
    );
    return rows[0] as InsertedUser;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505' || constraint !== 'users_email_key') throw error;
    throw new AppError('CONFLICT', 'A user with this email already exists. Log in, or register with another email.');
  }
}
