import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';

type Send = (text: string, values: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>;

/** Kysely, whose compiled statements are sent by `send`, which has its own connections and transactions. */
export function kyselyOver<Tables>(send: Send, plugins: KyselyPlugin[] = []): Kysely<Tables> {
  return new Kysely({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new SqlDriver(send),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
    plugins,
  });
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

class SqlDriver implements Driver {
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
