import { Migration } from '@mikro-orm/migrations';

/**
 * The feed of what changed in a workspace, written by triggers in the transaction of each change; and the former attempts of
 * steps. See docs/adr/0096.
 */
export class CreateWorkspaceChanges extends Migration {
  override up(): void {
    this.addSql(`
      -- What one statement did to the rows of one table: at most 1,000 rows each.
      create table workspace_changes (
        workspace_id uuid not null,
        tx xid8 not null default pg_current_xact_id(),
        id uuid not null default uuidv7(),
        type text not null,
        action text not null,
        ids uuid[] not null,
        created_at timestamptz(3) not null default now(),
        constraint workspace_changes_pkey primary key (workspace_id, tx, id),
        constraint workspace_changes_action_check check (action in ('created', 'updated', 'deleted'))
      );
      create index workspace_changes_created_at on workspace_changes (created_at);
      select enable_tenant_isolation('workspace_changes');

      -- Changes before this time may have been deleted.
      alter table event_log add column changes_kept_since timestamptz(3);

      -- Creates the triggers of a table: one for each kind of statement, each of which writes one row for 1,000 changed rows.
      -- Nobody follows a workspace that is being deleted. "changes" is a condition on the updates that are reported.
      create function report_changes(target name, type text, id name, changes text default null) returns void
      language plpgsql as $function$
      declare
        body constant text := $body$
          begin
            insert into workspace_changes (workspace_id, type, action, ids)
            select workspace_id, %L, %L, ids from (
              select workspace_id, array_agg(id) as ids from (
                select r.workspace_id, r.%I as id, (row_number() over (partition by r.workspace_id) - 1) / 1000 as part from %s
              ) p group by workspace_id, part
            ) c where exists (select from workspaces w where w.id = c.workspace_id);
            return null;
          end
        $body$;
      begin
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_created',
          format(body, type, 'created', id, 'added r'));
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_updated',
          format(body, type, 'updated', id,
            'added r' || coalesce(format(' join gone o on o.workspace_id = r.workspace_id and o.%I = r.%I where ', id, id) || changes, '')));
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_deleted',
          format(body, type, 'deleted', id, 'gone r'));
        execute format('create trigger report_created after insert on %I referencing new table as added
          for each statement execute function %I()', target, target || '_created');
        execute format('create trigger report_updated after update on %I referencing new table as added old table as gone
          for each statement execute function %I()', target, target || '_updated');
        execute format('create trigger report_deleted after delete on %I referencing old table as gone
          for each statement execute function %I()', target, target || '_deleted');
      end
      $function$;
      select report_changes('contacts', 'contact', 'id');
      select report_changes('opportunities', 'opportunity', 'id');
      select report_changes('conversations', 'conversation', 'id');
      select report_changes('messages', 'message', 'id');
      select report_changes('calendar_events', 'calendar_event', 'id');
      select report_changes('flows', 'flow', 'id');
      select report_changes('members', 'member', 'user_id');
      -- Without its claims.
      select report_changes('campaigns', 'campaign', 'id',
        '(r.name, r.channel, r.status, r.template_id, r.audience, r.scheduled_at, r.message, r.error, r.recipient_count, r.sent_count,
          r.delivered_count, r.failed_count, r.skipped_count, r.sandboxed_count)
         is distinct from (o.name, o.channel, o.status, o.template_id, o.audience, o.scheduled_at, o.message, o.error, o.recipient_count,
          o.sent_count, o.delivered_count, o.failed_count, o.skipped_count, o.sandboxed_count)');
      drop function report_changes;

      -- Names and addresses of members are those of their users.
      create function users_updated() returns trigger language plpgsql as $function$
      begin
        insert into workspace_changes (workspace_id, type, action, ids)
        select m.workspace_id, 'member', 'updated', array_agg(m.user_id)
        from added r join gone o using (id) join members m on m.user_id = r.id
        where (r.name, r.email) is distinct from (o.name, o.email) group by m.workspace_id;
        return null;
      end
      $function$;
      create trigger report_updated after update on users referencing new table as added old table as gone
        for each statement execute function users_updated();

      -- A wallet pays for several workspaces and changes with each billable operation: its row holds its last change itself.
      alter table wallets add column tx xid8 not null default pg_current_xact_id();
      create or replace function guard_wallets() returns trigger language plpgsql as $function$
      begin
        if pg_trigger_depth() > 1 or (tg_op = 'INSERT' and new.balance_micros = 0 and new.reserved_micros = 0) then
          new.tx := pg_current_xact_id();
          return new;
        end if;
        raise exception 'a wallet is changed by transfers and reservations only';
      end
      $function$;

      -- [{attempt, startedAt, finishedAt, error}] of a step that was attempted again; of the last one startedAt only.
      alter table execution_steps add column attempts json;
      -- The retries of an execution.
      create index on executions (workspace_id, retry_of) where retry_of is not null;
    `);
  }
}
