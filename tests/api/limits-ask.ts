import { createClient as createEvents } from 'graphql-sse';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { TestApp } from '../support/app.js';

export interface LimitAnswer {
  data?: unknown;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions?: { cost?: number };
}

export interface AskedOperation {
  at: TestApp;
  /** A bearer credential. */
  as?: string;
  headers?: Record<string, string>;
}

/** @returns the status and the answer */
export async function askOverHttp(
  query: string,
  variables: object,
  { as, at, headers }: AskedOperation,
): Promise<[number, LimitAnswer]> {
  const response = await fetch(`${at.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }), ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return [response.status, (await response.json()) as LimitAnswer];
}

/** The first result over a socket; a refused operation's errors. */
export async function askOverSocket(
  query: string,
  variables: object,
  { as, at, headers }: AskedOperation,
): Promise<LimitAnswer> {
  const client = createClient({
    url: `${at.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers });
      }
    },
    retryAttempts: 0,
    ...(as && { connectionParams: { authorization: `Bearer ${as}` } }),
  });
  try {
    const results = client.iterate({ query, variables: variables as Record<string, unknown> });
    return ((await results.next()).value ?? {}) as LimitAnswer;
  } catch (errors) {
    return { errors } as LimitAnswer;
  } finally {
    await client.dispose();
  }
}

/** The first result by server-sent events. */
export async function askByEvents(
  query: string,
  variables: object,
  { as, at, headers }: AskedOperation,
): Promise<LimitAnswer> {
  const client = createEvents({
    url: `${at.url}/graphql`,
    retryAttempts: 0,
    headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
  });
  try {
    const results = client.iterate({ query, variables: variables as never });
    return ((await results.next()).value ?? {}) as LimitAnswer;
  } finally {
    client.dispose();
  }
}
