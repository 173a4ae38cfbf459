import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { isServerError } from './errors';
import { send } from './send';
import { distrustToken, freshToken } from './session';

/**
 * Sends an operation as the signed-in user. A token that has just expired is replaced once. A mutation with an
 * `idempotencyKey` can be sent again without being carried out again.
 * @throws ServerError | Unreachable
 */
export async function request<Result, Variables>(
  operation: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<Result> {
  const text = String(operation);
  try {
    return (await send(text, variables, { token: await freshToken(), signal, idempotencyKey })) as Result;
  } catch (error) {
    if (!isServerError(error, 'INVALID_TOKEN')) throw error;
    distrustToken();
    return (await send(text, variables, { token: await freshToken(), signal, idempotencyKey })) as Result;
  }
}

/** Sends an operation that needs no session, such as signing in. @throws ServerError | Unreachable */
export async function requestOpenly<Result, Variables>(
  operation: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  return (await send(String(operation), variables)) as Result;
}
