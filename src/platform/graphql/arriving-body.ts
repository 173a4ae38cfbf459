import type { Readable } from 'node:stream';

/** The body of a REST request that its operation reads while it arrives. */
export interface ArrivingBody {
  contentType: string;
  /** The bytes that the client announced; null if it did not. */
  length: number | null;
  /**
   * Its bytes, for the first call. The stream fails with an AppError: PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, or BAD_REQUEST if the
   * connection ends before it. A client that gets an answer earlier sends nothing more.
   */
  open(): Readable;
  /**
   * All of its bytes, in place of `open`, for those that are checked before anything is read of them.
   * @param limit in bytes
   * @throws AppError PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, BAD_REQUEST
   */
  whole(limit: number): Promise<Buffer>;
}
