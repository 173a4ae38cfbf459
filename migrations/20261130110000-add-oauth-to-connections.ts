import { Migration } from '@mikro-orm/migrations';

/** Connections by OAuth 2: what their providers granted, and those that are being connected. */
export class AddOauthToConnections extends Migration {
  override up(): void {
    this.addSql(`
      alter table connections
        -- Whose facts apply; null for credentials that are not of OAuth 2.
        add column provider text,
        -- What was granted.
        add column scopes text[] not null default '{}' check (array_position(scopes, null) is null),
        add column account text,
        -- When the access token expires.
        add column expires_at timestamptz(3);

      -- The tokens of a connection: a row from the first grant on.
      create table connection_tokens (
        workspace_id uuid not null,
        connection_id uuid not null,
        -- The credentials that they belong to: those of others are not used.
        revision text not null,
        -- Raised by each answer of the provider.
        generation integer not null default 0,
        encrypted_tokens text,
        issued_at timestamptz(3),
        expires_at timestamptz(3),
        -- Refresh begun: by whom, and when another process may try in its place.
        lease_id uuid,
        lease_until timestamptz(3),
        -- After failures of the provider: when the next refresh ahead of expiry is tried.
        retry_at timestamptz(3),
        primary key (workspace_id, connection_id),
        constraint connection_tokens_connection_id_fkey foreign key (workspace_id, connection_id)
          references connections (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('connection_tokens');

      -- Links by which a customer connects an account, each once.
      create table connection_links (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        connection_id uuid not null,
        token_hash bytea not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint connection_links_token_hash_unique unique (workspace_id, token_hash),
        constraint connection_links_connection_id_fkey foreign key (workspace_id, connection_id)
          references connections (workspace_id, id) on delete cascade
      );
      create index connection_links_of_connection on connection_links (workspace_id, connection_id, id);
      select enable_tenant_isolation('connection_links');

      -- Pages of providers that are open: what the callback must bring, once.
      create table connection_authorizations (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        connection_id uuid not null,
        revision text not null,
        -- Of the parameter \`state\`.
        state_hash bytea not null,
        -- PKCE.
        encrypted_verifier text not null,
        -- Who began: a user, whose session the callback needs, or a link in a browser that has the cookie.
        user_id uuid references users (id) on delete cascade,
        link_id uuid,
        browser_hash bytea,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint connection_authorizations_state_hash_unique unique (workspace_id, state_hash),
        constraint connection_authorizations_connection_id_fkey foreign key (workspace_id, connection_id)
          references connections (workspace_id, id) on delete cascade,
        constraint connection_authorizations_link_id_fkey foreign key (workspace_id, link_id)
          references connection_links (workspace_id, id) on delete cascade,
        check ((user_id is null) = (link_id is not null and browser_hash is not null))
      );
      create index connection_authorizations_of_connection on connection_authorizations (workspace_id, connection_id, id);
      create index connection_authorizations_of_user on connection_authorizations (user_id) where user_id is not null;
      create index connection_authorizations_of_link on connection_authorizations (workspace_id, link_id) where link_id is not null;
      select enable_tenant_isolation('connection_authorizations');
    `);
  }
}
