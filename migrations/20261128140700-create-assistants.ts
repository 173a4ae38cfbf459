import { Migration } from '@mikro-orm/migrations';

/** Assistants that write and that speak, and what they know of the company. Before conversations, which name theirs. */
export class CreateAssistants extends Migration {
  override up(): void {
    this.addSql(`
      create table company_contexts (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        company_name text not null,
        website_url text,
        description text,
        industry text,
        services text[] not null check (array_position(services, null) is null),
        business_hours text,
        contact_info jsonb not null,
        faqs jsonb not null,
        is_default boolean not null,
        auto_scrape boolean not null,
        analyzed_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      -- One default at most.
      create unique index company_contexts_default on company_contexts (workspace_id) where is_default;
      create index company_contexts_created_at on company_contexts (workspace_id, created_at, id);
      select enable_tenant_isolation('company_contexts');

      create table agents (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        prompt text,
        model text,
        temperature double precision,
        -- Flows; one that is deleted is no longer a tool.
        tools uuid[] not null,
        company_context_id uuid,
        is_active boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, company_context_id)
          references company_contexts (workspace_id, id) on delete set null (company_context_id)
      );
      create index agents_created_at on agents (workspace_id, created_at, id);
      create index agents_company_context on agents (workspace_id, company_context_id) where company_context_id is not null;
      select enable_tenant_isolation('agents');

      create table voice_agents (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        prompt text,
        voice text,
        language text,
        first_message text,
        company_context_id uuid,
        flow_id uuid,
        is_active boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete set null (flow_id),
        foreign key (workspace_id, company_context_id)
          references company_contexts (workspace_id, id) on delete set null (company_context_id)
      );
      create index voice_agents_created_at on voice_agents (workspace_id, created_at, id);
      create index voice_agents_flow on voice_agents (workspace_id, flow_id) where flow_id is not null;
      create index voice_agents_company_context on voice_agents (workspace_id, company_context_id)
        where company_context_id is not null;
      select enable_tenant_isolation('voice_agents');
    `);
  }
}
