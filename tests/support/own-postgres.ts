import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';

// A process for tests to kill: runs the Postgres of the given folder, prints its URL, and stops it on SIGTERM.
// The second argument is JSON with further options.
const options = JSON.parse(process.argv[3] ?? '{}') as Partial<EmbeddedPostgresOptions>;
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', ...options });
process.stdout.write(`${postgres.url}\n`);
process.once('SIGTERM', () => postgres.stop());
