import { Migration } from '@mikro-orm/migrations';

/**
 * The audit log outlives its workspace, shows values before and after a change, and cannot be rewritten unnoticed: entries
 * can only be added, and each carries a hash over its content and the entry before it. See docs/adr/0083.
 */
export class ChainAuditLog extends Migration {
  override up(): void {
    this.addSql(`
      alter table audit_log
        drop constraint audit_log_workspace_id_fkey,
        drop constraint audit_log_actor,
        drop constraint audit_log_actor_kind_check,
        add column position bigint,
        add column hash bytea,
        add column before json,
        add column after json,
        -- anonymous: without a credential; operator: a command on the server.
        add constraint audit_log_actor_kind_check check (actor_kind in ('user', 'apiKey', 'link', 'anonymous', 'operator')),
        add constraint audit_log_actor check (case
          when actor_kind in ('user', 'apiKey') then user_id is not null
          when actor_kind = 'link' then actor is not null
          else user_id is null
        end);

      -- The last entry of each chain. The nil UUID stands for the server's own chain. The row is the lock of its chain.
      create table audit_chains (
        workspace_id uuid primary key,
        position bigint not null default 0,
        hash bytea not null default ''
      );
      select enable_tenant_isolation('audit_chains');

      -- What a hash covers: all columns but the hash, as netstrings, so that no two entries have the same text.
      create function audit_content(e audit_log) returns text language sql stable as $function$
        select string_agg(coalesce(octet_length(text) || ':' || text, '-'), ',' order by place)
        from unnest(array[e.workspace_id::text, e.position::text, e.id::text, e.actor_kind, e.user_id::text, e.key_id::text,
          e.actor, e.action, e.target_id::text, e.fields::text, e.details::text, e.before::text, e.after::text, e.outcome,
          e.code, e.ip, e.request_id, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')])
          with ordinality as contents(text, place)
      $function$;

      -- Adds entries to their chains, in one statement, so that a chain is locked for no longer than one insert and its
      -- commit. Chains are locked in the order of their IDs, which excludes deadlocks.
      create function append_audit(entries json) returns void language plpgsql as $function$
      declare
        e audit_log;
        chain audit_chains;
      begin
        insert into audit_chains (workspace_id)
          select distinct workspace_id from json_populate_recordset(null::audit_log, entries) order by 1
          on conflict do nothing;
        for e in
          select added.* from json_array_elements(entries) with ordinality as listed(entry, place),
            json_populate_record(null::audit_log, entry) added order by added.workspace_id, place
        loop
          if chain.workspace_id is distinct from e.workspace_id then
            update audit_chains c set position = chain.position, hash = chain.hash where c.workspace_id = chain.workspace_id;
            select * into strict chain from audit_chains c where c.workspace_id = e.workspace_id for update;
          end if;
          e.position := chain.position + 1;
          e.hash := sha256(chain.hash || convert_to(audit_content(e), 'UTF8'));
          insert into audit_log select e.*;
          chain.position := e.position;
          chain.hash := e.hash;
        end loop;
        update audit_chains c set position = chain.position, hash = chain.hash where c.workspace_id = chain.workspace_id;
      end
      $function$;

      -- The entries that exist are chained in the order of their IDs.
      do $do$
      declare
        e audit_log;
        chain audit_chains;
      begin
        for e in select * from audit_log order by workspace_id, id loop
          if chain.workspace_id is distinct from e.workspace_id then
            if chain.workspace_id is not null then insert into audit_chains select chain.*; end if;
            chain := row(e.workspace_id, 0, ''::bytea);
          end if;
          e.position := chain.position + 1;
          e.hash := sha256(chain.hash || convert_to(audit_content(e), 'UTF8'));
          chain.position := e.position;
          chain.hash := e.hash;
          update audit_log a set position = e.position, hash = e.hash where a.workspace_id = e.workspace_id and a.id = e.id;
        end loop;
        if chain.workspace_id is not null then insert into audit_chains select chain.*; end if;
      end
      $do$;

      alter table audit_log alter column position set not null, alter column hash set not null;
      create unique index audit_log_position on audit_log (workspace_id, position);
      create index audit_log_key on audit_log (workspace_id, key_id, id);

      -- The owner of a table can take rights from itself. The trigger also binds superusers.
      create function refuse_audit_change() returns trigger language plpgsql as $function$
      begin
        raise exception 'Entries of the audit log cannot be changed or deleted.' using errcode = 'insufficient_privilege';
      end
      $function$;
      create trigger append_only before update or delete or truncate on audit_log
        for each statement execute function refuse_audit_change();
      do $do$
      begin
        execute format('revoke update, delete, truncate on audit_log from %I', current_user);
        execute format('revoke delete, truncate on audit_chains from %I', current_user);
      end
      $do$;

      -- The addresses from which an API key was used, as networks of one customer.
      create table api_key_addresses (
        workspace_id uuid not null,
        key_id uuid not null,
        address text not null,
        first_used_at timestamptz(3) not null,
        primary key (workspace_id, key_id, address),
        foreign key (workspace_id, key_id) references api_keys (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('api_key_addresses');
    `);
  }
}
