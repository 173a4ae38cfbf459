import { Migration } from '@mikro-orm/migrations';

/** What each kind of act costs, from when on, by app and country; and the prices that single accounts have instead. */
export class CreateCreditRates extends Migration {
  override up(): void {
    this.addSql(`
      create table credit_rates (
        id uuid primary key default uuidv7(),
        -- Null: the base rate, for everybody. Else it goes before the base rates, for this account.
        account_id uuid references accounts (id),
        event_type text not null,
        -- The way out: smtp, twilio, whatsapp, llm …
        app text not null,
        -- ISO 3166, two letters; null: wherever no other rate names the country.
        country text check (country ~ '^[A-Z]{2}$'),
        unit text not null,
        credits_per_unit_micros bigint not null check (credits_per_unit_micros >= 0),
        -- The latest one that has begun counts.
        effective_from timestamptz(3) not null default now(),
        created_at timestamptz(3) not null default now(),
        constraint credit_rates_unique unique nulls not distinct (account_id, event_type, app, country, effective_from)
      );

      insert into credit_rates (event_type, app, country, unit, credits_per_unit_micros, effective_from)
      select event_type, app, country, unit, (credits * 1000000)::bigint, '2026-01-01T00:00:00Z'
      from (values
        ('ai_call', 'llm', null, 'call', 1.0),
        ('email_sent', 'smtp', null, 'message', 0.1),
        ('flow_execution', 'flows', null, 'execution', 0),
        ('site_analysis', 'web', null, 'analysis', 2.0),
        ('sms_sent', 'twilio', null, 'segment', 8.0),
        ('sms_sent', 'twilio', 'US', 'segment', 1.0),
        ('sms_sent', 'twilio', 'CA', 'segment', 1.0),
        ('sms_sent', 'twilio', 'GB', 'segment', 4.0),
        ('sms_sent', 'twilio', 'ES', 'segment', 6.0),
        ('sms_sent', 'twilio', 'FR', 'segment', 6.5),
        ('sms_sent', 'twilio', 'DE', 'segment', 8.5),
        ('sms_sent', 'twilio', 'MX', 'segment', 4.5),
        ('voice_minute', 'twilio', null, 'minute', 6.0),
        ('voice_minute', 'twilio', 'US', 'minute', 1.5),
        ('voice_minute', 'twilio', 'ES', 'minute', 2.5),
        ('whatsapp_message', 'whatsapp', null, 'message', 4.0),
        ('whatsapp_message', 'whatsapp', 'US', 'message', 1.5),
        ('whatsapp_message', 'whatsapp', 'ES', 'message', 3.5),
        ('whatsapp_message', 'whatsapp', 'MX', 'message', 2.5),
        ('whatsapp_message', 'whatsapp', 'BR', 'message', 3.0)
      ) as base(event_type, app, country, unit, credits);
    `);
  }
}
