import { Migration } from '@mikro-orm/migrations';

/** Whose credentials placed a call: who pays for its minutes is known when it is over. */
export class MeterVoiceDials extends Migration {
  override up(): void {
    this.addSql(`alter table voice_dials add column source text check (source in ('platform', 'byok'))`);
  }
}
