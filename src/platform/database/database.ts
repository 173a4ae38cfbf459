import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import type pg from 'pg';

/** Whatever runs a statement: the pool, or one connection inside a transaction. */
export type Sql = Pick<pg.Pool, 'query'>;

/**
 * One process's way to Postgres. Entities and the unit of work are for writes; reads and the run's hot writes are
 * statements on the same pool.
 */
export interface Database {
  /** A fresh identity map: one a request, a job or an event. */
  fork(): EntityManager;
  pool: pg.Pool;
  /** Runs `work` in one transaction on one connection. */
  transaction<T>(work: (sql: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  entities: Options['entities'];
  /** Connections at most. */
  poolSize?: number;
}

/** Opens the pool and reads the entities' metadata; connects at the first statement. */
export async function openDatabase({ url, entities, poolSize = 20 }: DatabaseOptions): Promise<Database> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: entities ?? [],
    metadataProvider: ReflectMetadataProvider,
    pool: { min: 0, max: poolSize },
    forceUtcTimezone: true,
    discovery: { warnWhenNoEntities: false },
  });
  const pool: pg.Pool = await orm.em.getConnection().getNativeClient();
  return {
    fork: () => orm.em.fork(),
    pool,
    transaction: (work) => inTransaction(pool, work),
    close: () => orm.close(true),
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
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
