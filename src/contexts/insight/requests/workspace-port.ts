import { setTimeout } from 'node:timers/promises';
import type { PortUser, WorkspacePort } from '../../../nodes/index.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { AppError, toAppError } from '../../../platform/errors/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { derivedId } from '../../../platform/new-id.js';
import type { Services } from '../../../platform/services.js';
import type { ApiKey } from '../../accounts/entities/api-key.entity.js';
import { contextOfJob } from '../jobs/index.js';
import { callOf } from './routes-of-operations.js';

/** For how long the request of a process that died is waited for: its lease, and as long again. */
const waitsAtMost = { times: 60, milliseconds: 1_000 };

/** The operations of the API for a step, with the rights that who its execution runs as has now. */
export function workspacePort({ services }: { services: Services }, user: PortUser): WorkspacePort {
  const key = derivedId(`${user.workspaceId} ${user.idempotencyKey}`);
  return {
    async request(operation, input, signal) {
      const call = await callOf(services, operation);
      const own = { ...input, workspaceId: user.workspaceId };
      for (let waited = 0; ; waited++) {
        try {
          return await call(await contextOfStep(services, user, signal), own, key);
        } catch (error) {
          const known = toAppError(error);
          if (!known || !isInProgress(known) || waited >= waitsAtMost.times) throw error;
          await setTimeout(waitsAtMost.milliseconds, undefined, { signal });
        }
      }
    },
  };
}

/** Whether another process holds the request: one that died holds it until its lease ends, then it can be continued. */
const isInProgress = ({ code, retryAfter }: AppError): boolean => code === 'CONFLICT' && retryAfter !== undefined;

/** @throws AppError FORBIDDEN if it is not known who the execution runs as */
async function contextOfStep(
  services: Services,
  { workspaceId, executionId, runAs, cause }: PortUser,
  signal: AbortSignal,
): Promise<GraphContext> {
  if (runAs === null)
    throw new AppError('FORBIDDEN', 'It was not recorded who this execution runs as. Start the flow again.');
  const apiKey = await typed(services.db.pool, 'key_of_execution', tableOf<ApiKey>()('api_keys'))
    .selectFrom('api_keys')
    .select(['id', 'createdBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', runAs)
    .executeTakeFirst();
  const starter = { workspaceId, id: executionId, createdBy: apiKey?.createdBy ?? runAs, apiKeyId: apiKey?.id ?? null };
  return contextOfJob(services, starter, signal, cause);
}
