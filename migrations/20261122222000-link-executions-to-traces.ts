import { Migration } from '@mikro-orm/migrations';

/** The trace of an execution is linked to the request that started it, also if another process drives it later. */
export class LinkExecutionsToTraces extends Migration {
  override up(): void {
    this.addSql('alter table executions add column traceparent text');
  }
}
