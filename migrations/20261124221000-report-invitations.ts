import { Migration } from '@mikro-orm/migrations';

/** Invitations are in the feed of changes: a list of members has them. Their tokens are not. */
export class ReportInvitations extends Migration {
  override up(): void {
    this.addSql(`
      -- For rows "changed", in parts of 1,000. Nobody follows a workspace that is being deleted.
      create function invitations_changed() returns trigger language plpgsql as $function$
      begin
        insert into workspace_changes (workspace_id, type, action, ids)
        select c.workspace_id, 'invitation', case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end, c.ids
        from (
          select p.workspace_id, array_agg(p.id) as ids from (
            select r.workspace_id, r.id, (row_number() over (partition by r.workspace_id) - 1) / 1000 as part from changed r
          ) p group by p.workspace_id, p.part
        ) c where exists (select from workspaces w where w.id = c.workspace_id);
        return null;
      end
      $function$;
      create trigger report_created after insert on invitations referencing new table as changed
        for each statement execute function invitations_changed();
      create trigger report_updated after update on invitations referencing new table as changed
        for each statement execute function invitations_changed();
      create trigger report_deleted after delete on invitations referencing old table as changed
        for each statement execute function invitations_changed();
    `);
  }
}
