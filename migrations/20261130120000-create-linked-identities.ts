import { Migration } from '@mikro-orm/migrations';

/** Users log in by providers of OpenID Connect. */
export class CreateLinkedIdentities extends Migration {
  override up(): void {
    this.addSql(`
      -- Who a user is at a provider: the subject decides, an email that the provider gives to another person opens nothing.
      create table linked_identities (
        id uuid primary key default uuidv7(),
        user_id uuid not null references users (id) on delete cascade,
        issuer text not null,
        subject text not null,
        email text,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3) not null,
        constraint linked_identities_subject_unique unique (issuer, subject)
      );
      create index linked_identities_user on linked_identities (user_id, created_at);

      -- Sessions that a provider began, with the token by which they end there, encrypted with the instance's key.
      create table identity_sessions (
        session_id uuid primary key references sessions (id) on delete cascade,
        identity_id uuid references linked_identities (id) on delete set null,
        provider_id text not null,
        id_token text not null
      );
      create index identity_sessions_identity on identity_sessions (identity_id);

      -- Logins that wait for the provider, or for the consent of the member. Each row is used once, by its browser only.
      create table provider_logins (
        token_hash bytea primary key,
        browser_hash bytea not null,
        provider_id text not null,
        return_to text not null,
        -- Who links an identity, and by which session; null for a login.
        user_id uuid references users (id) on delete cascade,
        session_id uuid references sessions (id) on delete cascade,
        -- What waits for consent.
        issuer text,
        subject text,
        email text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index provider_logins_expires_at on provider_logins (expires_at);
      create index provider_logins_user on provider_logins (user_id);
      create index provider_logins_session on provider_logins (session_id);
    `);
  }
}
