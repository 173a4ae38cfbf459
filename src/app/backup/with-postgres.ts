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
    return await work(postgres);
  } finally {
    signal.removeEventListener('abort', stop);
    await postgres.stop();
  }
}
