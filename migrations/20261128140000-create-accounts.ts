import { Migration } from '@mikro-orm/migrations';

/** Accounts, their users and sessions, and what the server keeps for itself: everything above a workspace. */
export class CreateAccounts extends Migration {
  override up(): void {
    this.addSql(`
      -- Emails are compared without case.
      create extension if not exists citext;

      create table accounts (
        id uuid primary key default uuidv7(),
        name text not null,
        created_at timestamptz(3) not null default now()
      );

      create table users (
        id uuid primary key default uuidv7(),
        account_id uuid not null references accounts (id),
        email citext not null unique,
        name text not null,
        password_hash text not null,
        -- Part of every access token; raising it ends all sessions at once.
        session_version integer not null default 1,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        -- Tokens of other issuers carry no session version: those issued before this time are refused.
        signed_out_at timestamptz(3),
        email_verified_at timestamptz(3),
        -- By the operator, who refuses a user so without deleting what they own.
        disabled_at timestamptz(3)
      );
      create index users_account_id on users (account_id);

      -- One row a login. A refresh replaces token_hash by compare and set; a token that is no longer the current one
      -- was used before: the session ends.
      create table sessions (
        id uuid primary key default uuidv7(),
        user_id uuid not null references users (id) on delete cascade,
        token_hash bytea not null,
        created_at timestamptz(3) not null default now(),
        refreshed_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        ended_at timestamptz(3),
        -- What it was used with last.
        device text,
        address text
      );
      create index sessions_user_id on sessions (user_id);

      -- Users of a trusted issuer. Created at the first token with a verified email; from then on the subject alone
      -- decides, so that an email that the issuer gives to another person opens nothing.
      create table external_identities (
        issuer text not null,
        subject text not null,
        user_id uuid not null references users (id) on delete cascade,
        created_at timestamptz(3) not null default now(),
        primary key (issuer, subject),
        unique (user_id, issuer)
      );

      -- Links that were mailed to users, or that the operator created (log_in): one for each purpose, the latest.
      create table account_links (
        user_id uuid not null references users (id) on delete cascade,
        purpose text not null check (purpose in ('reset_password', 'verify_email', 'change_email', 'log_in')),
        email citext not null,
        token_hash bytea not null unique,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (user_id, purpose)
      );

      -- Authenticator apps. The step of the last code is stored, so that no code is accepted twice.
      create table totp_factors (
        user_id uuid primary key references users (id) on delete cascade,
        secret text not null,
        last_step bigint not null default 0,
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3)
      );

      create table recovery_codes (
        user_id uuid not null references users (id) on delete cascade,
        code_hash bytea not null,
        primary key (user_id, code_hash)
      );

      -- Request counts that all processes share. Unlogged: written often, and a crash may lose them.
      create unlogged table rate_limits (
        key text primary key,
        points integer not null,
        -- When the window ends, in milliseconds since 1970.
        expire bigint not null
      );

      -- What one process at a time does again and again: rollups, sweeps, retention. A row is added when a worker first starts.
      create table recurring_tasks (
        name text primary key,
        due_at timestamptz(3) not null default now(),
        worker_id uuid,
        fence integer not null default 0
      );

      -- Each backup that "workspace-automation backup" completed, so that servers show how old the last one is.
      create table backups (
        id uuid primary key default uuidv7(),
        created_at timestamptz(3) not null,
        duration_ms integer not null,
        bytes bigint not null,
        rows bigint not null,
        destination text not null check (destination in ('file', 'object_storage'))
      );
      create index backups_created_at on backups (created_at);
    `);
  }
}
