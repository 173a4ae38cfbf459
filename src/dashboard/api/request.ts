import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { isServerError } from './errors';
import { writes } from './own-writes';
import { send, sendBytes, sendFile } from './send';
import { distrustToken, freshToken } from './session';

/** Sends something as the signed-in user. A token that has just expired is replaced once. */
async function asUser<Answer>(sendWith: (token: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await sendWith(await freshToken());
  } catch (error) {
    if (!isServerError(error, 'INVALID_TOKEN')) throw error;
    distrustToken();
    return sendWith(await freshToken());
  }
}

/**
 * Sends an operation as the signed-in user. A mutation with an `idempotencyKey` can be sent again without being carried out
 * again.
 * @throws ServerError | Unreachable
 */
export async function request<Result, Variables>(
  operation: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<Result> {
  const text = String(operation);
  const onCursor = (cursor: string) => writes.answered(cursor);
  return (await asUser((token) => send(text, variables, { token, signal, idempotencyKey, onCursor }))) as Result;
}

/** Reads a file of the server as the signed-in user. @param path of REST @throws ServerError | Unreachable */
export const readFile = async (path: string): Promise<Blob> =>
  (await asUser((token) => sendFile(path, { token }))).blob();

/** Sends a file to a path of REST as the signed-in user. @returns `data` of the answer @throws ServerError | Unreachable */
export async function uploadFile<Data>(path: string, file: Blob, idempotencyKey: string): Promise<Data> {
  const answer = await asUser((token) => sendFile(path, { token, file, idempotencyKey }));
  return ((await answer.json()) as { data: Data }).data;
}

/** Sends a REST request with bytes as the signed-in user. @throws ServerError | Unreachable */
export const sendPart = (path: string, init: { method?: string; headers: Record<string, string>; body?: Blob }) =>
  asUser((token) => sendBytes(path, token, init));

/** Sends an operation that needs no session, such as signing in. @throws ServerError | Unreachable */
export async function requestOpenly<Result, Variables>(
  operation: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  return (await send(String(operation), variables)) as Result;
}
