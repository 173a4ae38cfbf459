import { FormerSchemaError } from '../errors/database-errors.js';
import { connectionConfig } from './connection-config.js';
import { explainUnreachable } from './unreachable.js';

/** Where the database is: at a URL, or the embedded Postgres in `dataDir`. */
interface Location {
  databaseUrl?: string;
  databaseDirectUrl?: string | undefined;
  dataDir: string;
}

/** An error of the first use of the database at `url`, the direct one if there is one, with its remedy; the error itself if it contains that. */
export function explainStartError(error: unknown, url: string, location: Location): unknown {
  const { databaseUrl, databaseDirectUrl, dataDir } = location;
  if (error instanceof FormerSchemaError) {
    const cure = databaseUrl ? createDatabase(url) : removeFolder(dataDir);
    return new FormerSchemaError(`${error.message} ${cure}`);
  }
  return (
    (databaseUrl && explainUnreachable(url, error, databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')) || error
  );
}

function createDatabase(url: string): string {
  const name = `${connectionConfig(url).database ?? 'workspace'}_new`;
  const statement = `create database "${name.replaceAll('"', '""')}"`;
  return `Create a new one, and name it in DATABASE_URL:\n  psql "$DATABASE_URL" -c ${quoted(statement)}`;
}

function removeFolder(folder: string): string {
  return `Remove its folder with all that is in it, and start again:\n  rm -rf ${quoted(folder)}`;
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
