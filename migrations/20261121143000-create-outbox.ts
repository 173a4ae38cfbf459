import { Migration } from '@mikro-orm/migrations';

/** Every message that a flow sent or tried to send: what a sandboxed one says, and that a repeated step sends none twice. */
export class CreateOutbox extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox_messages (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        -- No foreign key: executions are kept for a time of their own.
        execution_id uuid not null,
        node_id text not null,
        -- The step's, the same at each attempt.
        idempotency_key text not null,
        channel text not null check (channel in ('email', 'sms', 'whatsapp')),
        recipient text not null,
        subject text,
        body text not null,
        -- Whose credentials sent it; sandbox: nobody's, it never left.
        source text not null check (source in ('platform', 'byok', 'sandbox')),
        status text not null check (status in ('sent', 'failed')),
        -- The provider's own.
        message_id text,
        error json,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        constraint outbox_messages_key_unique unique (workspace_id, idempotency_key)
      );
      create index outbox_messages_execution on outbox_messages (workspace_id, execution_id, id);
    `);
  }
}
