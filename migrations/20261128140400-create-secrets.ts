import { Migration } from '@mikro-orm/migrations';

/** The vault: secrets, the data key of each workspace that encrypts them, and rotations of these keys. */
export class CreateSecrets extends Migration {
  override up(): void {
    this.addSql(`
      create table workspace_keys (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        key_id text not null,
        -- The data key, encrypted with the instance key that is named in it: see docs/decisions/secrets.md.
        wrapped_key text not null,
        created_at timestamptz(3) not null default now(),
        -- When a newer one replaced it. It still decrypts what it encrypted.
        retired_at timestamptz(3),
        primary key (workspace_id, key_id)
      );
      -- One key of a workspace encrypts: of two processes that create the first one, one wins.
      create unique index workspace_keys_current on workspace_keys (workspace_id) where retired_at is null;
      select enable_tenant_isolation('workspace_keys');

      -- What a rotation that was killed resumes from: keys older than its start are still to be replaced.
      create table key_rotations (
        id uuid primary key default uuidv7(),
        -- Null: every workspace.
        workspace_id uuid references workspaces (id) on delete cascade,
        started_at timestamptz(3) not null default now(),
        finished_at timestamptz(3)
      );
      select enable_tenant_isolation('key_rotations');

      create table secrets (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        encrypted_value text not null,
        -- The last 4 characters, so that a list decrypts nothing; null for short values.
        preview text,
        description text not null default '',
        -- The only flow that may use it, deleted with it; null: every flow of the workspace.
        flow_id uuid,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        -- The hosts that it may be sent to; {*}: any.
        allowed_hosts text[] not null default '{}' check (array_position(allowed_hosts, null) is null),
        primary key (workspace_id, id),
        constraint secrets_name_unique unique (workspace_id, name),
        constraint secrets_flow_id_fkey foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index secrets_created on secrets (workspace_id, created_at, id);
      create index secrets_flow on secrets (workspace_id, flow_id) where flow_id is not null;
      select enable_tenant_isolation('secrets');
    `);
  }
}
