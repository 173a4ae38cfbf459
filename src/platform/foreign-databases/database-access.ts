export type DatabaseDialect = 'postgres' | 'mysql';

/** How the connection to a database is encrypted. */
export type DatabaseTls = 'verify' | 'unverified' | 'off';

/** Where a database is, and who connects to it. */
export interface DatabaseTarget {
  dialect: DatabaseDialect;
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** A database of a workspace, with what connects to it. */
export interface DatabaseAccess {
  /** Distinguishes the connection, and its credentials before and after a change. */
  key: string;
  workspaceId: string;
  target: DatabaseTarget;
  tls: DatabaseTls;
  /** The certificates of the authority that signed that of the server, in PEM; null for those of the system. */
  ca: string | null;
}

/** One statement, whose values are bound. */
export interface DatabaseStatement {
  text: string;
  parameters: readonly unknown[];
  /** The most rows that are returned. */
  maxRows: number;
  timeoutMs: number;
  /** Whether it runs in a transaction that cannot write. */
  readOnly: boolean;
}

export type DatabaseRow = Record<string, unknown>;

export interface DatabaseAnswer {
  rows: DatabaseRow[];
  /** The number of rows that the statement changed, or of those that are returned. */
  rowCount: number;
  /** Whether there are more rows than are returned. */
  more: boolean;
  /** The number that MySQL gave to the first row that was inserted; null for none. */
  insertId: number | string | null;
}

/** An open connection to a database. */
export interface DatabaseSession {
  readonly isOpen: boolean;
  /** @throws DatabaseError, or the signal's reason if it was aborted, which also cancels the statement at the server */
  run(statement: DatabaseStatement, signal: AbortSignal): Promise<DatabaseAnswer>;
  /** Forgets what statements left in it: settings, locks, temporary tables. False if that is not possible. */
  reset(): Promise<boolean>;
  end(): void;
}
