import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { AppError, toAppError } from '../platform/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { LimitedExecutor } from '../platform/graphql/limits/limit-operations.js';
import { operationLimits } from '../platform/graphql/limits/operation-limits.js';
import { presentError } from '../platform/graphql/present-error.js';
import type { Log } from '../platform/log.js';
import { createDocumentReader } from './documents.js';
import { type AdmittedOperation, admit, runOnce, subscribeTo } from './live-operations.js';
import { SocketAnswers } from './socket-answers.js';
import { whenExpired } from './when-expired.js';

export interface GraphqlSocketOptions {
  server: Server;
  path: string;
  executor: LimitedExecutor;
  log: Log;
  /** Origins of web pages that may connect, besides those that this server answers under its own name. What is no browser sends none. */
  origins?: () => readonly string[];
  /** The surroundings of a connection, from the credential it opened with. */
  createContext: (authorization: string | undefined, upgrade: IncomingMessage) => Promise<GraphContext>;
  /** How long a client may take to introduce itself. */
  initWithinMs?: number;
}

/**
 * GraphQL over WebSocket (graphql-transport-ws), on the HTTP server's own port. Close codes are those of the protocol; a
 * credential that is no good closes with 4403, and 1013 asks to come again when the database is back.
 */
export function createGraphqlSocket(options: GraphqlSocketOptions) {
  const { executor, initWithinMs = 3_000 } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  const read = createDocumentReader();
  const connections = new WeakMap<object, Connection>();
  const served = useServer<Record<string, unknown>>(
    {
      connectionInitWaitTimeout: initWithinMs,
      // Never tells a client what went wrong inside.
      isProd: true,
      onConnect: async ({ connectionParams, extra }) => {
        const context = await connect(options, connectionParams ?? {}, extra as Extra);
        if (!context) return false;
        const { socket } = extra as Extra;
        const stopWatching = whenExpired(context, () => closeForbidden(socket));
        connections.set(extra, { context, answers: new SocketAnswers(socket), stopWatching });
        return true;
      },
      onClose: ({ extra }) => {
        const connection = connections.get(extra);
        connection?.stopWatching();
        connection?.answers.closeAll();
      },
      onSubscribe: ({ extra, subscriptions }, _id, payload) => {
        const { context: connection, answers } = connections.get(extra) as Connection;
        const expired = violationOfExpired(connection);
        if (expired) {
          closeForbidden((extra as Extra).socket);
          return [presentError(expired, connection)];
        }
        // Its own place is among them already.
        if (Object.keys(subscriptions).length > operationLimits.onSocket) return [presentError(tooMany(), connection)];
        const admitted = admit(executor, read, payload, connection);
        if (!('document' in admitted)) return admitted;
        const { document, operationName, variables: variableValues } = admitted;
        const contextValue = connection.fork(undefined, answers.open(payload));
        return { schema: executor.schema, document, operationName, variableValues, contextValue } as ExecutionArgs;
      },
      // An operation that ended because its credential did is the last one here.
      onComplete: ({ extra }, _id, payload) => {
        const connection = connections.get(extra);
        connection?.answers.close(payload);
        if (connection && violationOfExpired(connection.context)) closeForbidden((extra as Extra).socket);
      },
      execute: (args) => runOnce(executor, operationOf(args), args.contextValue as GraphContext),
      subscribe: (args) => subscribeTo(executor, operationOf(args), args.contextValue as GraphContext),
    },
    sockets,
    15_000,
  );
  sockets.on('connection', (socket) => {
    // What a client breaks is no news; graphql-ws would print it. The socket closes itself, with the code that fits.
    socket.removeAllListeners('error').on('error', (error) => options.log.debug({ err: error }, 'a socket broke'));
  });
  options.server.on('upgrade', (request, socket, head) => {
    // Until the handshake is over nobody else listens.
    socket.on('error', () => undefined);
    if (request.url?.split('?')[0] !== options.path) return refuse(socket, 404);
    if (!isWelcome(request, options.origins?.() ?? [])) return refuse(socket, 403);
    sockets.handleUpgrade(request, socket, head, (accepted) => sockets.emit('connection', accepted, request));
  });
  return { count: () => sockets.clients.size, close: () => served.dispose() };
}

interface Connection {
  context: GraphContext;
  answers: SocketAnswers;
  stopWatching: () => void;
}

/** Why a connection that had a good credential has none any more. Those that never had one stay open. */
function violationOfExpired({ caller, violation }: GraphContext): AppError | null {
  return caller.principal && violation;
}

function closeForbidden(socket: Extra['socket']): void {
  socket.close(CloseCode.Forbidden, 'Forbidden');
}

function operationOf({ document, operationName, variableValues }: ExecutionArgs): AdmittedOperation {
  return { document, operationName, variables: (variableValues ?? {}) as Record<string, unknown> };
}

/** Browsers tell which page asks, and connect whatever the answer allows: unlike with CORS, it is on us to refuse. */
function isWelcome({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const origin = headers.origin?.toLowerCase();
  return origin === undefined || origins.includes(origin) || URL.parse(origin)?.host === headers.host?.toLowerCase();
}

function refuse(socket: Duplex, status: 403 | 404): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function tooMany(): AppError {
  const message = `A socket carries at most ${operationLimits.onSocket} operations at once. Complete some, or open another one.`;
  return new AppError('BAD_REQUEST', message);
}

/** A connection's surroundings; null where its credential is no good. Without one only public operations answer. */
async function connect(
  { createContext, log }: GraphqlSocketOptions,
  params: Record<string, unknown>,
  { socket, request }: Extra,
): Promise<GraphContext | null> {
  const authorization = params.authorization ?? params.Authorization;
  try {
    const context = await createContext(typeof authorization === 'string' ? authorization : undefined, request);
    return authorization === undefined || context.caller.principal !== null ? context : null;
  } catch (error) {
    const isAway = toAppError(error)?.code === 'UNAVAILABLE';
    if (!isAway) log.error({ err: error }, 'a socket could not be opened');
    if (isAway) socket.close(1013, 'Try again later');
    else socket.close(CloseCode.InternalServerError, 'Internal server error');
    return null;
  }
}
