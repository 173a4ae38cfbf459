import type pg from 'pg';
import type { Sql } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Services, Settings } from '../../platform/services.js';
import { insertWorkspace } from '../workspaces/index.js';
import type { RegisterInput } from './credentials.input.js';
import type { User } from './credentials.object.js';
import { normalEmail } from './email.js';
import { hashPassword } from './password.js';
import { startSession } from './session.js';
import type { SignedIn } from './signed-in.js';

/**
 * Makes a person with an account, its wallet and a first workspace, all or nothing, and signs the person in.
 * @throws AppError FORBIDDEN where registration is closed, CONFLICT for a known email
 */
export async function register(services: Services, input: RegisterInput): Promise<SignedIn> {
  const { db, settings } = services;
  // Asked before the costly hash, and again below under a lock.
  await requireOpenRegistration(db.pool, settings.registration);
  const passwordHash = await hashPassword(input.password);
  try {
    return await db.transaction((sql) => createPerson(sql, services, input, passwordHash));
  } catch (error) {
    if (isKnownEmail(error)) {
      throw new AppError('CONFLICT', 'This email is registered already. Log in, or register with another one.');
    }
    throw error;
  }
}

async function createPerson(
  sql: pg.PoolClient,
  { settings, now }: Services,
  input: RegisterInput,
  passwordHash: string,
): Promise<SignedIn> {
  if (settings.registration === 'first') {
    // Two first users at once: the second waits here and then sees the other.
    await sql.query(`/* lock_registration */ select pg_advisory_xact_lock(hashtextextended('first registration', 0))`);
    await requireOpenRegistration(sql, 'first');
  }
  const email = normalEmail(input.email);
  const name = input.name ?? email.slice(0, email.lastIndexOf('@'));
  const user = await insertUser(sql, { email, name, passwordHash, startingCredits: settings.startingCreditsMicros });
  const workspace = await insertWorkspace(sql, user, {
    name: input.workspaceName ?? `${name.slice(0, 100)}'s workspace`,
  });
  const session = await startSession(sql, user.id, now());
  return {
    user: { id: user.id, email: user.email, name: user.name },
    session,
    sessionVersion: user.sessionVersion,
    workspaces: [{ id: workspace.id, name: workspace.name, role: workspace.role }],
  };
}

async function insertUser(
  sql: Sql,
  person: { email: string; name: string; passwordHash: string; startingCredits: bigint },
): Promise<User & { accountId: string; sessionVersion: number }> {
  const { rows } = await sql.query<User & { accountId: string; sessionVersion: number }>(
    `/* create_user */
     with account as (
       insert into accounts (name) values ($2) returning id
     ), wallet as (
       insert into wallets (account_id, balance_micros) select id, $4::bigint from account
     )
     insert into users (account_id, email, name, password_hash) select id, $1, $2, $3 from account
     returning id, email, name, account_id as "accountId", session_version as "sessionVersion"`,
    [person.email, person.name, person.passwordHash, person.startingCredits.toString()],
  );
  return rows[0] as User & { accountId: string; sessionVersion: number };
}

async function requireOpenRegistration(sql: Sql, mode: Settings['registration']): Promise<void> {
  if (mode === 'open') return;
  if (mode === 'closed') {
    throw new AppError('FORBIDDEN', 'Registration is closed on this server. Ask an owner or admin for an invitation.');
  }
  const { rows } = await sql.query<{ taken: boolean }>('/* any_user */ select exists (select 1 from users) as taken');
  if (rows[0]?.taken) {
    throw new AppError(
      'FORBIDDEN',
      'Only the first person can register on this server, and that has happened. Ask an owner or admin for an invitation.',
    );
  }
}

function isKnownEmail(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'users_email_key';
}
