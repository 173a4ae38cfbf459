import { counter } from '../metrics/index.js';
import { readSetting } from './read-setting.js';
import type { Sql } from './sql.js';

/**
 * Conditions of Postgres that no statement causes by itself, by SQLSTATE. They are counted by kind, and callers get
 * 503 for all of them.
 */
const kinds: Readonly<Record<string, string>> = {
  '25006': 'read_only',
  '40001': 'serialization_failure',
  '40P01': 'deadlock',
  '53100': 'disk_full',
  '53300': 'too_many_connections',
  '57P01': 'shutdown',
  '57P02': 'shutdown',
  '57P03': 'starting',
};

const errors = counter(
  'database_errors_total',
  'Errors of Postgres that a statement did not cause, by kind. Conflicts were repeated.',
  ['kind'],
  [...new Set(Object.values(kinds))].map((kind) => ({ kind })),
);

/** In these Postgres reads but does not write. */
const reasons = { readOnly: 'The database is read-only.', full: 'The disk of the database is full.' };
const diskFull = '53100';

/**
 * Writes 1 MiB that is dropped at its own commit: a full disk still has free space inside of the files of tables. Not typed,
 * because its table exists nowhere else.
 */
const tryWrite = `/* try_write */ create temporary table write_probe on commit drop as
  select repeat('x', 1000) as filler from generate_series(1, 1000)`;

/** What the errors of a process' statements say about its database. */
export class DatabaseConditions {
  #isFull = false;

  /** To be called with the SQLSTATE of each error that Postgres sends. */
  saw(state: string): void {
    const kind = kinds[state];
    if (kind) errors.inc({ kind });
    if (state === diskFull) this.#isFull = true;
  }

  /** Why nothing can be written; null if it can. It writes only after a statement has failed because of a full disk. */
  async whyUnwritable(sql: Sql): Promise<string | null> {
    // A standby that was a primary before, or a database that an operator locked: no statement has to fail first.
    if ((await readSetting(sql, 'read_mode', 'transaction_read_only')) === 'on') return reasons.readOnly;
    if (!this.#isFull) return null;
    try {
      await sql.query(tryWrite);
      this.#isFull = false;
      return null;
    } catch {
      return reasons.full;
    }
  }
}
