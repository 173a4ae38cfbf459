import type pg from 'pg';

/** Runs `work` between begin and commit, and gives the connection back; one that cannot even roll back is closed. */
export async function inTransaction<T>(client: pg.PoolClient, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
