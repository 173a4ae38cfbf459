import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { AppError, toAppError } from '../../platform/errors/errors.js';
import type { GraphContext } from '../../platform/graphql/context.js';
import type { LimitedExecutor } from '../../platform/graphql/limit-operations.js';
import { operationLimits } from '../../platform/graphql/limits/operation-limits.js';
import { presentError } from '../../platform/graphql/present-error.js';
import type { Log } from '../../platform/log.js';
import { watched } from '../../platform/metrics/index.js';
import type { ConnectionLimits } from '../../platform/rate-limit/connection-limits.js';
import { reportErrors } from '../adapters/graphql-ws.js';
import { type AdmittedSocket, admitHandshake, limitMessages } from './admit-sockets.js';
import { createDocumentReader } from './documents.js';
import { type AdmittedOperation, admit, isSubscription, runOnce, subscribeTo } from './live-operations.js';
import { withRequestId } from './request-ids.js';
import { SocketAnswers } from './socket-answers.js';
import { SocketOperation } from './socket-operation.js';
import { whenExpired } from './when-expired.js';

const openSockets = watched('websocket_connections', 'Open WebSockets of GraphQL.');

export interface GraphqlSocketOptions {
  server: Server;
  path: string;
  executor: LimitedExecutor;
  log: Log;
  connections: ConnectionLimits;
  /** Whether the host of a request serves it. Defaults to any. */
  isServed?: (upgrade: IncomingMessage) => boolean;
  /** Origins of web pages that may connect, besides the server's own. Clients that are not browsers send no origin. */
  origins?: () => readonly string[];
  /** The context of a connection, from the credential in `connection_init`. */
  createContext: (authorization: string | undefined, upgrade: IncomingMessage) => Promise<GraphContext>;
  /** The address of the client, as for other requests. */
  addressOf: (upgrade: IncomingMessage) => string | undefined;
  /** Milliseconds within which a client must send `connection_init`. Defaults to 3,000. */
  initWithinMs?: number;
}

/**
 * GraphQL over WebSocket (graphql-transport-ws), on the port of the HTTP server. Close codes are those of the protocol; an
 * invalid credential closes with 4403, an unavailable database with 1013.
 */
