import { Migration } from '@mikro-orm/migrations';

/**
 * Contacts and flows are found by a label, flows by their trigger and deliveries by what changed, and the audit log is not
 * counted: see docs/adr/0147.
 */
export class IndexLabelsAndDeliveries extends Migration {
  override up(): void {
    this.addSql(`
      -- Each label of a contact and of a flow in a row: no index of an array serves row-level security. Written by triggers.
      create table contact_tags (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        tag text not null,
        contact_id uuid not null,
        primary key (workspace_id, tag, contact_id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
      );
      create index contact_tags_contact on contact_tags (workspace_id, contact_id);
      select enable_tenant_isolation('contact_tags');

      create table flow_tags (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        tag text not null,
        flow_id uuid not null,
        primary key (workspace_id, tag, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index flow_tags_flow on flow_tags (workspace_id, flow_id);
      select enable_tenant_isolation('flow_tags');

      create function write_contact_tags() returns trigger language plpgsql as $function$
      begin
        if tg_op = 'UPDATE' then
          delete from contact_tags t where t.workspace_id = new.workspace_id and t.contact_id = new.id and t.tag <> all (new.tags);
        end if;
        insert into contact_tags (workspace_id, tag, contact_id)
        select new.workspace_id, tag, new.id from unnest(new.tags) tag on conflict do nothing;
        return null;
      end
      $function$;
      create trigger write_tags_of_created after insert on contacts for each row
        when (new.tags <> '{}') execute function write_contact_tags();
      create trigger write_tags after update of tags on contacts for each row
        when (new.tags <> old.tags) execute function write_contact_tags();

      create function write_flow_tags() returns trigger language plpgsql as $function$
      begin
        if tg_op = 'UPDATE' then
          delete from flow_tags t where t.workspace_id = new.workspace_id and t.flow_id = new.id and t.tag <> all (new.tags);
        end if;
        insert into flow_tags (workspace_id, tag, flow_id)
        select new.workspace_id, tag, new.id from unnest(new.tags) tag on conflict do nothing;
        return null;
      end
      $function$;
      create trigger write_tags_of_created after insert on flows for each row
        when (new.tags <> '{}') execute function write_flow_tags();
      create trigger write_tags after update of tags on flows for each row
        when (new.tags <> old.tags) execute function write_flow_tags();

      insert into contact_tags (workspace_id, tag, contact_id)
      select distinct c.workspace_id, tag, c.id from contacts c, unnest(c.tags) tag;
      insert into flow_tags (workspace_id, tag, flow_id)
      select distinct f.workspace_id, tag, f.id from flows f, unnest(f.tags) tag;

      create index flows_trigger_type on flows (workspace_id, trigger_type, id);

      -- Each update of a delivery changes due_at, which has an index, so it is no HOT update without these either.
      create index webhook_deliveries_status on webhook_deliveries (workspace_id, webhook_id, status, id);
      create index webhook_deliveries_event_type on webhook_deliveries (workspace_id, webhook_id, event_type, id);
      create index webhook_deliveries_updated_at on webhook_deliveries (workspace_id, webhook_id, updated_at, id);

      -- How many entries there are. Written under the lock of the chain, so that no writer waits for another one longer than it
      -- does anyway; entries are never deleted.
      create table audit_totals (
        workspace_id uuid not null,
        action text not null,
        actor_kind text not null,
        outcome text not null,
        n bigint not null,
        primary key (workspace_id, action, actor_kind, outcome)
      ) with (fillfactor = 50);
      select enable_tenant_isolation('audit_totals');
      insert into audit_totals (workspace_id, action, actor_kind, outcome, n)
      select workspace_id, action, actor_kind, outcome, count(*) from audit_log group by 1, 2, 3, 4;

      -- As before, and counts the entries.
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
        insert into audit_totals as t (workspace_id, action, actor_kind, outcome, n)
        select a.workspace_id, a.action, a.actor_kind, a.outcome, count(*) from unnest(added) a group by 1, 2, 3, 4
        on conflict (workspace_id, action, actor_kind, outcome) do update set n = t.n + excluded.n;
        update audit_chains c set position = chain.position, hash = chain.hash where c.workspace_id = chain.workspace_id;
      end
      $function$;
    `);
  }
}
