import { Migration } from '@mikro-orm/migrations';

/**
 * What the end of a run means for its caller and for those it called is found by its row, not by a job of the queue that
 * waits behind runs. Both indexes are empty nearly all the time, and in an order that no other one gives: whoever asks for
 * the first ones in it never reads the table.
 */
export class SettleCallsByRows extends Migration {
  override up(): void {
    this.addSql(`
      alter table executions
        -- It ended, or a step of it that called did: runs that it called may go on although nobody waits for them.
        add column has_abandoned_calls boolean not null default false;
      create index executions_abandoned_calls on executions (created_at) where has_abandoned_calls;
      create index executions_unanswered on executions (finished_at)
        where parent_step_id is not null and status <> 'running';
    `);
  }
}
