import { createCipheriv, createHash } from 'node:crypto';

const block = 16;
const chunkBytes = 1024 * 1024;
const zeros = Buffer.alloc(chunkBytes);

/** Random bytes of a seed, from any offset on, none of which is ever kept: what AES makes of zeros. */
export function* bytesFrom(seed: number, offset: number, end: number): Generator<Buffer> {
  const key = createHash('sha256').update(String(seed)).digest().subarray(0, block);
  const counter = Buffer.alloc(block);
  counter.writeBigUInt64BE(BigInt(Math.floor(offset / block)), 8);
  const cipher = createCipheriv('aes-128-ctr', key, counter);
  cipher.update(zeros.subarray(0, offset % block));
  for (let at = offset; at < end; at += chunkBytes)
    yield cipher.update(zeros.subarray(0, Math.min(chunkBytes, end - at)));
}

/** The SHA-256 of the first bytes of a seed, in hexadecimal digits. */
export function hashOf(seed: number, size: number): string {
  const hash = createHash('sha256');
  for (const chunk of bytesFrom(seed, 0, size)) hash.update(chunk);
  return hash.digest('hex');
}
