import { Migration } from '@mikro-orm/migrations';

/** Drafts of flows, messages of their versions, and what a simulation runs that no version holds. */
export class AddFlowDrafts extends Migration {
  override up(): void {
    this.addSql(`
      create table flow_drafts (
        workspace_id uuid not null,
        flow_id uuid not null,
        nodes json not null,
        edges json not null,
        variables json not null,
        settings json not null,
        base_version integer not null,
        revision uuid not null,
        updated_by uuid,
        updated_at timestamptz(3) not null,
        constraint flow_drafts_pkey primary key (workspace_id, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('flow_drafts');

      alter table flow_versions add column message text;

      -- Unsaved content, and the recorded steps that answer for nodes.
      alter table executions add column simulated json;
    `);
  }
}
