import { Migration } from '@mikro-orm/migrations';

/** The second layer of the vault: data keys, wrapped by an instance key, and the rotations of them. */
export class CreateWorkspaceKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table workspace_keys (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        key_id text not null,
        -- The data key, sealed with the instance key that is named in it.
        wrapped_key text not null,
        created_at timestamptz(3) not null default now(),
        -- When a newer one took its place. It goes on opening what it sealed.
        retired_at timestamptz(3),
        primary key (workspace_id, key_id)
      );
      -- One key of a workspace seals: of two processes that make the first one, one wins.
      create unique index workspace_keys_current on workspace_keys (workspace_id) where retired_at is null;

      -- What a rotation that was killed goes on with: keys older than its start are still to be replaced.
      create table key_rotations (
        id uuid primary key default uuidv7(),
        -- Null: every workspace.
        workspace_id uuid references workspaces (id) on delete cascade,
        started_at timestamptz(3) not null default now(),
        finished_at timestamptz(3)
      );
    `);
  }
}
