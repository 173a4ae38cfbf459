import { Migration } from '@mikro-orm/migrations';

/** Flows name records of the workspace too, other flows above all: who calls whom is asked before a flow may run. */
export class WidenFlowReferences extends Migration {
  override up(): void {
    this.addSql(`
      alter table flow_references drop constraint flow_references_kind_check;
      alter table flow_references add constraint flow_references_kind_check check (kind in
        ('secret', 'globalVar', 'flow', 'agent', 'pipeline', 'sequence', 'emailTemplate', 'whatsappTemplate', 'voiceAgent'));
    `);
  }
}
