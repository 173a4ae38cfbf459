import { createBuffer } from './buffer.js';
import { structuredClone } from './clone.js';
import { createCrypto } from './crypto.js';
import { defineGlobals, type Installing } from './install.js';
import { createSubtle } from './subtle.js';
import { textGlobals } from './text.js';
import { urlGlobals } from './url.js';
import { createUtil } from './util.js';

const allowed = ['buffer', 'crypto', 'luxon', 'url', 'util'];

/** Installs what browsers and Node offer besides the language. @returns what ends a call of `crypto.subtle` */
export function install({ host, modules }: Installing) {
  const Buffer = createBuffer();
  const { subtle, settle } = createSubtle(host);
  const crypto = createCrypto({ host, Buffer, subtle });
  const text = textGlobals(host);
  const url = urlGlobals(host);
  Object.assign(modules, { buffer: { Buffer, btoa: text.btoa, atob: text.atob }, crypto, url, util: createUtil(text) });
  const require = (name: unknown): unknown => {
    const known = String(name).replace(/^node:/, '');
    if (allowed.includes(known) && Object.hasOwn(modules, known)) return modules[known];
    throw new Error(
      `require("${String(name).slice(0, 100)}") is not allowed. Code can require: ${allowed.join(', ')}.`,
    );
  };
  defineGlobals({ Buffer, crypto, require, structuredClone, ...text, ...url });
  return settle;
}
