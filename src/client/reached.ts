/** What a position has seen: the transactions below `end`, except those that were open. */
interface Seen {
  end: bigint;
  open: Set<bigint>;
}

interface Position {
  since: Seen;
  /** Of a change: up to which commit of this batch it was read. */
  batch?: { until: Seen; commit: bigint };
}

/**
 * Whether a position in the changes of a workspace, the `cursor` of a change, is at the write with this cursor, or behind it.
 * @throws TypeError for what is no such cursor
 */
export function hasReached(position: string, cursor: string): boolean {
  const { since, batch } = read(position);
  // The cursor of a write ends with its commit.
  const written = read(cursor).since.end - 1n;
  return sees(since, written) || (batch !== undefined && batch.commit >= written && sees(batch.until, written));
}

/**
 * Whether a change, by its `cursor`, was there when the write with this cursor was answered: who reads afterwards has read it.
 * @throws TypeError for what is no such cursor
 */
export function wasThere(position: string, cursor: string): boolean {
  const { batch } = read(position);
  return batch !== undefined && sees(read(cursor).since, batch.commit);
}

const sees = ({ end, open }: Seen, commit: bigint) => commit < end && !open.has(commit);

/** The kinds of cursors of the server that are positions in changes, by their first byte. */
const kinds = { snapshot: 3n, change: 4n };

/** Reads the numbers of a cursor: seven bits in each byte. */
function read(cursor: string): Position {
  const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
  let at = 0;
  const number = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (at >= text.length) throw new TypeError('The cursor must be one of a write or a change, unchanged.');
      const byte = text.charCodeAt(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const seen = (): Seen => {
    const end = number();
    const open = new Set<bigint>();
    let above = end;
    for (let left = number(); left > 0n; left--) {
      above -= number();
      open.add(above);
    }
    return { end, open };
  };
  const kind = number();
  // The epoch, and the time.
  number();
  number();
  if (kind === kinds.snapshot) return { since: seen() };
  if (kind !== kinds.change) throw new TypeError('The cursor must be one of a write or a change.');
  return { since: seen(), batch: { until: seen(), commit: number() } };
}

interface Waiting {
  workspaceId: string;
  cursor: string;
  resolve: () => void;
}

/** How far the changes of each workspace were processed. */
export class Progress {
  readonly #at = new Map<string, string>();
  readonly #waiting = new Set<Waiting>();

  /** To be called when a change was processed. */
  reached(workspaceId: string, position: string): void {
    this.#at.set(workspaceId, position);
    for (const waiting of this.#waiting) {
      if (waiting.workspaceId === workspaceId && hasReached(position, waiting.cursor)) waiting.resolve();
    }
  }

  /** @throws the reason of the signal, as soon as it is aborted */
  waitFor(workspaceId: string, cursor: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const at = this.#at.get(workspaceId);
      if (at !== undefined && hasReached(at, cursor)) return resolve();
      const end = () => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      const waiting = {
        workspaceId,
        cursor,
        resolve: () => {
          end();
          resolve();
        },
      };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}
