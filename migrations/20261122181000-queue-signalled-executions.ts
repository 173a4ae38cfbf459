import { Migration } from '@mikro-orm/migrations';

/**
 * Queues executions that wait although a signal to one of their steps has come: those whose job the former queue had not
 * run yet when its tables were removed.
 */
export class QueueSignalledExecutions extends Migration {
  override up(): void {
    this.addSql(`
      update execution_claims c set ready_at = now(), due_at = null
      where c.worker_id is null and c.ready_at is null and not c.awaits_slot and not c.ended and c.signals > 0
        and exists (select from execution_steps s where s.workspace_id = c.workspace_id and s.execution_id = c.execution_id
          and s.status = 'waiting' and s.error is null and (s.signal ->> 'attempt')::integer = s.attempt);
    `);
  }
}
