import { Migration } from '@mikro-orm/migrations';

/** Voice calls, the numbers that they show, and campaigns of calls. */
export class CreateVoice extends Migration {
  override up(): void {
    this.addSql(`
      create table voice_calls (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        voice_agent_id uuid,
        contact_id uuid,
        direction text not null,
        "from" text not null,
        "to" text not null,
        status text not null,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        duration_seconds integer,
        recording_url text,
        transcript jsonb not null,
        summary text,
        metadata jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, voice_agent_id) references voice_agents (workspace_id, id) on delete set null (voice_agent_id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete set null (contact_id)
      );
      create index voice_calls_created_at on voice_calls (workspace_id, created_at, id);
      create index voice_calls_agent on voice_calls (workspace_id, voice_agent_id) where voice_agent_id is not null;
      create index voice_calls_contact on voice_calls (workspace_id, contact_id) where contact_id is not null;
      create index voice_calls_started_at on voice_calls (workspace_id, started_at, id);
      create index voice_calls_ended_at on voice_calls (workspace_id, ended_at, id);
      create index voice_calls_updated_at on voice_calls (workspace_id, updated_at, id);
      create index voice_calls_duration_seconds on voice_calls (workspace_id, duration_seconds, id);
      create index voice_calls_direction on voice_calls (workspace_id, direction, id);
      create index voice_calls_status on voice_calls (workspace_id, status, id);
      select enable_tenant_isolation('voice_calls');

      create table caller_ids (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        phone text not null,
        verified boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint caller_ids_phone_unique unique (workspace_id, phone)
      );
      create index caller_ids_created_at on caller_ids (workspace_id, created_at, id);
      select enable_tenant_isolation('caller_ids');

      create table call_campaigns (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        voice_agent_id uuid,
        caller_id uuid,
        status text not null,
        audience jsonb not null,
        counts jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, voice_agent_id) references voice_agents (workspace_id, id) on delete set null (voice_agent_id),
        foreign key (workspace_id, caller_id) references caller_ids (workspace_id, id) on delete set null (caller_id)
      );
      create index call_campaigns_created_at on call_campaigns (workspace_id, created_at, id);
      create index call_campaigns_voice_agent on call_campaigns (workspace_id, voice_agent_id) where voice_agent_id is not null;
      create index call_campaigns_caller on call_campaigns (workspace_id, caller_id) where caller_id is not null;
      select enable_tenant_isolation('call_campaigns');

      -- Calls that flows placed: which step waits for how the call ends.
      create table voice_dials (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        voice_call_id uuid not null,
        -- The step's key and its attempt: repeated after a crash it finds its call.
        key text not null,
        execution_id uuid not null,
        step_id uuid not null,
        -- The provider's id; null until it took the call.
        provider_id text,
        -- Whose credentials placed it: who pays for its minutes is known when it is over.
        source text check (source in ('platform', 'byok')),
        primary key (workspace_id, voice_call_id),
        unique (workspace_id, key),
        foreign key (workspace_id, voice_call_id) references voice_calls (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('voice_dials');
    `);
  }
}
