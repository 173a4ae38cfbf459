export interface OutboundRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds for the whole exchange, redirects included; 30,000 when left out. */
  timeoutMs?: number;
  /** Bytes of answer that are read at most, counted after decompression too; 10 MiB when left out. */
  maxBytes?: number;
  /** Rejects at once with its reason when aborted. */
  signal?: AbortSignal;
  /** Headers that a redirect to another origin must not carry, besides `authorization` and `cookie`. */
  secretHeaders?: readonly string[];
}

export interface OutboundResponse {
  status: number;
  /** Lower-case names; several values joined by `, `. Describes the body as it stands here: decompressed. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** Where the last redirect led. */
  url: string;
}
