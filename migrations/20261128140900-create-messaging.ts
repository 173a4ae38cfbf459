import { Migration } from '@mikro-orm/migrations';

/**
 * Messages that leave: their templates, the outbox, deliveries, and campaigns to many contacts; and received ones that fit no
 * contact.
 */
export class CreateMessaging extends Migration {
  override up(): void {
    this.addSql(`
      create table email_templates (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        subject text not null,
        body text not null,
        variables text[] not null check (array_position(variables, null) is null),
        category text,
        language text,
        status text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index email_templates_created_at on email_templates (workspace_id, created_at, id);
      select enable_tenant_isolation('email_templates');

      create table whatsapp_templates (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        body text not null,
        variables text[] not null check (array_position(variables, null) is null),
        category text,
        language text,
        status text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index whatsapp_templates_created_at on whatsapp_templates (workspace_id, created_at, id);
      select enable_tenant_isolation('whatsapp_templates');

      -- Every message that was sent or tried: its text where the sandbox took it, and a key by which a repeated step sends
      -- no second one: see docs/decisions/messages.md.
      create table outbox_messages (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        -- No foreign key: executions have a retention of their own. Null: no flow sent it.
        execution_id uuid,
        node_id text,
        -- The same at each attempt.
        idempotency_key text not null,
        channel text not null check (channel in ('email', 'sms', 'whatsapp')),
        recipient text not null,
        subject text,
        body text not null,
        -- Whose credentials sent it; sandbox: none, it was never sent.
        source text not null check (source in ('platform', 'byok', 'sandbox')),
        status text not null check (status in ('sent', 'delivered', 'failed', 'sandboxed')),
        -- The provider's id.
        message_id text,
        error json,
        -- What of files was attached: they have a retention of their own.
        attachments jsonb not null default '[]',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        -- What it belongs to decides who may read it: see docs/decisions/capabilities.md. The default is the narrower right.
        origin text not null default 'conversation' check (origin in ('flow', 'conversation', 'campaign')),
        primary key (workspace_id, id),
        constraint outbox_messages_key_unique unique (workspace_id, idempotency_key),
        constraint outbox_messages_sandboxed check ((source = 'sandbox') = (status = 'sandboxed'))
      );
      create index outbox_messages_execution on outbox_messages (workspace_id, execution_id, id);
      -- Over all workspaces: WhatsApp reports states by its own ids, for the server's number without naming the workspace.
      create index outbox_messages_provider_id on outbox_messages (message_id) where message_id is not null and channel <> 'email';
      -- Which workspaces have written to a number from the server's own one: replies to that may be for them.
      create index outbox_messages_written_to on outbox_messages (channel, recipient, workspace_id)
        where source = 'platform' and channel <> 'email';
      create index outbox_messages_channel on outbox_messages (workspace_id, channel, id);
      -- Of every status, not of rare ones only: a workspace whose messages are all sent looks for failed and sandboxed ones.
      create index outbox_messages_status on outbox_messages (workspace_id, status, id);
      select enable_tenant_isolation('outbox_messages');

      -- States that providers report before the outbox has the message's row. Kept for an hour: see docs/decisions/messages.md.
      create table early_message_states (
        -- Null: reported by the server's own provider, which does not know the workspace.
        workspace_id uuid references workspaces (id) on delete cascade,
        -- The provider's id.
        message_id text not null,
        status text not null check (status in ('delivered', 'failed')),
        error json,
        received_at timestamptz(3) not null default now(),
        unique nulls not distinct (workspace_id, message_id)
      );
      create index early_message_states_received on early_message_states (received_at);
      select enable_tenant_isolation('early_message_states');

      -- A row that comes after its state takes it. Who receives a state holds the same lock, so one of the two sees the
      -- other.
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

      -- Messages of conversations that are to be sent. A row exists exactly while its message is.
      create table message_deliveries (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        message_id uuid not null,
        due_at timestamptz(3) not null,
        tries integer not null default 0,
        -- Of a WhatsApp template: name, language and variables. The message's body is what it reads like.
        template json,
        -- The worker that claimed it, while that worker has a lease: see docs/decisions/claims.md.
        worker_id uuid,
        -- Raised by each claim.
        fence integer not null default 0,
        -- A message of a sequence, which its recipient can unsubscribe from.
        is_marketing boolean not null default false,
        primary key (workspace_id, message_id),
        foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade
      );
      -- Over all workspaces: workers ask for what is due next, and for what a lost worker had claimed.
      create index message_deliveries_due on message_deliveries (due_at);
      create index message_deliveries_worker on message_deliveries (worker_id) where worker_id is not null and due_at is not null;
      select enable_tenant_isolation('message_deliveries');

      create table campaigns (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        channel text not null,
        status text not null,
        -- In the table of its channel's templates.
        template_id uuid,
        audience jsonb not null,
        scheduled_at timestamptz(3),
        sent_count integer not null,
        delivered_count integer not null,
        failed_count integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        message text,
        error text,
        recipient_count integer not null default 0,
        skipped_count integer not null default 0,
        -- When a worker has something to do for it.
        due_at timestamptz(3),
        -- The worker that claimed it, as in message_deliveries.
        worker_id uuid,
        fence integer not null default 0,
        -- Its audience is written down in the order of contacts' ids, so far up to here.
        gathered_to uuid,
        is_gathered boolean not null default false,
        sandboxed_count integer not null default 0,
        -- Why it cannot continue for now: it can be resumed.
        paused_reason text,
        primary key (workspace_id, id)
      );
      create index campaigns_created_at on campaigns (workspace_id, created_at, id);
      -- Over all workspaces, as above; the second one serves the claim, which takes one campaign of a workspace at a time.
      create index campaigns_due on campaigns (due_at) where due_at is not null;
      create index campaigns_due_of_workspace on campaigns (workspace_id, due_at, id) where due_at is not null;
      create index campaigns_worker on campaigns (worker_id) where worker_id is not null and due_at is not null;
      select enable_tenant_isolation('campaigns');

      create table campaign_recipients (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        campaign_id uuid not null,
        contact_id uuid not null,
        status text not null check (status in ('queued', 'sent', 'delivered', 'failed', 'skipped', 'cancelled', 'sandboxed')),
        error text,
        tries integer not null default 0,
        -- Set exactly while it is queued.
        due_at timestamptz(3),
        sent_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint campaign_recipients_once unique (workspace_id, campaign_id, contact_id),
        foreign key (workspace_id, campaign_id) references campaigns (workspace_id, id) on delete cascade,
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
      );
      create index campaign_recipients_created_at on campaign_recipients (workspace_id, campaign_id, created_at, id);
      create index campaign_recipients_due on campaign_recipients (workspace_id, campaign_id, due_at) where due_at is not null;
      create index campaign_recipients_contact on campaign_recipients (workspace_id, contact_id);
      create index campaign_recipients_status on campaign_recipients (workspace_id, campaign_id, status, id);
      create index campaign_recipients_sent_at on campaign_recipients (workspace_id, campaign_id, sent_at, id);
      create index campaign_recipients_updated_at on campaign_recipients (workspace_id, campaign_id, updated_at, id);
      select enable_tenant_isolation('campaign_recipients');

      -- Received messages that fit no contact of the workspace.
      create table unrouted_messages (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        message_id text not null,
        channel text not null,
        sender text not null,
        sender_name text,
        recipient text,
        body text not null,
        opt_out boolean,
        attachments jsonb not null default '[]',
        dropped text,
        received_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index unrouted_messages_received_at on unrouted_messages (workspace_id, received_at, id);
      create index unrouted_messages_created_at on unrouted_messages (workspace_id, created_at, id);
      create index unrouted_messages_updated_at on unrouted_messages (workspace_id, updated_at, id);
      create index unrouted_messages_channel on unrouted_messages (workspace_id, channel, id);
      create index unrouted_messages_sender on unrouted_messages (workspace_id, sender, id);
      select enable_tenant_isolation('unrouted_messages');

      -- Received messages whose file is still to be fetched from its provider. They are stored as messages when it was.
      create table received_media (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- That of the message.
        id uuid not null,
        message json not null,
        due_at timestamptz(3) not null,
        tries integer not null default 0,
        -- The worker that claimed it, as in message_deliveries.
        worker_id uuid,
        fence integer not null default 0,
        primary key (workspace_id, id)
      );
      -- Over all workspaces, as above.
      create index received_media_due on received_media (due_at);
      create index received_media_worker on received_media (worker_id) where worker_id is not null and due_at is not null;
      select enable_tenant_isolation('received_media');

      -- Messages to the numbers of the server itself, which no workspace may read before the operator assigns them to it.
      create table unrouted_platform_messages (
        id uuid primary key,
        message_id text not null,
        channel text not null,
        sender text not null,
        sender_name text,
        recipient text,
        body text not null,
        opt_out boolean,
        received_at timestamptz(3) not null default now()
      );
      create index unrouted_platform_messages_received_at on unrouted_platform_messages (received_at, id);

      -- Mails of the server itself, written with the change that they report, so that none is lost with a process.
      create table mail_outbox (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        recipient text not null,
        subject text not null,
        body text not null,
        attempts integer not null default 0,
        due_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index mail_outbox_due_at on mail_outbox (due_at);
      select enable_tenant_isolation('mail_outbox');
    `);
  }
}
