import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';

// A process for tests to kill: runs the Postgres of the folder it is given, tells its url, and ends it on SIGTERM.
// The second argument, JSON, holds further options.
const options = JSON.parse(process.argv[3] ?? '{}') as Partial<EmbeddedPostgresOptions>;
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', ...options });
process.stdout.write(`${postgres.url}\n`);
process.once('SIGTERM', () => postgres.stop());
