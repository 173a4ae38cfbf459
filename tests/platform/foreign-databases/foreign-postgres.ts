import pg from 'pg';
import { ownDatabaseName } from './own-name.js';

/** A database beside that of the product, with a user of its own. */
export interface ForeignPostgres {
  url: URL;
  password: string;
  /** Runs SQL in it as its owner. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

export async function createForeignPostgres(): Promise<ForeignPostgres> {
  const name = ownDatabaseName();
  const password = `pass/word@${name}`;
  const admin = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  await admin.connect();
  await admin.query(`create role ${name} login password '${password}'`);
  await admin.query(`create database ${name} owner ${name}`);
  const url = new URL(process.env.TEST_ADMIN_URL as string);
  Object.assign(url, { username: name, password: encodeURIComponent(password), pathname: `/${name}`, search: '' });
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  // Its connection may be ended with the database.
  pool.on('error', () => undefined);
  return {
    url,
    password,
    sql: async (text) => (await pool.query(text)).rows,
    drop: async () => {
      await pool.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop role ${name}`);
      await admin.end();
    },
  };
}
