import { Migration } from '@mikro-orm/migrations';

/** Failed executions are published: they start flows that subscribe to them, and the error flow of a workspace. */
export class CreateExecutionFailures extends Migration {
  override up(): void {
    this.addSql(`
      -- Failed executions whose event has not been published: written with the end of the execution, deleted by the
      -- transaction that publishes it. Without foreign keys, so that no end of an execution can fail because of it.
      create table execution_failures (
        workspace_id uuid not null,
        execution_id uuid not null,
        flow_id uuid not null,
        -- Later than now after an attempt that failed.
        due_at timestamptz(3) not null default now(),
        primary key (workspace_id, execution_id)
      );
      -- Over all workspaces: empty nearly all the time.
      create index execution_failures_due on execution_failures (due_at);
      select enable_tenant_isolation('execution_failures');

      alter table flows alter column starts_on set expression as (case
        when not is_active then null
        when trigger_type = 'crm_event' then json_extract_path_text(settings, 'triggerConfig', 'eventType')
        when trigger_type = 'voice_call'
          then 'voice_call.' || coalesce(json_extract_path_text(settings, 'triggerConfig', 'event'), 'completed')
        when trigger_type = 'execution_failed' then 'execution.failed'
      end);

      -- The flow that gets the failures of flows without an error flow of their own.
      alter table workspaces
        add column default_error_flow_id uuid,
        add foreign key (id, default_error_flow_id) references flows (workspace_id, id)
          on delete set null (default_error_flow_id);
    `);
  }
}
