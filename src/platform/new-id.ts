import { createHash, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const idBytes = 16;
/** Random bytes are generated for many IDs at once: the call costs more than the rest of an ID. */
const bytes = Buffer.alloc(256 * idBytes);
let used = bytes.length;

let last = { msecs: 0, seq: 0 };

/** A UUIDv7; each one that this process creates is greater than the one before. */
export function newId(): string {
  if (used === bytes.length) {
    randomFillSync(bytes);
    used = 0;
  }
  const random = bytes.subarray(used, used + idBytes);
  used += idBytes;
  last = following(Date.now(), random);
  return v7({ random, ...last });
}

/** If the clock stands still or goes back, the counter is incremented; RFC 9562, 6.2. */
function following(now: number, random: Buffer): typeof last {
  // Half of its range is left for counting.
  if (now > last.msecs) return { msecs: now, seq: random.readUInt32BE(6) >>> 1 };
  return last.seq < 0xffff_ffff ? { ...last, seq: last.seq + 1 } : { msecs: last.msecs + 1, seq: 0 };
}

/** The smallest UUIDv7 of a millisecond: whatever was created before has a smaller one. */
export function firstIdAt(ms: number): string {
  const hex = Math.min(Math.max(ms, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** A UUID of version 8 derived from a text: the same text always yields the same UUID. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
