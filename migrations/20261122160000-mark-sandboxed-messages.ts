import { Migration } from '@mikro-orm/migrations';

/** A message that only the sandbox took was called sent, as if it had left: it is sandboxed, wherever its state stands. */
export class MarkSandboxedMessages extends Migration {
  override up(): void {
    this.addSql(`
      alter table outbox_messages drop constraint outbox_messages_status_check;
      update outbox_messages set status = 'sandboxed' where source = 'sandbox';
      alter table outbox_messages
        add constraint outbox_messages_status_check check (status in ('sent', 'delivered', 'failed', 'sandboxed')),
        add constraint outbox_messages_sandboxed check ((source = 'sandbox') = (status = 'sandboxed'));

      -- A conversation's message by its key, or by the id that follows from the key of the step that wrote it.
      update messages m set status = 'sandboxed', sent_at = null
      from outbox_messages o, lateral (
        select encode(sha256(convert_to(o.workspace_id || ' ' || o.idempotency_key, 'UTF8')), 'hex') as hex
      ) h
      where o.source = 'sandbox' and m.workspace_id = o.workspace_id and m.status = 'sent' and m.id = case
        when starts_with(o.idempotency_key, 'message:') then substr(o.idempotency_key, 9)::uuid
        else format('%s-%s-8%s-8%s-%s', substr(h.hex, 1, 8), substr(h.hex, 9, 4), substr(h.hex, 14, 3), substr(h.hex, 18, 3), substr(h.hex, 21, 12))::uuid
      end;

      alter table campaigns add column sandboxed_count integer not null default 0;
      alter table campaign_recipients drop constraint campaign_recipients_status_check,
        add constraint campaign_recipients_status_check
          check (status in ('queued', 'sent', 'delivered', 'failed', 'skipped', 'cancelled', 'sandboxed'));
      with marked as (
        update campaign_recipients r set status = 'sandboxed', sent_at = null from outbox_messages o
        where o.source = 'sandbox' and r.workspace_id = o.workspace_id and r.status = 'sent'
          and o.idempotency_key = 'message:' || r.id
        returning r.workspace_id, r.campaign_id
      ), per_campaign as (
        select workspace_id, campaign_id, count(*)::integer as n from marked group by 1, 2
      )
      update campaigns c set sent_count = c.sent_count - n.n, sandboxed_count = n.n from per_campaign n
      where c.workspace_id = n.workspace_id and c.id = n.campaign_id;
    `);
  }
}
