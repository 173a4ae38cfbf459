import type pg from 'pg';

/** Anything that runs a statement: the pool, or one connection inside a transaction. */
export type Sql = Pick<pg.Pool, 'query'>;
