import { Migration } from '@mikro-orm/migrations';

/** A draft is part of its flow in the feed of changes: who edits the same flow learns that another saved or discarded it. */
export class ReportDrafts extends Migration {
  override up(): void {
    this.addSql(`
      -- For rows "changed". Drafts that are deleted with their flow are no change of it.
      create function flow_drafts_changed() returns trigger language plpgsql as $function$
      begin
        insert into workspace_changes (workspace_id, type, action, ids)
        select f.workspace_id, 'flow', 'updated', array_agg(f.id)
        from changed r join flows f on f.workspace_id = r.workspace_id and f.id = r.flow_id group by f.workspace_id;
        return null;
      end
      $function$;
      create trigger report_created after insert on flow_drafts referencing new table as changed
        for each statement execute function flow_drafts_changed();
      create trigger report_updated after update on flow_drafts referencing new table as changed
        for each statement execute function flow_drafts_changed();
      create trigger report_deleted after delete on flow_drafts referencing old table as changed
        for each statement execute function flow_drafts_changed();
    `);
  }
}
