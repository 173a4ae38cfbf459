import type {
  DatabaseAccess,
  DatabaseAnswer,
  DatabaseDialect,
  DatabaseStatement,
} from '../platform/foreign-databases/index.js';

/** Databases that connections of the workspace name. Throws DatabaseError, and OutboundError where one cannot be used. */
export interface DatabasePort {
  /** @param connection its name or ID, as the flow writes it out */
  run(
    connection: string,
    statement: DatabaseStatement & { dialect: DatabaseDialect },
    signal: AbortSignal,
  ): Promise<DatabaseAnswer>;
}

/** Opens the database of a connection. `redact` removes the secrets of the step from a text of the server. */
export type OpenNamedDatabase = (
  connection: string,
) => Promise<{ access: DatabaseAccess; redact: (text: string) => string }>;
