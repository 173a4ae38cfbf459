import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { pino } from 'pino';
import { capabilitiesOfRole, type Role } from '../../src/platform/access/capabilities.js';
import type { Access, Principal } from '../../src/platform/access/principal.js';
import { AppError } from '../../src/platform/errors/errors.js';
import type { Caller } from '../../src/platform/graphql/authorize.js';
import { GraphContext } from '../../src/platform/graphql/context.js';
import { createExecutor } from '../../src/platform/graphql/executor.js';
import type { Services } from '../../src/platform/services.js';
import { sendError } from '../../src/rest/envelope.js';
import { mountRoutes } from '../../src/rest/mount-routes.js';
import { servePages } from '../../src/rest/pages.js';
import { metadataOf, nameRequests } from '../../src/rest/request-metadata.js';
import type { RouteTable } from '../../src/rest/route.js';
import { buildSampleSchema } from './sample-graph.js';
import { sampleTables } from './sample-routes.js';

export const workspaceId = '0199a000-0000-7000-8000-000000000001';

export interface SampleServer {
  url: string;
  /** Lines of the log so far. */
  log: string[];
  /** Asks by a path below the workspace, as its owner unless the headers say otherwise. */
  ask(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<SampleAnswer>;
  close(): Promise<void>;
}

export interface SampleAnswer {
  status: number;
  headers: Headers;
  body: AnswerBody;
}

/** Either envelope: the tests say which they expect. */
export interface AnswerBody {
  success: boolean;
  data: Record<string, unknown>;
  pagination: unknown;
  error: {
    code: string;
    message: string;
    details: { field?: string; rule?: string; message: string }[];
    requestId: string;
  };
}

/** The sample on a loopback port. Credentials are `owner`, `viewer`, `stranger` and `key`. */
export async function startSample(tables: RouteTable[] = sampleTables): Promise<SampleServer> {
  const log: string[] = [];
  const logger = pino({ base: null }, { write: (line) => void log.push(line) });
  const schema = buildSampleSchema();
  const { prepare } = createExecutor(schema, {});
  const app = express();
  app.use(nameRequests(logger));
  app.use(servePages({ tables, schema, version: '1.2.3', publicUrl: 'http://sample.test', start: 'docs' }));
  app.get('/broken/express', () => {
    throw new Error('secret inside express');
  });
  app.use(
    mountRoutes({
      tables,
      schema,
      prepare,
      publicUrl: 'http://sample.test',
      createContext: async (request, response) =>
        new GraphContext(services, callerOf(request.headers.authorization), metadataOf(response), findAccess),
    }),
  );
  const lastResort: ErrorRequestHandler = (error, request, response, _next) => sendError(request, response, error);
  app.use(lastResort);
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    log,
    ask: (method, path, options) => ask(method, `${url}/workspaces/${workspaceId}${path}`, options),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends objects as JSON and text as it is. */
export async function ask(
  method: string,
  url: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<SampleAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: 'owner',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** All that the rights of the sample need. */
const services = { settings: { emailVerification: 'optional' } } as Services;

function callerOf(credential: string | undefined): Caller {
  if (!credential || credential === 'none') {
    return { principal: null, violation: new AppError('UNAUTHENTICATED', 'Send a credential.') };
  }
  if (credential === 'bad')
    return { principal: null, violation: new AppError('INVALID_TOKEN', 'The token is no good.') };
  if (credential === 'key') {
    return {
      principal: { kind: 'apiKey', keyId: 'k', workspaceId, userId: 'owner', capabilities: ['*'], expiresAt: null },
    };
  }
  return { principal: { kind: 'user', userId: credential, sessionId: 's', sessionVersion: 1, expiresAt: null } };
}

async function findAccess(principal: Principal, asked: string): Promise<Access | null> {
  const { userId } = principal;
  if (asked !== workspaceId || userId === 'stranger') return null;
  const role: Role = userId === 'viewer' ? 'VIEWER' : 'OWNER';
  const now = new Date();
  return {
    workspaceId,
    accountId: 'a',
    workspaceName: 'Sample',
    timezone: 'UTC',
    defaultErrorFlowId: null,
    dailyBudget: null,
    monthlyBudget: null,
    postalAddress: null,
    country: null,
    createdAt: now,
    updatedAt: now,
    userId,
    emailVerified: true,
    role,
    capabilities: capabilitiesOfRole[role],
  };
}
