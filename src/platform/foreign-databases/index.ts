export { encodedBytes } from './bytes.js';
export type {
  DatabaseAccess,
  DatabaseAnswer,
  DatabaseDialect,
  DatabaseStatement,
  DatabaseTarget,
  DatabaseTls,
} from './database-access.js';
export { DatabaseError, type DatabaseErrorCode } from './database-error.js';
export { parseDatabaseUrl } from './database-url.js';
export { createDatabases, type Databases } from './databases.js';
