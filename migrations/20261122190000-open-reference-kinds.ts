import { Migration } from '@mikro-orm/migrations';

/** The kinds of records that flows name are declared by the node types: a list of them here would be a second one. */
export class OpenReferenceKinds extends Migration {
  override up(): void {
    this.addSql('alter table flow_references drop constraint flow_references_kind_check');
  }
}
