import { openServices } from '../app/create-process-services.js';
import { withKeys } from '../app/with-keys.js';
import { createLog } from '../platform/log.js';
import type { ServiceContext } from '../platform/services.js';
import type { Context } from './command.js';
import { withDatabase } from './open-database.js';

/** Runs `work` with the services of the server, on its database. Nothing is served, and no execution is driven. */
export function withServices<T>(context: Context, work: (services: ServiceContext) => Promise<T>): Promise<T> {
  return withDatabase(context, async (_, config, databaseUrl) => {
    const complete = await withKeys({ ...config, databaseUrl, databaseDirectUrl: undefined });
    const { services, close } = await openServices(complete, createLog({ level: 'fatal' }));
    try {
      return await work(services);
    } finally {
      await close();
    }
  });
}
