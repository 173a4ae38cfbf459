import type { DatabasePort, PortUser } from '../../../../nodes/index.js';
import { DatabaseError } from '../../../../platform/foreign-databases/index.js';
import type { Services } from '../../../../platform/services.js';
import { unsuitable } from '../open-connection.js';
import { databases } from './open-database.js';

const names = { postgres: 'PostgreSQL', mysql: 'MySQL or MariaDB' } as const;

/** The databases of a step, which gets the rows of its statements and never the URL of one. */
export function databasePort({ services }: { services: Services }, user: PortUser): DatabasePort {
  return {
    async run(connection, { dialect, ...statement }, signal) {
      const { access, redact } = await user.database(connection);
      const { dialect: actual } = access.target;
      if (actual !== dialect)
        throw unsuitable(connection, `is for ${names[actual]}. Choose one for ${names[dialect]}, or the other node`);
      try {
        return await services.get(databases).run(access, statement, signal);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        // The database may repeat values of the statement.
        throw new DatabaseError(error.code, redact(error.message), error.retryable, error.sqlState);
      }
    },
  };
}
