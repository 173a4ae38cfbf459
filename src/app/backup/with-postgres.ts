import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../platform/embedded-postgres/index.js';

/**
 * Runs an embedded Postgres for `work`. It is stopped when the work has ended, or when `signal` is aborted, at which the work
 * fails.
 */
export async function withPostgres<T>(
  options: EmbeddedPostgresOptions,
  signal: AbortSignal,
  work: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const postgres = await startEmbeddedPostgres(options);
  const stop = () => void postgres.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const result = await work(postgres);
    // The work may have ended before Postgres did: what was interrupted is not finished.
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    await postgres.stop();
  }
}
