import { Migration } from '@mikro-orm/migrations';

/**
 * Lists of what people, campaigns and calls write are read from an index in every order and by every filter, and the totals of
 * calls, sessions and unrouted messages are counted again only after changes: see docs/adr/0137.
 */
export class IndexAllListKeys extends Migration {
  override up(): void {
    this.addSql(`
      create index contacts_source on contacts (workspace_id, source, id);
      create index contacts_do_not_contact on contacts (workspace_id, id) where do_not_contact;
      create index opportunities_name on opportunities (workspace_id, name, id);
      create index opportunities_expected_close_date on opportunities (workspace_id, expected_close_date, id);
      create index conversations_channel on conversations (workspace_id, channel, id);
      create index conversations_resolved_at on conversations (workspace_id, resolved_at, id);
      create index calendar_events_ends_at on calendar_events (workspace_id, ends_at, id);
      create index calendar_events_status on calendar_events (workspace_id, status, id);
      create index calendar_events_title on calendar_events (workspace_id, title, id);
      create index calendar_events_updated_at on calendar_events (workspace_id, updated_at, id);
      create index voice_calls_direction on voice_calls (workspace_id, direction, id);
      create index voice_calls_duration_seconds on voice_calls (workspace_id, duration_seconds, id);
      create index voice_calls_ended_at on voice_calls (workspace_id, ended_at, id);
      create index voice_calls_status on voice_calls (workspace_id, status, id);
      create index voice_calls_updated_at on voice_calls (workspace_id, updated_at, id);
      create index agent_sessions_ended_at on agent_sessions (workspace_id, ended_at, id);
      create index agent_sessions_execution on agent_sessions (workspace_id, execution_id, id) where execution_id is not null;
      create index agent_sessions_status on agent_sessions (workspace_id, status, id);
      create index agent_sessions_turns on agent_sessions (workspace_id, turns, id);
      create index agent_sessions_updated_at on agent_sessions (workspace_id, updated_at, id);
      create index unrouted_messages_channel on unrouted_messages (workspace_id, channel, id);
      create index unrouted_messages_sender on unrouted_messages (workspace_id, sender, id);
      create index unrouted_messages_updated_at on unrouted_messages (workspace_id, updated_at, id);
      -- Also those that no one has: a workspace whose messages are all sent looks for failed and sandboxed ones.
      drop index outbox_messages_failed;
      create index outbox_messages_channel on outbox_messages (workspace_id, channel, id);
      create index outbox_messages_status on outbox_messages (workspace_id, status, id);
      -- Most entries are of users and API keys: these are found in the order of the log.
      create index audit_log_actor_kind on audit_log (workspace_id, actor_kind, id)
        where actor_kind <> 'user' and actor_kind <> 'apiKey';
      create index campaign_recipients_status on campaign_recipients (workspace_id, campaign_id, status, id);
      create index campaign_recipients_sent_at on campaign_recipients (workspace_id, campaign_id, sent_at, id);
      create index campaign_recipients_updated_at on campaign_recipients (workspace_id, campaign_id, updated_at, id);
      create index follow_up_enrollments_agent on follow_up_enrollments (workspace_id, agent_id, id) where agent_id is not null;
      create index follow_up_enrollments_contact on follow_up_enrollments (workspace_id, contact_id, id);
      create index follow_up_enrollments_due_at on follow_up_enrollments (workspace_id, follow_up_sequence_id, due_at, id);
      create index follow_up_enrollments_ended_at on follow_up_enrollments (workspace_id, follow_up_sequence_id, ended_at, id);
      create index follow_up_enrollments_status on follow_up_enrollments (workspace_id, follow_up_sequence_id, status, id);
      create index follow_up_enrollments_updated_at on follow_up_enrollments (workspace_id, follow_up_sequence_id, updated_at, id);

      -- Creates the triggers that report the changes of a table, for totals alone: no feed has these types. Updates count if
      -- they change one of the columns that rows are filtered by.
      create function pg_temp.report_changes(target name, type text, columns text) returns void language plpgsql as $function$
      declare
        body constant text := $body$
          begin
            insert into workspace_changes (workspace_id, type, action, ids)
            select workspace_id, %L, %L, ids from (
              select workspace_id, array_agg(id) as ids from (
                select r.workspace_id, r.id, (row_number() over (partition by r.workspace_id) - 1) / 1000 as part from %s
              ) p group by workspace_id, part
            ) c where exists (select from workspaces w where w.id = c.workspace_id);
            return null;
          end
        $body$;
        of text := (select string_agg('r.' || c, ', ') from unnest(string_to_array(columns, ', ')) c);
      begin
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_created',
          format(body, type, 'created', 'added r'));
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_updated',
          format(body, type, 'updated', format(
            'added r join gone o on o.workspace_id = r.workspace_id and o.id = r.id where (%s) is distinct from (%s)',
            of, replace(of, 'r.', 'o.'))));
        execute format('create function %I() returns trigger language plpgsql as %L', target || '_deleted',
          format(body, type, 'deleted', 'gone r'));
        execute format('create trigger report_created after insert on %I referencing new table as added
          for each statement execute function %I()', target, target || '_created');
        execute format('create trigger report_updated after update on %I referencing new table as added old table as gone
          for each statement execute function %I()', target, target || '_updated');
        execute format('create trigger report_deleted after delete on %I referencing old table as gone
          for each statement execute function %I()', target, target || '_deleted');
      end
      $function$;
      select pg_temp.report_changes('voice_calls', 'voice_call', 'voice_agent_id, contact_id, direction, status, created_at, started_at');
      select pg_temp.report_changes('agent_sessions', 'agent_session', 'agent_id, conversation_id, execution_id, status, created_at');
      select pg_temp.report_changes('unrouted_messages', 'unrouted_message', 'channel, sender, created_at, received_at');
    `);
  }
}
