import type { Readable } from 'node:stream';

/** The bytes that a REST request is answered with, which its operation found. */
export interface LeavingFile {
  size: number;
  /** Opens a stream of all of them. */
  open(): Readable;
}
