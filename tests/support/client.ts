import type { ExecutionResult } from 'graphql';
import { createClient as createSocket } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A signed-in user of a server in another process, of which only the URL is known. */
export interface Client {
  token: string;
  workspaceId: string;
  /** Sends a REST request. @param route `P` stands for the workspace. @throws Error with the answer for an error status */
  call<T = Record<string, never> & { id: string }>(route: string, body?: unknown, type?: string): Promise<T>;
  /** Results of a subscription over a socket; `$workspaceId` is filled in. */
  subscribe<T>(query: string, variables?: Record<string, unknown>): AsyncIterableIterator<ExecutionResult<T>>;
  stop(): Promise<void>;
}

const person = { email: 'ada@example.com', password: 'correct horse battery' };

/** Registers a user with a workspace. @param where returns the URL of a running process for each request */
export async function register(where: Where): Promise<Client> {
  return clientOf(where, await sign(where(), 'register', { ...person, name: 'Ada', workspaceName: 'Acme' }));
}

/** Signs in as the user that {@link register} created. */
export async function login(where: Where): Promise<Client> {
  return clientOf(where, await sign(where(), 'login', person));
}

type Where = () => string;

interface Session {
  accessToken: string;
  workspaces: { id: string }[];
}

function sign(url: string, how: string, body: object): Promise<Session> {
  return ask<Session>(`${url}/auth/${how}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

/** An error response. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const json = { 'content-type': 'application/json' };

async function ask<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, `${init.method} ${url}: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

function clientOf(where: Where, { accessToken: token, workspaces }: Session): Client {
  const workspaceId = workspaces[0]?.id as string;
  const authorization = `Bearer ${token}`;
  const socket = createSocket({
    url: () => `${where().replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization },
  });
  return {
    token,
    workspaceId,
    call(route, body, type = 'application/json') {
      const [method = '', path = ''] = route.split(' ');
      return ask(where() + path.replace(/^P/, `/workspaces/${workspaceId}`), {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    },
    subscribe: (query, variables) => socket.iterate({ query, variables: { workspaceId, ...variables } }) as never,
    stop: async () => void (await socket.dispose()),
  };
}
