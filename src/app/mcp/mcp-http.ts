import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express';
import { GraphContext } from '../../platform/graphql/context.js';
import type { Executor } from '../../platform/graphql/executor.js';
import type { Log } from '../../platform/log.js';
import { sendError } from '../../rest/envelope.js';
import { CallFlowToolDocument } from '../../rest/generated/operations.js';
import { readBody } from '../../rest/request-body.js';
import { nameRoute } from '../../rest/request-metadata.js';
import type { createMcpHandler, ToolUser } from './tool-server.js';

export interface McpHttpOptions {
  executor: Executor;
  version: string;
  log: Log;
  createContext: (request: ExpressRequest, response: ExpressResponse) => Promise<GraphContext>;
}

export interface McpHttp {
  /** For the path `/workspaces/:workspaceId/mcp`. */
  handler: RequestHandler;
  stop(): Promise<void>;
}

const bodyAtMost = 1024 * 1024;

/**
 * The Model Context Protocol over Streamable HTTP, without sessions: requests are independent of each other, so that any
 * process answers any of them. Callers without `flows:execute` get the same errors as from any other route.
 */
export function createMcpHttp({ executor, version, log, createContext }: McpHttpOptions): McpHttp {
  const callFlowTool = executor.prepare(CallFlowToolDocument);
  let mcp: Promise<ReturnType<typeof createMcpHandler>> | undefined;

  /** Loads the protocol at the first request: few servers have flows that are tools. */
  async function loadHandler(): Promise<ReturnType<typeof createMcpHandler>> {
    const { createMcpHandler, createToolServer } = await import('./tool-server.js');
    return createMcpHandler(
      ({ authInfo }) => createToolServer(callFlowTool, version, authInfo?.extra as unknown as ToolUser),
      { onerror: (error) => log.debug({ err: error }, 'an MCP request failed') },
    );
  }

  async function serve(request: ExpressRequest, response: ExpressResponse): Promise<void> {
    const context = await createContext(request, response);
    const scope = await context.authorize({ capability: 'flows:execute' }, String(request.params.workspaceId));
    const body = await readBody(request, bodyAtMost);
    if (body.violation) throw body.violation;
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    const user: ToolUser = { scope, context: callContext(context, closed.signal) };
    const mcpRequest = new Request(new URL(request.originalUrl, 'http://localhost'), {
      method: request.method,
      headers: headersOf(request),
      signal: closed.signal,
    });
    mcp ??= loadHandler();
    const answer = await (await mcp).fetch(mcpRequest, {
      authInfo: { token: '', clientId: '', scopes: ['flows:execute'], extra: { ...user } },
      ...(request.method === 'POST' && { parsedBody: body.value }),
    });
    await send(response, answer, closed.signal);
  }

  return {
    handler: (request, response) => {
      nameRoute(response, '/workspaces/:workspaceId/mcp');
      serve(request, response).catch((error: unknown) => sendError(request, response, error));
    },
    stop: async () => (await mcp)?.close(),
  };
}

/** The context of the call. The rate limit already counted the request, so the call is not counted again. */
function callContext({ services, caller, request, findAccess }: GraphContext, signal: AbortSignal): GraphContext {
  return new GraphContext(services, caller, request, findAccess, {}, signal);
}

function headersOf({ headers }: ExpressRequest): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The credential was checked already, and the MCP server does not need it.
    if (value !== undefined && name !== 'authorization') copied.set(name, String(value));
  }
  return copied;
}

async function send(response: ExpressResponse, answer: Response, closed: AbortSignal): Promise<void> {
  response.statusCode = answer.status;
  answer.headers.forEach((value, name) => {
    response.setHeader(name, value);
  });
  response.setHeader('cache-control', 'no-store');
  if (!answer.body) {
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as never), response).catch((error: unknown) => {
    // After the client has disconnected, the error cannot be sent.
    if (!closed.aborted) throw error;
  });
}
