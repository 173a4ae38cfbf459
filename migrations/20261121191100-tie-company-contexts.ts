import { Migration } from '@mikro-orm/migrations';

/** Assistants and voice agents name contexts of their workspace only; one that is deleted leaves them without. */
export class TieCompanyContexts extends Migration {
  override up(): void {
    this.addSql(`
      update agents a set company_context_id = null where company_context_id is not null and not exists (
        select from company_contexts c where c.workspace_id = a.workspace_id and c.id = a.company_context_id);
      alter table agents add foreign key (workspace_id, company_context_id)
        references company_contexts (workspace_id, id) on delete set null (company_context_id);
      create index agents_company_context on agents (workspace_id, company_context_id) where company_context_id is not null;
      update voice_agents a set company_context_id = null where company_context_id is not null and not exists (
        select from company_contexts c where c.workspace_id = a.workspace_id and c.id = a.company_context_id);
      alter table voice_agents add foreign key (workspace_id, company_context_id)
        references company_contexts (workspace_id, id) on delete set null (company_context_id);
      create index voice_agents_company_context on voice_agents (workspace_id, company_context_id)
        where company_context_id is not null;
    `);
  }
}
