import { Migration } from '@mikro-orm/migrations';

/**
 * Events get the order of their execution, (fence, n), which needs no transaction ids: an execution is cancelled and
 * followed by it alone, also in a restored database. The feed of a workspace reads what a former snapshot did not see, so
 * that it waits for no transaction. See docs/adr/0069.
 */
export class OrderEventsByExecution extends Migration {
  override up(): void {
    this.addSql(`
      alter table execution_events
        -- The execution's fence at the write, and the number of the write under this fence. The start is (0, 0), and a
        -- cancellation the first write of its fence.
        add column fence integer,
        add column n integer,
        -- The event's place in the feed: its transaction, or that of the execution's former event where that is later.
        add column place xid8;

      -- Events of before are behind every position: cursors of the former order are not accepted any more.
      update execution_events v set fence = 0, n = o.n, tx = '0', place = '0'
      from (select workspace_id, execution_id, tx, id,
          row_number() over (partition by workspace_id, execution_id order by tx, id) - 1 as n
        from execution_events) o
      where (v.workspace_id, v.execution_id, v.tx, v.id) = (o.workspace_id, o.execution_id, o.tx, o.id);

      drop index execution_events_feed;
      alter table execution_events drop constraint execution_events_pkey, drop column id,
        alter column fence set not null, alter column n set not null,
        alter column place set not null, alter column place set default pg_current_xact_id(),
        add primary key (workspace_id, execution_id, fence, n);
      create index execution_events_feed on execution_events (workspace_id, place);
      -- Cancellations whose transaction began before the execution's former event was written; nearly always empty.
      create index execution_events_placed on execution_events (workspace_id, tx) where tx <> place;

      -- One row about the log as a whole. Its tx is the transaction that wrote it: in a database that was restored from a
      -- copy, the row itself is of another transaction, and the ids in the events have lost their meaning. Cursors carry
      -- the epoch, so that those of before are recognized.
      create table event_log (
        only_one boolean primary key default true check (only_one),
        epoch integer not null default floor(random() * 2147483647),
        -- Null until the first process has started.
        tx xid8,
        -- Executions that ended before this time may have been deleted, with their events.
        kept_since timestamptz(3)
      );
      insert into event_log default values;
    `);
  }
}
