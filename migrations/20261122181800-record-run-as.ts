import { Migration } from '@mikro-orm/migrations';

/**
 * Executions run as a user or an API key, whose rights their nodes need; flows hold who that is for their triggers. Flows
 * so far run as whoever changed them last, if they still write flows, otherwise as the owner of longest standing: nothing
 * stops because of the upgrade. Codes confirm decisions by approval links.
 */
export class RecordRunAs extends Migration {
  override up(): void {
    this.addSql(`
      alter table executions add column run_as uuid;
      alter table flows add column run_as uuid;

      update flows f set run_as = coalesce((
        select m.user_id from flow_versions v
        join members m on m.workspace_id = v.workspace_id and m.user_id = v.created_by and m.role <> 'VIEWER'
        where v.workspace_id = f.workspace_id and v.flow_id = f.id and v.version = f.version
      ), (
        select m.user_id from members m where m.workspace_id = f.workspace_id and m.role = 'OWNER'
        order by m.created_at, m.user_id limit 1
      ));

      create table approval_codes (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        step_id uuid not null,
        approver citext not null,
        code_hash bytea not null,
        tries smallint not null default 0,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index approval_codes_step on approval_codes (workspace_id, step_id, approver, created_at);
      select enable_tenant_isolation('approval_codes');
    `);
  }
}
