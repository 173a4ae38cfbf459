import type { ByteShare } from '../work/byte-budget.js';

export interface OutboundRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds for the whole request, including redirects. Defaults to 30,000. */
  timeoutMs?: number;
  /** Maximum size of the response in bytes, also after decompression. Defaults to 10 MiB. */
  maxBytes?: number;
  /**
   * The share of the response in the memory for responses. It is kept until the caller releases it; without one it is
   * released when the response is returned.
   */
  share?: ByteShare;
  /** Rejects at once with its reason when aborted. */
  signal?: AbortSignal;
  /** Headers that are removed from a redirect to another origin, in addition to `authorization` and `cookie`. */
  secretHeaders?: readonly string[];
}

export interface OutboundResponse {
  status: number;
  /** Lower-case names; several values are joined by `, `. Describes the decompressed body. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** The final URL after redirects. */
  url: string;
}
