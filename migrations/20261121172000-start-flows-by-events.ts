import { Migration } from '@mikro-orm/migrations';

/** What happens in a workspace starts its flows and wakes its waiting steps, found by indexes that policies let through. */
export class StartFlowsByEvents extends Migration {
  override up(): void {
    this.addSql(`
      alter table flows
        -- The event that starts it while it is active: a type of CRM event, or voice_call. and a state of the call.
        add column starts_on text generated always as (case
          when not is_active then null
          when trigger_type = 'crm_event' then json_extract_path_text(settings, 'triggerConfig', 'eventType')
          when trigger_type = 'voice_call'
            then 'voice_call.' || coalesce(json_extract_path_text(settings, 'triggerConfig', 'event'), 'completed')
        end) stored;
      create index flows_starts_on on flows (workspace_id, starts_on, id) where starts_on is not null;

      -- Steps that wait for an event. Written and removed with the step's own changes.
      create table event_waits (
        workspace_id uuid not null,
        execution_id uuid not null,
        step_id uuid not null,
        event_type text not null,
        -- One of the values the event must hold, as path=value, so that a million waits for a contact's update cost
        -- each update only those for that contact; empty where none fits.
        key text not null default '',
        -- {path: value}: all that the event must hold.
        match json not null,
        -- The way the step goes on, and the name under which its output holds the event's data; null for the event itself.
        handle text not null,
        output_as text,
        primary key (workspace_id, execution_id, step_id),
        foreign key (workspace_id, execution_id) references executions (workspace_id, id) on delete cascade
      );
      create index event_waits_key on event_waits (workspace_id, event_type, key);
      select wall_off('event_waits');
    `);
  }
}
