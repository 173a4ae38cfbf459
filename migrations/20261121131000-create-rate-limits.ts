import { Migration } from '@mikro-orm/migrations';

/** Counts of requests that all processes share. Unlogged: they are written often and a crash may forget them. */
export class CreateRateLimits extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table rate_limits (
        key text primary key,
        points integer not null,
        -- When the window ends, in milliseconds since 1970.
        expire bigint not null
      );
    `);
  }
}
