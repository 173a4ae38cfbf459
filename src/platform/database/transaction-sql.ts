import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../new-id.js';
import type { Sql } from './sql.js';

type Statement = string | { text: string; values?: unknown[] };

/**
 * Statements in an entity manager's transaction, with values bound by Postgres. Call flush first if they must see its
 * changes.
 */
export function transactionSql(em: EntityManager): Sql {
  const transaction = em.getTransactionContext();
  if (!transaction) throw new Error('transactionSql must be called inside a unit of work.');
  const query = async (statement: Statement, values?: unknown[]) => {
    const { text, values: own } = typeof statement === 'string' ? { text: statement, values: [] } : statement;
    // As the driver compiles a raw statement; it does not export that.
    const compiled = {
      sql: text,
      parameters: values ?? own ?? [],
      query: { kind: 'RawNode' },
      queryId: { queryId: newId() },
    };
    const { rows, numAffectedRows } = await transaction.executeQuery(compiled as never);
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
  };
  return { query: query as unknown as Sql['query'] };
}
