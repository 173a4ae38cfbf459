import { type DocumentNode, print } from 'graphql';
import * as documents from '../../src/rest/generated/operations.js';
import type { RestAnswer, TestApp } from '../support/app.js';

/** One operation on both surfaces; `P` stands for the workspace. */
const operations = {
  register: ['POST /auth/register', documents.RegisterDocument],
  login: ['POST /auth/login', documents.LoginDocument],
  me: ['GET /auth/me', documents.GetMeDocument],
  listWorkspaces: ['GET /workspaces', documents.ListWorkspacesDocument],
  getWorkspace: ['GET P', documents.GetWorkspaceDocument],
  updateWorkspace: ['PATCH P', documents.UpdateWorkspaceDocument],
  listApiKeys: ['GET P/api-keys', documents.ListApiKeysDocument],
  createApiKey: ['POST P/api-keys', documents.CreateApiKeyDocument],
  revokeApiKey: ['DELETE P/api-keys/:keyId', documents.RevokeApiKeyDocument],
  listFlows: ['GET P/flows', documents.ListFlowsDocument],
  createFlow: ['POST P/flows', documents.CreateFlowDocument],
  findFlow: ['GET P/flows/:flowId', documents.GetFlowDocument],
  updateFlow: ['PATCH P/flows/:flowId', documents.UpdateFlowDocument],
  deleteFlow: ['DELETE P/flows/:flowId', documents.DeleteFlowDocument],
  validateFlow: ['GET P/flows/:flowId/validate', documents.ValidateFlowDocument],
  triggerFlow: ['POST P/flows/:flowId/trigger', documents.TriggerFlowDocument],
  listFlowExecutions: ['GET P/flows/:flowId/executions', documents.ListFlowExecutionsDocument],
  listFolders: ['GET P/flows/folders', documents.ListFoldersDocument],
  createFolder: ['POST P/flows/folders', documents.CreateFolderDocument],
  updateFolder: ['PATCH P/flows/folders/:folderId', documents.UpdateFolderDocument],
  deleteFolder: ['DELETE P/flows/folders/:folderId', documents.DeleteFolderDocument],
  listGlobalVariables: ['GET P/flows/global-vars', documents.ListGlobalVariablesDocument],
  createGlobalVariable: ['POST P/flows/global-vars', documents.CreateGlobalVariableDocument],
  findGlobalVariable: ['GET P/flows/global-vars/:varId', documents.GetGlobalVariableDocument],
  updateGlobalVariable: ['PATCH P/flows/global-vars/:varId', documents.UpdateGlobalVariableDocument],
  deleteGlobalVariable: ['DELETE P/flows/global-vars/:varId', documents.DeleteGlobalVariableDocument],
  listSecrets: ['GET P/flows/secrets', documents.ListSecretsDocument],
  createSecret: ['POST P/flows/secrets', documents.CreateSecretDocument],
  findSecret: ['GET P/flows/secrets/:secretId', documents.GetSecretDocument],
  updateSecret: ['PATCH P/flows/secrets/:secretId', documents.UpdateSecretDocument],
  deleteSecret: ['DELETE P/flows/secrets/:secretId', documents.DeleteSecretDocument],
  listExecutions: ['GET P/flows/executions', documents.ListExecutionsDocument],
  getExecution: ['GET P/flows/executions/:executionId', documents.GetExecutionDocument],
  cancelExecution: ['POST P/flows/executions/:executionId/cancel', documents.CancelExecutionDocument],
  runWebhook: ['POST /flows/run', documents.RunWebhookDocument],
} satisfies Record<string, [string, DocumentNode]>;

export type SurfaceOperation = keyof typeof operations;

/** An operation of a test's own: its route and its document. */
export type OwnOperation = [string, DocumentNode];

function pairOf(operation: SurfaceOperation | OwnOperation): OwnOperation {
  return typeof operation === 'string' ? operations[operation] : operation;
}

export const surfaces = ['REST', 'GraphQL'] as const;
export type Surface = (typeof surfaces)[number];

export interface Ask {
  /** A bearer credential. */
  as?: string | undefined;
  workspaceId?: string;
  /** Path parameters. */
  ids?: Record<string, string>;
  /** Query parameters in REST, variables in GraphQL. */
  query?: Record<string, unknown>;
  /** The body in REST, `input` in GraphQL. */
  input?: unknown;
}

/** What a client reads of an answer, whichever surface gave it. Status and code are those of a success, too. */
export interface SurfaceAnswer {
  status: number;
  code: string | null;
  message: string;
  details: NonNullable<RestAnswer['body']['error']['details']>;
  data: Record<string, unknown>;
}

/** Sends the same request over one of the surfaces of the listening server. */
export function ask(
  app: TestApp,
  surface: Surface,
  operation: SurfaceOperation | OwnOperation,
  request: Ask,
): Promise<SurfaceAnswer> {
  return surface === 'REST' ? askRest(app, operation, request) : askGraphql(app, operation, request);
}

async function askRest(
  app: TestApp,
  operation: SurfaceOperation | OwnOperation,
  { as, workspaceId, ids, query, input }: Ask,
) {
  const [method, path] = pairOf(operation)[0].split(' ') as [string, string];
  const filled = Object.entries(ids ?? {}).reduce(
    (text, [name, id]) => text.replace(`:${name}`, encodeURIComponent(id)),
    path.replace(/^P/, `/workspaces/${workspaceId && encodeURIComponent(workspaceId)}`),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, queryText(value)]),
  );
  const { status, body } = await app.rest(`${method} ${filled}?${search}`, {
    ...(as !== undefined && { as }),
    ...(input !== undefined && { body: input }),
  });
  const { code = null, message = '', details = [] } = body.error ?? {};
  return { status, code, message, details, data: body as never };
}

/** Objects as JSON: their own `toString` may be anything. */
function queryText(value: unknown): string {
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value);
}

async function askGraphql(
  app: TestApp,
  operation: SurfaceOperation | OwnOperation,
  { as, workspaceId, ids, query, input }: Ask,
) {
  const answer = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as !== undefined && { authorization: `Bearer ${as}` }) },
    body: JSON.stringify({
      query: print(pairOf(operation)[1]),
      variables: { ...(workspaceId && { workspaceId }), ...ids, ...query, ...(input !== undefined && { input }) },
    }),
  });
  const { data, errors } = (await answer.json()) as { data: never; errors?: GraphqlFailure[] };
  const { message = '', extensions } = errors?.[0] ?? {};
  return {
    status: extensions?.status ?? answer.status,
    code: extensions?.code ?? null,
    message,
    details: extensions?.details ?? [],
    data,
  };
}

/** What a success carries, alike on both surfaces: a record, or a page of `items` with its `pagination`. */
export function payloadOf<T = Record<string, unknown>>(surface: Surface, { data }: SurfaceAnswer): T {
  if (surface === 'REST') return (data.pagination ? { items: data.data, pagination: data.pagination } : data.data) as T;
  const [root] = Object.entries(data);
  return (root?.[0] === 'workspace' ? Object.values(root[1] as object)[0] : root?.[1]) as T;
}

interface GraphqlFailure {
  message: string;
  extensions: { code: string; status: number; details?: SurfaceAnswer['details'] };
}
