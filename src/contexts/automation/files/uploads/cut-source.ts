/** A source of bytes that is read in pieces of bounded length. */
export interface CutSource {
  /** The pieces, each to be read to its end before the next one. What arrived before a failure of the source is a piece, too. */
  pieces(): AsyncGenerator<AsyncIterable<Uint8Array>>;
  /** Why the source ended before its end; undefined if it did not. */
  failure(): unknown;
}

/** @param bytes of each piece but the last */
export function cutSource(source: AsyncIterable<Uint8Array>, bytes: number): CutSource {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Uint8Array | null = null;
  let failure: unknown;
  const next = async (): Promise<Uint8Array | null> => {
    if (rest) {
      const chunk = rest;
      rest = null;
      return chunk;
    }
    if (failure !== undefined) return null;
    try {
      const { done, value } = await iterator.next();
      return done ? null : value;
    } catch (error) {
      failure = error;
      return null;
    }
  };
  async function* piece(first: Uint8Array): AsyncGenerator<Uint8Array> {
    let left = bytes;
    for (let chunk: Uint8Array | null = first; chunk; chunk = left > 0 ? await next() : null) {
      if (chunk.length > left) {
        rest = chunk.subarray(left);
        chunk = chunk.subarray(0, left);
      }
      left -= chunk.length;
      yield chunk;
    }
  }
  return {
    async *pieces() {
      for (let first = await next(); first; first = await next()) yield piece(first);
    },
    failure: () => failure,
  };
}
