import { Migration } from '@mikro-orm/migrations';

/**
 * The feed of what changed in a workspace, written by triggers in the transaction of each change: see
 * docs/decisions/live-feeds.md.
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
        action text not null check (action in ('created', 'updated', 'deleted')),
        ids uuid[] not null,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, tx, id)
      );
      create index workspace_changes_created_at on workspace_changes (created_at);
      select enable_tenant_isolation('workspace_changes');

      -- Creates the triggers of a table: one for each kind of statement, each of which writes one row for 1,000 changed rows.
      -- No one follows a workspace that is being deleted. Updates count if they change one of the columns; without columns, all
      -- do.
      create function pg_temp.report_changes(target name, type text, id name, columns text default null) returns void
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
        after constant text := (select string_agg('r.' || c, ', ') from unnest(string_to_array(columns, ', ')) c);
        -- Null without columns.
        other_values constant text := ' join gone o on o.workspace_id = r.workspace_id and o.id = r.id where (' || after
          || ') is distinct from (' || replace(after, 'r.', 'o.') || ')';
      begin
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_created',
          format(body, type, 'created', id, 'added r'));
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_updated',
          format(body, type, 'updated', id, 'added r' || coalesce(other_values, '')));
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
      select pg_temp.report_changes('contacts', 'contact', 'id');
      select pg_temp.report_changes('opportunities', 'opportunity', 'id');
      select pg_temp.report_changes('conversations', 'conversation', 'id');
      select pg_temp.report_changes('messages', 'message', 'id');
      select pg_temp.report_changes('calendar_events', 'calendar_event', 'id');
      select pg_temp.report_changes('flows', 'flow', 'id');
      select pg_temp.report_changes('flow_state', 'state_entry', 'id', 'value, expires_at, version');
      select pg_temp.report_changes('members', 'member', 'user_id');
      -- Without its claims.
      select pg_temp.report_changes('campaigns', 'campaign', 'id', 'name, channel, status, template_id, audience, scheduled_at, '
        'message, error, recipient_count, sent_count, delivered_count, failed_count, skipped_count, sandboxed_count');
      select pg_temp.report_changes('jobs', 'job', 'id', 'status, done, failed, total, error');
      -- For totals alone, which are counted again only after changes of what rows are filtered by: no feed has these types.
      select pg_temp.report_changes('voice_calls', 'voice_call', 'id',
        'voice_agent_id, contact_id, direction, status, created_at, started_at');
      select pg_temp.report_changes('agent_sessions', 'agent_session', 'id',
        'agent_id, conversation_id, execution_id, status, created_at');
      select pg_temp.report_changes('unrouted_messages', 'unrouted_message', 'id', 'channel, sender, created_at, received_at');

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

      -- A draft is part of its flow: who edits the same flow learns that another saved or discarded it. For rows "changed".
      -- Drafts that are deleted with their flow are no change of it.
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

      -- For rows "changed", in parts of 1,000. A list of members has invitations; their tokens
      -- are not reported.
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
