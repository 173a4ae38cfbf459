import { Migration } from '@mikro-orm/migrations';

/**
 * A connection that said nothing saw the rows of every workspace: behind a pooler, on a replica or after a reset of its session, a
 * lost setting opened everything. Now it sees none, and one that works on all rows has to say so.
 */
export class CloseTenantIsolation extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function enable_tenant_isolation(target regclass, workspace_column name default 'workspace_id') returns void
      language plpgsql as $function$
      begin
        execute format('alter table %s enable row level security', target);
        -- The server's role owns its tables, and owners pass by what is not forced.
        execute format('alter table %s force row level security', target);
        -- As subqueries the settings are read once a statement, not once a row. What was not said compares with null: nothing is
        -- seen.
        execute format($policy$
          create policy own_workspace on %s using (
            (select current_setting('app.tenant_scope', true)) = 'off'
            or %I = (select nullif(current_setting('app.workspace_id', true), '')::uuid)
          )
        $policy$, target, workspace_column);
      end
      $function$;

      do $$
      declare target regclass;
      begin
        for target in select polrelid from pg_policy where polname = 'own_workspace' order by polrelid::regclass::text loop
          execute format('drop policy own_workspace on %s', target);
          perform enable_tenant_isolation(target, case when target = 'workspaces'::regclass then 'id' else 'workspace_id' end);
        end loop;
      end $$;
    `);
  }
}