export function createGraphqlSocket(options: GraphqlSocketOptions) {
  const { executor, initWithinMs = 3_000 } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  const read = createDocumentReader();
  const connections = new WeakMap<object, Connection>();
  const admitted = new WeakMap<IncomingMessage, AdmittedSocket>();
  const served = useServer<Record<string, unknown>>(
    {
      connectionInitWaitTimeout: initWithinMs,
      // Hides internal errors from clients.
      isProd: true,
      onConnect: async ({ connectionParams, extra }) => {
        const context = await connect(options, connectionParams ?? {}, extra as Extra);
        if (!context) return false;
        const { socket, request } = extra as Extra;
        const { principal } = context.caller;
        if (principal && !admitted.get(request)?.identify(principal)) {
          socket.close(1013, 'Too many WebSockets of this caller');
          return false;
        }
        const stopWatching = whenExpired(context, () => closeForbidden(socket));
        connections.set(extra, {
          context,
          answers: new SocketAnswers(socket),
          operations: new WeakMap(),
          isRevoked: false,
          stopWatching,
        });
        return true;
      },
      onClose: ({ extra }) => {
        const connection = connections.get(extra);
        connection?.stopWatching();
        connection?.answers.closeAll();
      },
      onSubscribe: ({ extra, subscriptions }, _id, payload) => {
        const { context: connection, answers, operations } = connections.get(extra) as Connection;
        const request = new SocketOperation(connection.request, options.log);
        operations.set(payload, request);
        const expired = violationOfExpired(connection);
        if (expired) {
          closeForbidden((extra as Extra).socket);
          return [presentError(expired, { request })];
        }
        // This operation is already counted among them.
        if (Object.keys(subscriptions).length > operationLimits.onSocket) return [presentError(tooMany(), { request })];
        const operation = admit(executor, read, payload, connection.fork(undefined, null, request));
        if (!('document' in operation)) return operation;
        const { document, operationName, variables: variableValues } = operation;
        const contextValue = connection.fork(undefined, answers.open(payload), request);
        return { schema: executor.schema, document, operationName, variableValues, contextValue } as ExecutionArgs;
      },
      // A subscription reads its credential again for each event, so it is the first to report that it was revoked.
      onNext: ({ extra }, _id, payload, args, result) => {
        const { errors } = result;
        const connection = connections.get(extra);
        const isRevoked = errors?.some(({ extensions }) => extensions?.code === 'INVALID_TOKEN');
        if (connection && isRevoked && isSubscription(operationOf(args))) connection.isRevoked = true;
        const request = connection?.operations.get(payload);
        return errors && request ? { ...result, errors: withRequestId(errors, request.id) } : undefined;
      },
      onError: ({ extra }, _id, payload, errors) => {
        const request = connections.get(extra)?.operations.get(payload);
        if (!request) return undefined;
        // graphql-ws refuses what names no operation of its document, without a code.
        const shown = errors.map((error) => (error.extensions.code ? error : presentError(error, { request })));
        return withRequestId(shown, request.id);
      },
      // After the credential has ended, the operation that ended is the last one of the connection.
      onComplete: ({ extra }, _id, payload) => {
        const connection = connections.get(extra);
        connection?.answers.close(payload);
        if (!connection) return;
        if (connection.isRevoked || violationOfExpired(connection.context)) closeForbidden((extra as Extra).socket);
      },
      execute: (args) => runOnce(executor, operationOf(args), args.contextValue as GraphContext),
      subscribe: (args) =>
        subscribeTo(executor, options.connections, operationOf(args), args.contextValue as GraphContext),
    },
    sockets,
    15_000,
  );
  sockets.on('connection', (socket) => {
    reportErrors(socket, (error) => options.log.debug({ err: error }, 'a WebSocket failed'));
  });
  options.server.on('upgrade', (request, socket, head) => {
    // Until the handshake is over nothing else handles errors of the socket.
    socket.on('error', () => undefined);
    if (request.url?.split('?')[0] !== options.path) return refuse(socket, 404);
    if (options.isServed?.(request) === false) return refuse(socket, 421);
    if (!isAllowedOrigin(request, options.origins?.() ?? [])) return refuse(socket, 403);
    const handshake = admitHandshake(options.connections, options.addressOf(request));
    if (!handshake) return refuse(socket, 429);
    socket.once('close', handshake.close);
    admitted.set(request, handshake);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      limitMessages(accepted, () => handshake.isIdentified);
      sockets.emit('connection', accepted, request);
    });
  });
  const unwatch = openSockets.watch(() => sockets.clients.size);
  return {
    close: () => {
      unwatch();
      return served.dispose();
    },
  };
}

interface Connection {
  context: GraphContext;
  answers: SocketAnswers;
  /** Its operations, by the payload of the client's message. */
  operations: WeakMap<object, SocketOperation>;
  /** Set when a subscription ended because the credential was revoked or its session has ended. */
  isRevoked: boolean;
  stopWatching: () => void;
}

/** The error of a credential that was valid and has expired. Connections without a credential stay open. */
function violationOfExpired({ caller, violation }: GraphContext): AppError | null {
  return caller.principal && violation;
}

function closeForbidden(socket: Extra['socket']): void {
  socket.close(CloseCode.Forbidden, 'Forbidden');
}

function operationOf({ document, operationName, variableValues }: ExecutionArgs): AdmittedOperation {
  return { document, operationName, variables: (variableValues ?? {}) as Record<string, unknown> };
}

/** Browsers send the origin of the page but do not apply CORS to WebSockets, so the server has to refuse. */
function isAllowedOrigin({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const origin = headers.origin?.toLowerCase();
  return origin === undefined || origins.includes(origin) || URL.parse(origin)?.host === headers.host?.toLowerCase();
}

function refuse(socket: Duplex, status: 403 | 404 | 421 | 429): void {
  const retry = status === 429 ? 'Retry-After: 5\r\n' : '';
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

function tooMany(): AppError {
  const message = `A WebSocket must have at most ${operationLimits.onSocket} operations at once. Complete some, or open another WebSocket.`;
  return new AppError('BAD_REQUEST', message);
}

/** The context of a connection; null for an invalid credential. Without a credential only public operations are allowed. */
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
    if (!isAway) log.error({ err: error }, 'a WebSocket could not be opened');
    if (isAway) socket.close(1013, 'Try again later');
    else socket.close(CloseCode.InternalServerError, 'Internal server error');
    return null;
  }
}
