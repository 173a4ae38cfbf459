import { bytesOf, bytesOfText, callHost, type Host, textOfBytes, utf8 } from './host.js';

/** `TextEncoder`, `TextDecoder`, `btoa` and `atob`. */
export function textGlobals(host: Host) {
  class TextEncoder {
    readonly encoding = 'utf-8';

    encode(text: unknown = ''): Uint8Array {
      return utf8(String(text));
    }
  }

  class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;

    constructor(label: unknown = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.encoding = callHost(host, 'encodingOf', String(label));
      this.fatal = Boolean(fatal);
      this.ignoreBOM = Boolean(ignoreBOM);
    }

    decode(data: unknown = new Uint8Array()): string {
      const { encoding, fatal, ignoreBOM } = this;
      return callHost(host, 'decode', { encoding, fatal, ignoreBOM }, textOfBytes(bytesOf(data)));
    }
  }

  const btoa = (text: unknown): string => {
    const given = String(text);
    if (/[^\0-\xff]/.test(given)) throw new TypeError('btoa accepts characters up to U+00FF only.');
    return callHost(host, 'base64', null, given);
  };
  const atob = (text: unknown): string => callHost(host, 'unbase64', String(text));
  return { TextEncoder, TextDecoder, btoa, atob };
}

/** Random bytes of the system. */
export function randomBytesOf(host: Host, size: number): Uint8Array<ArrayBuffer> {
  return bytesOfText(callHost(host, 'random', size));
}
