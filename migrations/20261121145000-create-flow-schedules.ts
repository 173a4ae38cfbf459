import { Migration } from '@mikro-orm/migrations';

/** When each active scheduled flow starts next. A row exists exactly while its flow is active and has that trigger. */
export class CreateFlowSchedules extends Migration {
  override up(): void {
    this.addSql(`
      create table flow_schedules (
        workspace_id uuid not null,
        flow_id uuid not null,
        -- The trigger's cron, time zone or minutes, as they were when due_at was computed.
        config jsonb not null,
        -- Null where the schedule never fires again.
        due_at timestamptz(3),
        primary key (workspace_id, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      -- Over all workspaces: what comes next, whoever's it is.
      create index flow_schedules_due on flow_schedules (due_at) where due_at is not null;
    `);
  }
}
