import { Migration } from '@mikro-orm/migrations';

/** Lets the statement that claims runs, or starts them claimed, take their turns itself: exactly, and in no transaction of its own. */
export class TakeTurnsAtOnce extends Migration {
  override up(): void {
    this.addSql(`
      -- Of runs of flows with a limit, given side by side, those that may become active now: by the order of their ids,
      -- behind those that wait in line already. Each statement in here sees what was committed before it, so the count is
      -- that of a snapshot taken under the locks, whenever the calling statement began. Locks are taken in one order.
      create function take_turns(workspace_ids uuid[], flow_ids uuid[], run_ids uuid[], own_limits integer[]) returns setof uuid
        language plpgsql strict volatile as $$
      begin
        perform pg_advisory_xact_lock(key) from (
          select distinct hashtextextended(flow::text, 0) as key from unnest(flow_ids) flow order by key offset 0) keys;
        return query
          with asked as (
            select * from unnest(workspace_ids, flow_ids, run_ids, own_limits) a(workspace_id, flow_id, id, own_limit)
          ), free as (
            select f.workspace_id, f.flow_id, coalesce((
                select (c.settings ->> 'maxConcurrent')::integer from flows c
                where c.workspace_id = f.workspace_id and c.id = f.flow_id), f.own_limit)
              - (select count(*) from executions e where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id
                and e.worker_id is not null and e.max_concurrent < 1000) as places
            from (select workspace_id, flow_id, min(own_limit) as own_limit from asked group by 1, 2) f
          ), placed as (
            select a.id, f.places, a.workspace_id, a.flow_id,
              row_number() over (partition by a.workspace_id, a.flow_id order by a.id) - 1 as before_it
            from asked a join free f using (workspace_id, flow_id)
          )
          select p.id from placed p where p.places > p.before_it and p.places > p.before_it + (
            select count(*) from (
              select from executions w where w.workspace_id = p.workspace_id and w.flow_id = p.flow_id and w.awaits_turn
                and w.id < p.id and w.id <> all(run_ids)
              limit greatest(p.places, 0)) ahead);
      end $$;
    `);
  }
}
