import { Migration } from '@mikro-orm/migrations';

/** Messages of conversations that are on their way out. A row exists exactly while its message is to be sent. */
export class CreateMessageDeliveries extends Migration {
  override up(): void {
    this.addSql(`
      create table message_deliveries (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        message_id uuid not null,
        due_at timestamptz(3) not null,
        -- Whoever sends it: nobody else does until then.
        claimed_until timestamptz(3),
        tries integer not null default 0,
        -- Of a WhatsApp template: name, language and variables. The message's body is what it reads like.
        template json,
        primary key (workspace_id, message_id),
        foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade
      );
      -- Over all workspaces: what comes next, whoever's it is.
      create index message_deliveries_due on message_deliveries (due_at);
      select wall_off('message_deliveries');

      -- What no run sent.
      alter table outbox_messages alter column execution_id drop not null, alter column node_id drop not null;
    `);
  }
}
