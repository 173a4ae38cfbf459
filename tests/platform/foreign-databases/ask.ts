import {
  createDatabases,
  type DatabaseAccess,
  type DatabaseAnswer,
  DatabaseError,
  type DatabaseStatement,
  type Databases,
  type DatabaseTarget,
  parseDatabaseUrl,
} from '../../../src/platform/foreign-databases/index.js';
import { createOutbound, type Outbound, OutboundError } from '../../../src/platform/outbound/index.js';

export interface Asking {
  databases: Databases;
  outbound: Outbound;
  access(url: string | URL, more?: Partial<DatabaseAccess>): DatabaseAccess;
  ask(
    access: DatabaseAccess,
    text: string,
    parameters?: unknown[],
    more?: Partial<DatabaseStatement>,
  ): Promise<DatabaseAnswer>;
  close(): Promise<void>;
}

/** Databases as the server reaches them. */
export function startAsking(
  options: Partial<Parameters<typeof createOutbound>[0]> = {},
  limits: Parameters<typeof createDatabases>[1] = {},
): Asking {
  const outbound = createOutbound({ allow: ['127.0.0.1'], ...options });
  const databases = createDatabases(outbound.connect, limits);
  return {
    databases,
    outbound,
    access: (url, more = {}) => ({
      key: String(url),
      workspaceId: 'workspace',
      target: parseDatabaseUrl(String(url)) as DatabaseTarget,
      tls: 'off',
      ca: null,
      ...more,
    }),
    ask: (access, text, parameters = [], more = {}) => {
      const statement = { text, parameters, maxRows: 1_000, timeoutMs: 20_000, readOnly: false, ...more };
      return databases.run(access, statement, new AbortController().signal);
    },
    close: async () => {
      databases.close();
      await outbound.close();
    },
  };
}

/** How an attempt failed. */
export async function failureOf(
  attempt: Promise<unknown>,
): Promise<{ code: string; message: string; retryable: boolean }> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof OutboundError)
      return { code: error.code, message: error.message, retryable: error.retryable };
    throw error;
  }
  throw new Error('It did not fail.');
}
