import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { OutboundError, tooLarge } from './outbound-error.js';

/** The content codings that `decodeBody` decodes, as announced in requests. */
export const acceptedEncodings = 'gzip, deflate, br';

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unzip: Decoder = promisify(gunzip);
const unbrotli: Decoder = promisify(brotliDecompress);
const unzlib: Decoder = promisify(inflate);
const unraw: Decoder = promisify(inflateRaw);

// Servers send `deflate` with and without the zlib header, whose low four bits are always 8.
const undeflate: Decoder = (body, options) =>
  (body[0] ?? 0) % 16 === 8 ? unzlib(body, options) : unraw(body, options);

const decoders = new Map<string, Decoder>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', undeflate],
  ['br', unbrotli],
]);
const maxCodings = 3;

/**
 * Decodes a response; null if it has no content coding, or an unknown one: the body is then used as it is.
 * @throws OutboundError `OUTBOUND_TOO_LARGE` if the result exceeds `maxBytes`, `OUTBOUND_FAILED` for damaged data
 */
export function decodeBody(body: Buffer, encoding: string, host: string, maxBytes: number): Promise<Buffer> | null {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const chain = codings.reverse().map((coding) => decoders.get(coding));
  if (chain.length === 0 || chain.length > maxCodings || body.length === 0) return null;
  return chain.every((decoder) => decoder !== undefined) ? runChain(chain, body, host, maxBytes) : null;
}

async function runChain(chain: Decoder[], body: Buffer, host: string, maxBytes: number): Promise<Buffer> {
  try {
    let decoded = body;
    for (const decoder of chain) decoded = await decoder(decoded, { maxOutputLength: maxBytes });
    return decoded;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, maxBytes);
    throw new OutboundError('OUTBOUND_FAILED', `${host} sent a damaged compressed response. Try again.`, true, error);
  }
}
