import { Migration } from '@mikro-orm/migrations';

/** Connections choose no partitions, because statements that lock rows must not; see ADR 99. This function only reads. */
export class LetSearchChoosePartitions extends Migration {
  override up(): void {
    this.addSql(`
      alter function search_candidates(uuid, text, text[], text[], text[], text[]) set enable_partition_pruning = on;
    `);
  }
}
