import { Migration } from '@mikro-orm/migrations';

/** Mails that are written with the change that they report, so that none is lost with a process. */
export class CreateMailOutbox extends Migration {
  override up(): void {
    this.addSql(`
      create table mail_outbox (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        recipient text not null,
        subject text not null,
        body text not null,
        attempts integer not null default 0,
        due_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        constraint mail_outbox_pkey primary key (workspace_id, id)
      );
      create index mail_outbox_due_at on mail_outbox (due_at);
      select enable_tenant_isolation('mail_outbox');
    `);
  }
}
