import type { CopyProgress } from '../platform/backup/index.js';
import { sizeOf } from './amounts.js';
import type { Context } from './command.js';

/** Milliseconds between two lines. */
const pauseMs = 2_000;

/** Reports how far a copy is, if it takes long. @param done what was done with the rows */
export function copyProgress({ progress }: Context, done: string): (copied: CopyProgress) => void {
  let reported = performance.now();
  return ({ table, bytes }) => {
    if (performance.now() - reported < pauseMs) return;
    reported = performance.now();
    progress(`${table}: ${sizeOf(bytes)} ${done}`);
  };
}
