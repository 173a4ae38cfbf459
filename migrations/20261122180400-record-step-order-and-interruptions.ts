import { Migration } from '@mikro-orm/migrations';

/**
 * The order in which the steps of an execution ended, which the clocks of its workers cannot tell; how often a step was
 * interrupted; and the attempt that called an execution or started a session, so that no later attempt gets its result.
 * See docs/adr/0072.
 */
export class RecordStepOrderAndInterruptions extends Migration {
  override up(): void {
    this.addSql(`
      alter table execution_steps
        -- Position among the steps of the execution that have ended, from 1.
        add column seq integer,
        -- How often a worker stopped or died while the step was in progress, and the step was started again.
        add column interruptions integer not null default 0;

      -- Executions that are open now: in the order that decided until now.
      update execution_steps s set seq = o.seq
      from (
        select workspace_id, execution_id, id,
          row_number() over (partition by workspace_id, execution_id order by finished_at, id) as seq
        from execution_steps where finished_at is not null and (workspace_id, execution_id) in (
          select workspace_id, id from executions where status = 'running')
      ) o
      where s.workspace_id = o.workspace_id and s.execution_id = o.execution_id and s.id = o.id;

      -- The attempt of the step that called the execution; null if it is not known.
      alter table executions add column parent_attempt integer;
      -- The attempt of the step that started the session; null if it is not known, and without a step.
      alter table agent_sessions add column step_attempt integer;
    `);
  }
}
