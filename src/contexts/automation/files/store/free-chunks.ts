import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

/** Bytes of chunks that may have passed before they are collected. */
const bytesBetween = 16 * 1024 * 1024;
const freed = { collect: undefined as Collect | undefined, bytes: 0 };

/**
 * Counts the bytes of chunks that pass. Left alone, V8 collects buffers after 64 MiB of them, or more if it is busy: a large file would
 * need so much memory although a few chunks of it are in use. A collection of the young generation takes 1 to 3 ms.
 */
export function countPassed(bytes: number): void {
  freed.bytes += bytes;
  if (freed.bytes < bytesBetween) return;
  freed.bytes = 0;
  freed.collect ??= findCollect();
  freed.collect({ type: 'minor' });
}

function findCollect(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
