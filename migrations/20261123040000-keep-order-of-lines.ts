import { Migration } from '@mikro-orm/migrations';

/**
 * An execution of a flow with a limit waits in line while earlier ones of that flow are queued, too: two workers that claim
 * at once skip each other's rows, and the later execution could acquire the slot first. Suspects are driven elsewhere, so
 * nothing waits for them.
 */
export class KeepOrderOfLines extends Migration {
  override up(): void {
    this.addSql(`
      create index execution_claims_queued on execution_claims (workspace_id, flow_id, execution_id)
        where ready_at is not null and max_concurrent < 1000;

      create or replace function acquire_slots(workspace_ids uuid[], flow_ids uuid[], execution_ids uuid[], own_limits integer[])
        returns setof uuid language plpgsql strict volatile as $$
      begin
        perform pg_advisory_xact_lock(key) from (
          select distinct hashtextextended(flow::text, 0) as key from unnest(flow_ids) flow order by key offset 0) keys;
        return query
          with requested as (
            select * from unnest(workspace_ids, flow_ids, execution_ids, own_limits) r(workspace_id, flow_id, id, own_limit)
          ), free as (
            select f.workspace_id, f.flow_id, coalesce((
                select (c.settings ->> 'maxConcurrent')::integer from flows c
                where c.workspace_id = f.workspace_id and c.id = f.flow_id), f.own_limit)
              - (select count(*) from execution_claims e where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id
                and e.worker_id is not null and e.max_concurrent < 1000) as slots
            from (select workspace_id, flow_id, min(own_limit) as own_limit from requested group by 1, 2) f
          ), placed as (
            select r.id, f.slots, r.workspace_id, r.flow_id,
              row_number() over (partition by r.workspace_id, r.flow_id order by r.id) - 1 as before_it
            from requested r join free f using (workspace_id, flow_id)
          )
          select p.id from placed p where p.slots > p.before_it and p.slots > p.before_it + (
            select count(*) from (
              select from execution_claims w where w.workspace_id = p.workspace_id and w.flow_id = p.flow_id and w.awaits_slot
                and w.execution_id < p.id and w.execution_id <> all(execution_ids)
              limit greatest(p.slots, 0)) in_line
          ) + (
            select count(*) from (
              select from execution_claims w where w.workspace_id = p.workspace_id and w.flow_id = p.flow_id
                and w.ready_at is not null and w.max_concurrent < 1000 and not w.awaits_slot and w.takeovers < 2
                and w.execution_id < p.id and w.execution_id <> all(execution_ids)
              limit greatest(p.slots, 0)) queued);
      end $$;
    `);
  }
}
