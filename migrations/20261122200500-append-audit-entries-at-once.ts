import { Migration } from '@mikro-orm/migrations';

/** Entries of one batch are inserted by one statement, and a chain that exists is only locked. See docs/adr/0083. */
export class AppendAuditEntriesAtOnce extends Migration {
  override up(): void {
    this.addSql(`
      -- Adds entries to their chains, in one statement, so that a chain is locked for no longer than one insert and its
      -- commit. Chains are locked in the order of their IDs, which excludes deadlocks.
      create or replace function append_audit(entries json) returns void language plpgsql as $function$
      declare
        e audit_log;
        chain audit_chains;
        added audit_log[];
      begin
        for e in
          select one.* from json_array_elements(entries) with ordinality as listed(entry, place),
            json_populate_record(null::audit_log, entry) one order by one.workspace_id, place
        loop
          if chain.workspace_id is distinct from e.workspace_id then
            if chain.workspace_id is not null then
              update audit_chains c set position = chain.position, hash = chain.hash where c.workspace_id = chain.workspace_id;
            end if;
            select * into chain from audit_chains c where c.workspace_id = e.workspace_id for update;
            if not found then
              insert into audit_chains (workspace_id) values (e.workspace_id) on conflict do nothing;
              select * into strict chain from audit_chains c where c.workspace_id = e.workspace_id for update;
            end if;
          end if;
          e.position := chain.position + 1;
          e.hash := sha256(chain.hash || convert_to(audit_content(e), 'UTF8'));
          added := added || e;
          chain.position := e.position;
          chain.hash := e.hash;
        end loop;
        insert into audit_log select * from unnest(added);
        update audit_chains c set position = chain.position, hash = chain.hash where c.workspace_id = chain.workspace_id;
      end
      $function$;
    `);
  }
}
