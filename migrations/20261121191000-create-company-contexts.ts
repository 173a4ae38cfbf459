import { Migration } from '@mikro-orm/migrations';

/** What assistants know of companies. */
export class CreateCompanyContexts extends Migration {
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
        services text[] not null,
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
      select wall_off('company_contexts');
      select make_searchable('company_contexts', 'companyContexts', 'new.name', 'new.company_name', 'name', 'company_name');
    `);
  }
}
