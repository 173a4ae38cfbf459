import { Migration } from '@mikro-orm/migrations';

/** Flows, their folders and every version of their graphs. */
export class CreateFlows extends Migration {
  override up(): void {
    this.addSql(`
      create table flow_folders (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        name text not null,
        parent_id uuid,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        foreign key (workspace_id, parent_id) references flow_folders (workspace_id, id)
      );
      create index flow_folders_parent on flow_folders (workspace_id, parent_id) where parent_id is not null;

      create table flows (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        name text not null,
        description text not null default '',
        -- json, not jsonb: the parameters of a tool come back in the order in which they were written.
        settings json not null,
        trigger_type text not null,
        tags text[] not null default '{}',
        folder_id uuid,
        is_active boolean not null default false,
        version integer not null default 1,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        foreign key (workspace_id, folder_id) references flow_folders (workspace_id, id)
      );
      create index flows_created on flows (workspace_id, created_at, id);
      -- Pages and totals of the active ones, whatever the number of drafts.
      create index flows_active on flows (workspace_id, created_at, id) where is_active;
      create index flows_updated on flows (workspace_id, updated_at, id);
      create index flows_name on flows (workspace_id, name, id);
      create index flows_folder on flows (workspace_id, folder_id, id) where folder_id is not null;

      -- The graph lives here only: flows.version names the current row, an execution the one it started with.
      -- json, not jsonb: a graph is read back as it was sent, and never searched inside.
      create table flow_versions (
        workspace_id uuid not null,
        flow_id uuid not null,
        version integer not null,
        name text not null,
        description text not null,
        nodes json not null,
        edges json not null,
        variables json not null,
        settings json not null,
        tags text[] not null,
        folder_id uuid,
        created_by uuid,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, flow_id, version),
        foreign key (workspace_id) references workspaces (id) on delete cascade
      );

      -- The token finds the flow by its hash, over all workspaces; its owner reads it from the sealed copy.
      create table webhook_tokens (
        workspace_id uuid not null,
        flow_id uuid not null,
        token_hash bytea not null unique,
        sealed_token text not null,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
    `);
  }
}
