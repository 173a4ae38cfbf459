import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';

// A process for tests to kill: runs the Postgres of the folder it is given, tells its url, and ends it on SIGTERM.
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${postgres.url}\n`);
process.once('SIGTERM', () => postgres.stop());
