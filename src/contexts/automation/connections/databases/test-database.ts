import { DatabaseError } from '../../../../platform/foreign-databases/index.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { OutboundError } from '../../../../platform/outbound/index.js';
import type { ConnectionTest } from '../connection-test.object.js';
import type { StoredConnection } from '../read-stored.js';
import { accessOf, databases } from './open-database.js';

/** Connects to the database of a connection, and asks it for one value. */
export async function testDatabase(
  { services }: Scope,
  stored: StoredConnection,
  timeoutMs: number,
): Promise<ConnectionTest> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await services.get(databases).test(await accessOf(services, stored), signal);
    return { succeeded: true, status: null, message: 'The database answered: the connection can be used.' };
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof OutboundError)
      return { succeeded: false, status: null, message: error.message };
    if (!signal.aborted) throw error;
    return {
      succeeded: false,
      status: null,
      message: 'The database did not answer in time. Check that it is running.',
    };
  }
}
