import { Migration } from '@mikro-orm/migrations';

/**
 * What runs need to be simulated, to call each other, to wait for signals, to take turns, and to be given up when they
 * kill their workers.
 */
export class ExtendRuns extends Migration {
  override up(): void {
    this.addSql(`
      alter table executions
        -- Of a simulation: outputs by node id in place of effects.
        add column mocks json,
        -- The flows whose runs led to this one, oldest first: what it causes is traced back along them.
        add column chain uuid[] not null default '{}',
        add column call_depth smallint not null default 0,
        -- The step of the parent that waits for this run's end; null once it was told.
        add column parent_step_id uuid,
        -- Raised with each signal to one of its steps. A worker that has seen fewer must look again before it leaves.
        add column signals integer not null default 0,
        -- Workers in a row that died with the run before it got any further.
        add column takeovers smallint not null default 0,
        add column max_concurrent smallint not null default 1000,
        -- Its flow has as many active runs as it may have; it gets a new job when one of them leaves.
        add column awaits_turn boolean not null default false;
      create index executions_turns on executions (workspace_id, flow_id, id) where awaits_turn;

      -- {seq, handle?, output?, error?}: what a waiting step goes on with. Kept apart from what its worker writes.
      alter table execution_steps add column signal json;

      -- Runs a worker drives at once: a flow that may have as many as all workers together needs no counting.
      alter table workers add column concurrency integer not null default 1000;
    `);
  }
}
