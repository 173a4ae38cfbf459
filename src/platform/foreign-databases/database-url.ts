import type { DatabaseDialect, DatabaseTarget } from './database-access.js';

const dialects: Readonly<Record<string, DatabaseDialect>> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};
const ports: Readonly<Record<DatabaseDialect, number>> = { postgres: 5432, mysql: 3306 };

/**
 * Reads the URL of a database. Its parameters are ignored: no driver gets them, which some of them would send elsewhere.
 * @returns a sentence that says what is wrong if it is not one; it contains nothing of the URL
 */
export function parseDatabaseUrl(text: string): DatabaseTarget | string {
  const url = URL.parse(text);
  const dialect = url && dialects[url.protocol];
  if (!url || !dialect) return 'must be a URL that starts with `postgres://` or `mysql://`.';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (!/^[a-z0-9._:-]+$/.test(host)) return 'must name one host.';
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    if (user === '') return 'must contain the user: `postgres://user:password@host/database`.';
    const database = decodeURIComponent(url.pathname.slice(1));
    if (database === '' || database.includes('/')) return 'must end with the name of the database.';
    if ([user, password, database].some((part) => part.includes('\0'))) return 'must not contain `%00`.';
    return { dialect, host, port: url.port === '' ? ports[dialect] : Number(url.port), user, password, database };
  } catch {
    return 'must have its special characters percent-encoded, for example `@` as `%40`.';
  }
}
