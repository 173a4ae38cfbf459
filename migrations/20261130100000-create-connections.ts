import { Migration } from '@mikro-orm/migrations';

/** Accounts at other services, whose credentials requests of flows are sent with. */
export class CreateConnections extends Migration {
  override up(): void {
    this.addSql(`
      create table connections (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        -- What is no secret of the credentials.
        auth jsonb not null,
        encrypted_credentials text not null,
        -- Where they may be sent to; {*}: anywhere.
        hosts text[] not null check (array_position(hosts, null) is null),
        status text not null,
        problem text,
        -- The only flow that may use it, deleted with it; null: every flow of the workspace.
        flow_id uuid,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint connections_name_unique unique (workspace_id, name),
        constraint connections_flow_id_fkey foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index connections_created on connections (workspace_id, created_at, id);
      create index connections_flow on connections (workspace_id, flow_id) where flow_id is not null;
      select enable_tenant_isolation('connections');
    `);
  }
}
