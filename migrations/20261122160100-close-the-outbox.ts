import { Migration } from '@mikro-orm/migrations';

/**
 * What a message in the outbox says is for those who may read what it belongs to, tokens of links are for nobody there; and the audit log
 * tells of decisions by link, whose makers have no account. See docs/adr/0055.
 */
export class CloseTheOutbox extends Migration {
  override up(): void {
    this.addSql(`
      -- The default is for rows that a process of the version before writes meanwhile: the narrower right.
      alter table outbox_messages add column origin text not null default 'conversation'
        check (origin in ('flow', 'conversation', 'campaign'));
      update outbox_messages o set origin = case
        when starts_with(o.idempotency_key, 'message:') then 'campaign'
        else 'flow'
      end
      where case when starts_with(o.idempotency_key, 'message:')
        then exists (select from campaign_recipients r where r.workspace_id = o.workspace_id and 'message:' || r.id = o.idempotency_key)
        else not exists (select from execution_steps s where s.workspace_id = o.workspace_id and s.execution_id = o.execution_id
          and s.node_id = o.node_id and s.node_type = 'message.waitReply')
        -- Steps go by retention. The message's id follows from the step's key.
        and not exists (select from messages m, lateral (
          select encode(sha256(convert_to(o.workspace_id || ' ' || o.idempotency_key, 'UTF8')), 'hex') as hex
        ) h where m.workspace_id = o.workspace_id and m.id = format('%s-%s-8%s-8%s-%s', substr(h.hex, 1, 8), substr(h.hex, 9, 4),
          substr(h.hex, 14, 3), substr(h.hex, 18, 3), substr(h.hex, 21, 12))::uuid)
      end;
      update outbox_messages set body = regexp_replace(body, '(/(?:approve|accept-invite)#token=|/(?:flows/run|messages/twilio/status|voice/status)[?]token=)[[:alnum:]_.~%-]+', '\\1••••', 'g')
      where body like '%token=%';

      alter table audit_log drop constraint audit_log_actor_kind_check,
        add constraint audit_log_actor_kind_check check (actor_kind in ('user', 'apiKey', 'link')),
        alter column user_id drop not null,
        -- Of a link: whom it was made for.
        add column actor text,
        add column details json,
        add constraint audit_log_actor check (case when actor_kind = 'link' then actor is not null else user_id is not null end);
    `);
  }
}
