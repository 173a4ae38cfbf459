import type { Readable } from 'node:stream';
import type { ByteShare } from '../slots/byte-budget.js';
import type { OutboundError } from './outbound-error.js';

/** A body that is read while it is sent, again for each redirect that keeps it. */
export interface StreamedBody {
  /** The number of its bytes. */
  size: number;
  open(): Readable;
}

/** What is known of a response before its body. */
export type ResponseHead = Pick<OutboundResponse, 'status' | 'headers' | 'url'>;

/** Takes a body while it arrives. */
export interface BodyTaker {
  maxBytes: number;
  /** What it throws fails the request. */
  take(bytes: AsyncIterable<Uint8Array>): Promise<unknown>;
}

export interface OutboundRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /** Milliseconds for the whole request, including redirects. Defaults to 30,000. */
  timeoutMs?: number;
  /** Whether a redirect is followed, or returned like any other response. Defaults to `follow`. */
  redirects?: 'follow' | 'return';
  /** Maximum size of the response in bytes, also after decompression. Defaults to 10 MiB. */
  maxBytes?: number;
  /**
   * Whether a response whose body cannot be read whole fails, or is returned with the part that was read: of a body that is
   * too long, damaged, or does not end in time. Defaults to `fail`.
   */
  partialBody?: 'fail' | 'return';
  /**
   * What takes the body of a response while it arrives, of which only a few chunks are in memory. Null for a response that is
   * read as usual, as redirects and compressed ones are.
   */
  receive?: (head: ResponseHead) => BodyTaker | null;
  /**
   * The share of the response in the memory for responses. It is kept until the caller releases it; without one it is
   * released when the response is returned.
   */
  share?: ByteShare;
  /** Rejects at once with its reason when aborted. */
  signal?: AbortSignal;
  /** Headers that are removed from a redirect to another origin, in addition to `authorization` and `cookie`. */
  secretHeaders?: readonly string[];
  /** The hosts that the request may be sent to with its secrets. */
  confinement?: Confinement;
  /** Keeps the cookies of its redirects, and of requests that have the same. Defaults to none: cookies are ignored. */
  cookies?: CookieStore;
}

/** The cookies of requests that belong together. */
export interface CookieStore {
  /** The header `Cookie` of a request; empty for none. */
  headerFor(url: URL): string;
  /** Stores what a response sets. */
  keep(url: URL, setCookies: readonly string[]): Promise<void>;
}

/** The secrets in a request, which only some hosts may receive. */
export interface Confinement {
  /** Why a host must not receive them; null if it may. */
  violation(hostname: string): OutboundError | null;
  bodyHasSecrets: boolean;
  /** Whether a text contains one of them. */
  hasSecret(text: string): boolean;
  /** A text of the server that got them, without them. */
  redact(text: string): string;
}

export interface OutboundResponse {
  status: number;
  /** Lower-case names; several values are joined by `, `. Describes the decompressed body. */
  headers: Record<string, string>;
  /** Empty if it was received. */
  body: Uint8Array;
  /** What `receive` made of the body. */
  received?: unknown;
  /** Whether the body is only a part of what was sent; possible with `partialBody: 'return'` only. */
  isPartial?: boolean;
  /** The final URL after redirects. */
  url: string;
}
