import { Migration } from '@mikro-orm/migrations';

/** Received messages that fit no contact: those of a workspace, and those that only the operator can assign to one. */
export class CreateUnroutedMessages extends Migration {
  override up(): void {
    this.addSql(`
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
        received_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint unrouted_messages_pkey primary key (workspace_id, id)
      );
      create index unrouted_messages_received_at on unrouted_messages (workspace_id, received_at, id);
      select enable_tenant_isolation('unrouted_messages');

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

      -- Which workspaces know a number, and which of them have written to it from the server's own number.
      create index contacts_phone on contacts (phone) where phone is not null;
      create index outbox_messages_written_to on outbox_messages (channel, recipient, workspace_id)
        where source = 'platform' and channel <> 'email';
      drop index outbox_messages_last_writer;
    `);
  }
}
