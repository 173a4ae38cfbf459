import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

type Send = (text: string, values: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>;

/** Sends what Kysely compiles by `send`, which has its own connections and transactions. */
export class SqlDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(send: Send) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const { rows, rowCount } = await send(sql, [...parameters]);
        return { rows: rows as R[], ...(rowCount != null && { numAffectedRows: BigInt(rowCount) }) };
      },
      streamQuery: unsupported,
    };
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  beginTransaction = unsupported;
  commitTransaction = unsupported;
  rollbackTransaction = unsupported;

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

function unsupported(): never {
  throw new Error('Transactions and streams are begun by Sql, not by a statement.');
}
