import type pg from 'pg';

/** Whatever runs a statement: the pool, or one connection inside a transaction. */
export type Sql = Pick<pg.Pool, 'query'>;
