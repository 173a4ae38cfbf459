import { operations } from '../../../nodes/index.js';
import { declareService } from '../../../platform/define-service.js';
import type { Executor } from '../../../platform/graphql/executor.js';
import type { Services } from '../../../platform/services.js';
import { type CallRoute, prepareCall } from '../../../rest/call-route.js';
import type { RouteTable } from '../../../rest/route.js';
import { graphExecutor } from '../jobs/index.js';

/** Every route of the API by its key. Loaded at its first use. */
export const routesOfOperations = declareService<() => Promise<RouteTable>>('routes of operations');

const prepared = new WeakMap<Executor, Map<string, CallRoute>>();

/** An operation that flows can call, prepared once a process. @throws Error for another one */
export async function callOf(services: Pick<Services, 'get'>, name: string): Promise<CallRoute> {
  const executor = await services.get(graphExecutor)();
  const known = prepared.get(executor) ?? new Map<string, CallRoute>();
  prepared.set(executor, known);
  const found = known.get(name);
  if (found) return found;
  const { route: key = '' } = operations.get(name) ?? {};
  const row = (await services.get(routesOfOperations)())[key];
  if (!row) throw new Error(`Flows cannot call the operation ${name}.`);
  const call = prepareCall(key, row, executor.schema, executor.prepare);
  known.set(name, call);
  return call;
}
