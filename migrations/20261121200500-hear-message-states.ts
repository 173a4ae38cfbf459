import { Migration } from '@mikro-orm/migrations';

/** What providers tell of messages after they took them: see docs/adr/0045. */
export class HearMessageStates extends Migration {
  override up(): void {
    this.addSql(`
      alter table outbox_messages drop constraint outbox_messages_status_check,
        add constraint outbox_messages_status_check check (status in ('sent', 'delivered', 'failed'));
      -- Over all workspaces: WhatsApp tells states by its own ids, of the server's number without saying whose message it was.
      create index outbox_messages_provider_id on outbox_messages (message_id) where message_id is not null and channel <> 'email';
      -- Who wrote last to a number by the server's own sender gets what comes back.
      create index outbox_messages_last_writer on outbox_messages (channel, recipient, id) where source = 'platform' and channel <> 'email';

      -- States that are told before the outbox has the message's row. Kept for an hour.
      create table early_message_states (
        -- Null: told by the server's own provider, who does not know the workspace.
        workspace_id uuid references workspaces (id) on delete cascade,
        -- The provider's own.
        message_id text not null,
        status text not null check (status in ('delivered', 'failed')),
        error json,
        heard_at timestamptz(3) not null default now(),
        unique nulls not distinct (workspace_id, message_id)
      );
      create index early_message_states_heard on early_message_states (heard_at);
      select wall_off('early_message_states');

      -- A row that comes after its state takes it. Whoever hears a state holds the same lock, so one of the two sees the other.
      create function take_early_state() returns trigger language plpgsql as $function$
      declare
        early early_message_states;
      begin
        perform pg_advisory_xact_lock(hashtextextended(new.message_id, 0));
        delete from early_message_states where message_id = new.message_id
          and (workspace_id = new.workspace_id or (workspace_id is null and new.source = 'platform')) returning * into early;
        if found then
          new.status := early.status;
          new.error := early.error;
        end if;
        return new;
      end
      $function$;
      create trigger take_early_state before insert on outbox_messages for each row
        when (new.status = 'sent' and new.message_id is not null and new.channel <> 'email' and new.source <> 'sandbox')
        execute function take_early_state();
    `);
  }
}
