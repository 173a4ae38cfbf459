import { Migration } from '@mikro-orm/migrations';

/**
 * Loops store how far they are, and the steps of an execution are read by iteration: continuing an execution costs the
 * same after ten thousand finished items as after one. See docs/adr/0075.
 */
export class FoldLoops extends Migration {
  override up(): void {
    this.addSql(`
      -- {concurrency, next, open, ended, steps, reads, seq}: see StoredProgress.
      alter table execution_steps add column progress json;

      -- By iteration: the steps of open iterations are read without those of finished ones.
      alter table execution_steps drop constraint execution_steps_pkey,
        add constraint execution_steps_pkey primary key (workspace_id, execution_id, iteration, node_id);

      -- Signals and calls name a step by its ID: each of them would read all steps of its execution. The execution is
      -- no part of it, so that no other query of an execution is tempted by it.
      create index execution_steps_id on execution_steps (workspace_id, id);
      -- Otherwise an execution is taken for one step, which any index would find.
      create statistics execution_steps_executions (dependencies) on workspace_id, execution_id from execution_steps;

      -- Loops that began before: all of their iterations are read once more, and fold as the execution continues.
      update execution_steps set progress = json_build_object('concurrency', 1, 'next', 0, 'ended', false, 'steps', 0, 'seq', 0,
        'open', (select coalesce(json_agg(i), '[]') from generate_series(0, json_array_length(output -> 'items') - 1) i),
        'reads', (
          select coalesce(json_agg(json_build_object(
            'iteration', case when iteration = '' then '' else iteration || '.' end || i)), '[]')
          from generate_series(0, json_array_length(output -> 'items') - 1) i))
      where node_type = 'logic.loop' and status in ('running', 'failed', 'cancelled')
        and coalesce(handle, 'item') = 'item' and json_typeof(output -> 'items') = 'array';
    `);
  }
}
