import { Migration } from '@mikro-orm/migrations';

/** A workspace's own flow templates, and how often it used each built-in one: those are part of the server, not rows. */
export class CreateFlowTemplates extends Migration {
  override up(): void {
    this.addSql(`
      create table flow_templates (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        description text not null default '',
        category text not null default '',
        tags text[] not null default '{}',
        -- json, not jsonb: a graph is read back as it was sent, and never searched inside.
        nodes json not null,
        edges json not null,
        variables json not null,
        settings json not null,
        required_secrets text[] not null default '{}',
        usage_count integer not null default 0,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id)
      );
      create index flow_templates_created on flow_templates (workspace_id, created_at, id);

      create table flow_template_uses (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        template_id uuid not null,
        count integer not null,
        primary key (workspace_id, template_id)
      );
    `);
  }
}
