import { Migration } from '@mikro-orm/migrations';

/**
 * Row-level security as a second wall: a connection that is walled in reaches the rows of the workspace it names and no
 * others, whatever its statements say. See docs/adr/0020.
 */
export class WallOffWorkspaces extends Migration {
  override up(): void {
    this.addSql(`
      -- For each later table of a workspace: select wall_off('contacts');
      create function wall_off(target regclass, workspace_column name default 'workspace_id') returns void
      language plpgsql as $function$
      begin
        execute format('alter table %s enable row level security', target);
        -- The server's role owns its tables, and owners pass by what is not forced.
        execute format('alter table %s force row level security', target);
        -- As subqueries the settings are read once a statement, not once a row. A walled connection that names no
        -- workspace compares with null: it sees nothing.
        execute format($policy$
          create policy own_workspace on %s using (
            (select current_setting('app.walled', true)) is distinct from 'on'
            or %I = (select nullif(current_setting('app.workspace_id', true), '')::uuid)
          )
        $policy$, target, workspace_column);
      end
      $function$;

      select wall_off('workspaces', 'id');
      select wall_off(attrelid::regclass) from pg_attribute join pg_class on pg_class.oid = attrelid
        where attname = 'workspace_id' and not attisdropped and relkind in ('r', 'p')
          and relnamespace = current_schema()::regnamespace;
    `);
  }
}
