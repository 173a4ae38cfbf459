import { Migration } from '@mikro-orm/migrations';

/**
 * Who did what to what. The log outlives its workspace and cannot be rewritten unnoticed: entries can only be added, and each
 * carries a hash over its content and the entry before it. See docs/decisions/analytics-and-audit.md.
 */
export class CreateAuditLog extends Migration {
  override up(): void {
    this.addSql(`
      -- No foreign keys: entries outlive the workspaces, users and keys that they name.
      create table audit_log (
        id uuid not null,
        workspace_id uuid not null,
        -- link: a decision made by an approval link, without an account; anonymous: without a credential; operator: a command
        -- on the server.
        actor_kind text not null check (actor_kind in ('user', 'apiKey', 'link', 'anonymous', 'operator')),
        -- The user, or whose key it was.
        user_id uuid,
        key_id uuid,
        action text not null,
        target_id uuid,
        -- Names of the input's fields.
        fields text[] not null default '{}' check (array_position(fields, null) is null),
        outcome text not null check (outcome in ('done', 'refused')),
        code text,
        ip text,
        request_id text not null,
        created_at timestamptz(3) not null,
        -- Of a link: for whom it was created.
        actor text,
        details json,
        -- Its place in the chain of its workspace, from 1.
        position bigint not null,
        hash bytea not null,
        before json,
        after json,
        primary key (workspace_id, id),
        constraint audit_log_actor check (case
          when actor_kind in ('user', 'apiKey') then user_id is not null
          when actor_kind = 'link' then actor is not null
          else user_id is null
        end)
      );
      create unique index audit_log_position on audit_log (workspace_id, position);
      create index audit_log_user on audit_log (workspace_id, user_id, id);
      create index audit_log_key on audit_log (workspace_id, key_id, id);
      create index audit_log_action on audit_log (workspace_id, action, id);
      create index audit_log_target on audit_log (workspace_id, target_id, id) where target_id is not null;
      create index audit_log_actor_text on audit_log (workspace_id, actor, id) where actor is not null;
      -- Most entries are of users and API keys: these are found in the order of the log.
      create index audit_log_actor_kind on audit_log (workspace_id, actor_kind, id)
        where actor_kind <> 'user' and actor_kind <> 'apiKey';
      create index audit_log_refused on audit_log (workspace_id, id) where outcome = 'refused';
      select enable_tenant_isolation('audit_log');

      -- The last entry of each chain. The nil UUID stands for the server's own chain. The row is the lock of its chain.
      create table audit_chains (
        workspace_id uuid primary key,
        position bigint not null default 0,
        hash bytea not null default ''
      );
      select enable_tenant_isolation('audit_chains');

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

      -- What a hash covers: all columns but the hash, as netstrings, so that no two entries have the same text.
      create function audit_content(e audit_log) returns text language sql stable as $function$
        select string_agg(coalesce(octet_length(text) || ':' || text, '-'), ',' order by place)
        from unnest(array[e.workspace_id::text, e.position::text, e.id::text, e.actor_kind, e.user_id::text, e.key_id::text,
          e.actor, e.action, e.target_id::text, e.fields::text, e.details::text, e.before::text, e.after::text, e.outcome,
          e.code, e.ip, e.request_id, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')])
          with ordinality as contents(text, place)
      $function$;

      -- Adds entries to their chains by one statement for all of them, so that a chain is locked for no longer than one insert
      -- and its commit. Chains are locked in the order of their IDs, which excludes deadlocks.
      create function append_audit(entries json) returns void language plpgsql as $function$
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
    `);
  }
}
