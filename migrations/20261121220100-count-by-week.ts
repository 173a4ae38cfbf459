import { Migration } from '@mikro-orm/migrations';

/**
 * Counts by week beside those by day, for what is told of a whole period: how long runs took is up to 600 rows a day. Weeks
 * follow the days by themselves, whoever folds or counts anew: see docs/adr/0035.
 */
export class CountByWeek extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics_weeks (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        metric text not null,
        -- Its Monday.
        week date not null,
        dim text not null,
        n bigint not null,
        total bigint not null,
        primary key (workspace_id, metric, week, dim)
      );
      select wall_off('analytics_weeks');

      -- Until the weeks have caught up nobody folds.
      lock table analytics_days in share row exclusive mode;
      insert into analytics_weeks (workspace_id, metric, week, dim, n, total)
      select workspace_id, metric, date_trunc('week', day)::date, dim, sum(n), sum(total) from analytics_days group by 1, 2, 3, 4;

      create function count_added_days() returns trigger language plpgsql as $function$
      begin
        insert into analytics_weeks as w (workspace_id, metric, week, dim, n, total)
        select workspace_id, metric, date_trunc('week', day)::date, dim, sum(n), sum(total) from added group by 1, 2, 3, 4
        on conflict (workspace_id, metric, week, dim) do update set n = w.n + excluded.n, total = w.total + excluded.total;
        return null;
      end
      $function$;
      create function count_changed_days() returns trigger language plpgsql as $function$
      begin
        update analytics_weeks w set n = w.n + c.n, total = w.total + c.total
        from (
          select workspace_id, metric, date_trunc('week', day)::date as week, dim, sum(n) as n, sum(total) as total
          from (select * from added union all select workspace_id, metric, day, dim, -n, -total from gone) d group by 1, 2, 3, 4
        ) c
        where w.workspace_id = c.workspace_id and w.metric = c.metric and w.week = c.week and w.dim = c.dim;
        return null;
      end
      $function$;
      create function count_gone_days() returns trigger language plpgsql as $function$
      begin
        update analytics_weeks w set n = w.n - c.n, total = w.total - c.total
        from (
          select workspace_id, metric, date_trunc('week', day)::date as week, dim, sum(n) as n, sum(total) as total
          from gone group by 1, 2, 3, 4
        ) c
        where w.workspace_id = c.workspace_id and w.metric = c.metric and w.week = c.week and w.dim = c.dim;
        return null;
      end
      $function$;
      create trigger analytics_days_added after insert on analytics_days
        referencing new table as added for each statement execute function count_added_days();
      create trigger analytics_days_changed after update on analytics_days
        referencing new table as added old table as gone for each statement execute function count_changed_days();
      create trigger analytics_days_gone after delete on analytics_days
        referencing old table as gone for each statement execute function count_gone_days();
    `);
  }
}
