import { Migration } from '@mikro-orm/migrations';

/** Verified emails, links that are mailed to users, authenticator apps, and what a session was used with. */
export class ProtectAccounts extends Migration {
  override up(): void {
    this.addSql(`
      alter table users add column email_verified_at timestamptz(3);
      alter table sessions add column device text, add column address text;

      create table account_links (
        user_id uuid not null references users on delete cascade,
        purpose text not null check (purpose in ('reset_password', 'verify_email', 'change_email')),
        email citext not null,
        token_hash bytea not null unique,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (user_id, purpose)
      );

      create table totp_factors (
        user_id uuid primary key references users on delete cascade,
        secret text not null,
        last_step bigint not null default 0,
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3)
      );

      create table recovery_codes (
        user_id uuid not null references users on delete cascade,
        code_hash bytea not null,
        primary key (user_id, code_hash)
      );
    `);
  }
}
