import type { DocumentNode } from 'graphql';
import { declareService } from '../../../platform/define-service.js';
import type { Cause } from '../../../platform/events/index.js';
import { GraphContext } from '../../../platform/graphql/context.js';
import type { Executor } from '../../../platform/graphql/executor.js';
import type { PreparedOperation } from '../../../platform/graphql/operation.js';
import type { Services } from '../../../platform/services.js';
import { findAccess } from '../../accounts/members/index.js';

/** The executor of this process, which is made at its first use: most workers never need one. */
export const graphExecutor = declareService<() => Promise<Executor>>('graph executor');

const prepared = new WeakMap<Executor, Map<string, PreparedOperation>>();

/** An operation of the REST routes by its name, without `Document`. */
export async function operationOf(services: Pick<Services, 'get'>, name: string): Promise<PreparedOperation> {
  const executor = await services.get(graphExecutor)();
  const known = prepared.get(executor) ?? new Map<string, PreparedOperation>();
  prepared.set(executor, known);
  let operation = known.get(name);
  if (!operation) {
    operation = executor.prepare(await documentOf(name));
    known.set(name, operation);
  }
  return operation;
}

/** The document of an operation of the REST routes. Loaded late, because the schema is printed before the operations exist. */
export async function documentOf(name: string): Promise<DocumentNode> {
  const documents: Record<string, unknown> = await import('../../../rest/generated/operations.js');
  const document = documents[`${name}Document`] as DocumentNode | undefined;
  if (!document) throw new Error(`The operation ${name} must be one of the routes.`);
  return document;
}

/** What an operation returned. @throws its first error */
export async function runOperation<Result>(
  context: GraphContext,
  name: string,
  variables: Record<string, unknown>,
): Promise<Result> {
  const operation = await operationOf(context.services, name);
  const { data, errors } = await operation.run(context, variables);
  if (errors?.[0]) throw errors[0];
  return data as Result;
}

/** Who a job works for. */
export interface Starter {
  workspaceId: string;
  id: string;
  createdBy: string;
  apiKeyId: string | null;
}

/**
 * The context of an operation of a job, or of a step: it has the rights that who started it has now. A user may have signed out
 * since; an API key that was revoked does nothing more.
 * @param cause the step whose changes these are
 */
export function contextOfJob(
  services: Services,
  { workspaceId, id, createdBy: userId, apiKeyId }: Starter,
  signal?: AbortSignal,
  cause?: Cause,
): GraphContext {
  const principal = apiKeyId
    ? { kind: 'apiKey' as const, keyId: apiKeyId, workspaceId, userId, capabilities: [], expiresAt: null }
    : { kind: 'user' as const, userId, sessionId: null, issuedAt: services.now(), expiresAt: null };
  const log = services.log.child(cause ? { executionId: id } : { jobId: id });
  const request = { id, log, cause };
  return new GraphContext(
    services,
    { principal },
    request,
    (who, where) => findAccess(services, who, where),
    {},
    signal,
  );
}
