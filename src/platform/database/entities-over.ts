import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sql } from './sql.js';
import { kyselyOver } from './sql-driver.js';

const over = new WeakMap<EntityManager, Sql>();

/**
 * An entity manager with an identity map of its own, whose statements are sent by `sql`: over its connection, in its tenant scope,
 * and in its transaction if it has one. MikroORM's own transactions would send begin, the tenant's settings and commit around each
 * read: four round trips instead of one.
 */
export function entitiesOver(root: EntityManager, sql: Sql): EntityManager {
  const em = root.fork();
  // Values are a part of the text, so that there is nothing to prepare.
  em.setTransactionContext(kyselyOver((text) => sql.query(text)));
  over.set(em, sql);
  return em;
}

/** Statements in the transaction of a unit of work. Call flush first if they must see its changes. */
export function transactionSql(em: EntityManager): Sql {
  const sql = over.get(em);
  if (!sql) throw new Error('transactionSql must be called inside a unit of work.');
  return sql;
}
