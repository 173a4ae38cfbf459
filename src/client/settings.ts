/** What {@link createClient} needs. */
export interface ClientOptions {
  /** The address of the server, for example `https://automation.example.com`. */
  baseUrl: string;
  /** An API key or an access token. A function is called for each request and connection, and can return a fresh token. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** The workspace of all calls that name no other one. */
  workspaceId?: string | undefined;
  /**
   * The class for live events, for example of the package `ws`. Defaults to the global `WebSocket`. Without one (Node 20), or
   * with null, events are received as server-sent events, over one connection for each loop.
   */
  WebSocket?: unknown;
  /** Defaults to the global `fetch`. */
  fetch?: typeof fetch;
  /** Milliseconds for one attempt of a request. Defaults to 60,000. */
  timeoutMs?: number;
  retries?: RetryOptions;
  /** Called as the connection for live events changes, for example to show that it was lost. It is restored by itself. */
  onConnection?: (state: ConnectionState) => void;
}

/** `lost` until the next attempt to connect. */
export type ConnectionState = 'connecting' | 'connected' | 'lost';

export interface RetryOptions {
  /** How often a request is repeated. Defaults to 4; 0 repeats none. */
  attempts?: number;
  /** Milliseconds before the first repetition; they double each time, with jitter. Defaults to 500. */
  delayMs?: number;
  /** The longest wait in milliseconds. A request with a longer `Retry-After` fails. Defaults to 60,000. */
  maxDelayMs?: number;
}

/** Options of one call. */
export interface RequestOptions {
  /** Aborts the call. */
  signal?: AbortSignal;
  /** The key of a write. Defaults to a random one, so that a repetition by the client is carried out once. */
  idempotencyKey?: string;
  /** The `etag` of the record that a change is based on. If it was changed since, the call fails with `PRECONDITION_FAILED`. */
  ifMatch?: string;
  /** The `etag` of what you have. If it is the current one, `withResponse()` returns `notModified`. */
  ifNoneMatch?: string;
  /** More headers. */
  headers?: Record<string, string>;
}

/** The position of a page in its list. */
export interface PagePosition {
  page: number | null;
  limit: number;
  total: number;
  totalPages: number;
  nextCursor?: string | null;
}

export interface Page<Item> {
  data: Item[];
  pagination: PagePosition;
}

/** What the server answered. */
export type Answer<Data> = {
  /** The tag of the content, for `ifMatch` and `ifNoneMatch`. */
  etag: string | undefined;
  /** Of a write in a workspace: its position in the changes of the workspace, for `waitFor` and `after`. */
  cursor: string | undefined;
  status: number;
  headers: Headers;
} & ({ notModified: false; data: Data } | { notModified: true; data: undefined });

/** Awaited, it is the data. */
export type Call<Data> = Promise<Data> & {
  /** The data with the headers of the answer. */
  withResponse(): Promise<Answer<Data>>;
};

/** Awaited, it is one page; iterated with `for await`, it is all items of this page and those after it. */
export type List<Item> = Promise<Page<Item>> & AsyncIterable<Item>;

/** The options, with the defaults filled in. */
export interface Settings {
  baseUrl: string;
  workspaceId: string | undefined;
  WebSocket: unknown;
  fetch: typeof fetch;
  timeoutMs: number;
  retries: Required<RetryOptions>;
  /** The header `Authorization`; undefined without a token. */
  authorization(): Promise<string | undefined>;
  /** Whether each call may return another token. */
  hasFreshTokens: boolean;
  onConnection: (state: ConnectionState) => void;
}

/** @throws TypeError for a `baseUrl` that is no URL */
export function readOptions(options: ClientOptions): Settings {
  const { token } = options;
  if (!/^https?:$/.test(new URL(options.baseUrl).protocol)) {
    throw new TypeError(`baseUrl must start with http:// or https://, for example https://automation.example.com.`);
  }
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    workspaceId: options.workspaceId,
    WebSocket: options.WebSocket,
    // Browsers refuse to call fetch as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 60_000,
    retries: { attempts: 4, delayMs: 500, maxDelayMs: 60_000, ...options.retries },
    authorization: async () => {
      const value = typeof token === 'function' ? await token() : token;
      return value ? `Bearer ${value}` : undefined;
    },
    hasFreshTokens: typeof token === 'function',
    onConnection: options.onConnection ?? (() => {}),
  };
}
