import { Migration } from '@mikro-orm/migrations';

/**
 * What steps and runs hold of secrets: the readable columns show masks, and whoever takes the run over opens the real
 * values from here. Null nearly everywhere.
 */
export class SealRunContents extends Migration {
  override up(): void {
    this.addSql(`
      -- {output, variables, hidden}
      alter table execution_steps add column sealed text;
      -- {triggerData, output, hidden}
      alter table executions add column sealed text;
      -- For the rotation of data keys, which reads in this order.
      create index execution_steps_sealed on execution_steps (workspace_id, execution_id, id) where sealed is not null;
      create index executions_sealed on executions (workspace_id, id) where sealed is not null;
    `);
  }
}
