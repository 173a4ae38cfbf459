import { Migration } from '@mikro-orm/migrations';

/** People, the accounts that pay, and their sessions: what stands above any workspace. */
export class CreateAccounts extends Migration {
  override up(): void {
    this.addSql(`
      create extension if not exists citext;

      create table accounts (
        id uuid primary key default uuidv7(),
        name text not null,
        created_at timestamptz(3) not null default now()
      );

      -- Credits are integers of a millionth: no rounding, ever.
      create table wallets (
        account_id uuid primary key references accounts (id),
        balance_micros bigint not null default 0 check (balance_micros >= 0),
        reserved_micros bigint not null default 0 check (reserved_micros >= 0),
        updated_at timestamptz(3) not null default now()
      );

      create table users (
        id uuid primary key default uuidv7(),
        account_id uuid not null references accounts (id),
        email citext not null unique,
        name text not null,
        password_hash text not null,
        -- Stands in every access token; raising it ends all sessions at once.
        session_version integer not null default 1,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      );
      create index users_account_id on users (account_id);

      -- One row a login. A refresh swaps token_hash by compare and set; a token that is no longer the current one
      -- was used before: the session ends.
      create table sessions (
        id uuid primary key default uuidv7(),
        user_id uuid not null references users (id) on delete cascade,
        token_hash bytea not null,
        created_at timestamptz(3) not null default now(),
        refreshed_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        ended_at timestamptz(3)
      );
      create index sessions_user_id on sessions (user_id);
    `);
  }
}
