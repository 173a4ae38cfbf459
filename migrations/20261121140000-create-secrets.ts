import { Migration } from '@mikro-orm/migrations';

/** The vault's secrets, global variables, and which flows refer to which of them. */
export class CreateSecrets extends Migration {
  override up(): void {
    this.addSql(`
      create table secrets (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        sealed_value text not null,
        -- The last 4 characters, so that a list opens nothing; null for short values.
        preview text,
        description text not null default '',
        -- The only flow that may use it, with which it goes; null: every flow of the workspace.
        flow_id uuid,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        constraint secrets_name_unique unique (workspace_id, name),
        constraint secrets_flow_id_fkey foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index secrets_created on secrets (workspace_id, created_at, id);
      create index secrets_flow on secrets (workspace_id, flow_id) where flow_id is not null;

      create table global_variables (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        value text not null,
        description text not null default '',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        constraint global_variables_name_unique unique (workspace_id, name)
      );
      create index global_variables_created on global_variables (workspace_id, created_at, id);

      -- What the current graph of each flow names, written with it: nobody reads graphs to find out who uses a secret.
      create table flow_references (
        workspace_id uuid not null,
        kind text not null check (kind in ('secret', 'globalVar')),
        name text not null,
        flow_id uuid not null,
        primary key (workspace_id, kind, name, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index flow_references_flow on flow_references (workspace_id, flow_id);
    `);
  }
}
