import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type CodeTask, createCodeRunner } from '../../../src/platform/code/index.js';

const runner = createCodeRunner();
afterAll(() => runner.close());

const never = new AbortController().signal;
const run = (source: string, task: Partial<CodeTask> = {}) =>
  runner.run({ source, input: null, ...task }, never, 'somebody');
const value = async (source: string, task: Partial<CodeTask> = {}) => {
  const ran = await run(source, task);
  return ran.kind === 'done' ? JSON.parse(ran.json) : ran;
};
const failure = expect.objectContaining({ kind: 'failed' });

describe('the libraries of code', () => {
  test.each([
    ['Buffer.from("añ€", "utf8").toString("base64")', Buffer.from('añ€').toString('base64')],
    ['Buffer.from("--__", "base64url").toString("hex")', 'fbefff'],
    ['Buffer.from([251, 239, 255]).toString("base64url")', '--__'],
    ['Buffer.concat([Buffer.from("a"), Buffer.from("b")]).toString()', 'ab'],
    ['require("buffer").Buffer === Buffer && require("node:buffer").Buffer === Buffer', true],
    ['[btoa("a\\xff"), atob("Yf8=")]', ['Yf8=', 'a\xff']],
    ['[...new TextEncoder().encode("€")]', [226, 130, 172]],
    ['new TextDecoder("latin1").decode(new Uint8Array([233]))', 'é'],
    ['new TextDecoder().decode(new TextEncoder().encode("añ€😀"))', 'añ€😀'],
    ['new URL("/b?x=1&x=2#h", "https://u:p@ex.test:8443/a").href', 'https://u:p@ex.test:8443/b?x=1&x=2#h'],
    ['new URL("https://münchen.test/ü").href', 'https://xn--mnchen-3ya.test/%C3%BC'],
    ['new URL("https://a.test/?x=1&x=2").searchParams.getAll("x")', ['1', '2']],
    [
      'const u = new URL("https://a.test/"); u.searchParams.set("q", "a b&c"); u.pathname = "/x"; return String(u)',
      'https://a.test/x?q=a+b%26c',
    ],
    ['const u = new URL("https://a.test/?a=1"); u.search = "?b=2"; return u.searchParams.get("b")', '2'],
    ['new URLSearchParams({ a: "1 2", b: "ñ" }).toString()', 'a=1+2&b=%C3%B1'],
    [
      '[...new URLSearchParams("a=1&b=%zz")]',
      [
        ['a', '1'],
        ['b', '%zz'],
      ],
    ],
    ['JSON.stringify({ u: new URL("https://a.test") })', '{"u":"https://a.test/"}'],
    ['URL.canParse("nonsense")', false],
    [
      'const { Buffer: B } = require("buffer"); const a = { m: new Map([[1, new Date(5)]]), b: B.from("x") }; a.self = a; const c = structuredClone(a); return [c !== a, c.self === c, c.m.get(1).getTime(), c.b[0]]',
      [true, true, 5, 120],
    ],
    ['crypto.randomUUID()', expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)],
    ['crypto.getRandomValues(new Uint8Array(8)).some(Boolean)', true],
    [
      'require("crypto").createHash("sha256").update("a").update(Buffer.from("b")).digest("hex")',
      'fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603',
    ],
    [
      'require("crypto").createHmac("sha1", "key").update("text").digest("base64")',
      createHmac('sha1', 'key').update('text').digest('base64'),
    ],
    [
      'const c = require("crypto"); return [c.timingSafeEqual(Buffer.from("a"), Buffer.from("a")), c.randomBytes(5).length]',
      [true, 5],
    ],
    [
      'Buffer.from(await crypto.subtle.digest("SHA-1", new TextEncoder().encode("a"))).toString("hex")',
      '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8',
    ],
    ['DateTime.fromISO("2026-01-31").plus({ months: 1 }).toISODate()', '2026-02-28'],
    [
      'require("luxon").Duration.fromObject({ hours: 36 }).as("days") + Interval.before(DateTime.fromISO("2026-01-02"), { days: 1 }).length("hours")',
      25.5,
    ],
    [
      'require("util").format("%s is %d", "a", "2") + require("util").isDeepStrictEqual([{ a: 1 }], [{ a: 1 }])',
      'a is 2true',
    ],
    ['new (require("url").URL)("https://a.test").host', 'a.test'],
  ])('are those of browsers and Node: %s', async (source, expected) => {
    expect(await value(source.includes('return ') ? source : `return ${source}`)).toEqual(expected);
  });

  test('sign, encrypt and derive as crypto.subtle does', async () => {
    const source = `
      const text = new TextEncoder().encode('secret');
      const aes = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, text);
      const opened = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, sealed));
      const refused = await crypto.subtle.exportKey('raw', aes).catch((error) => error instanceof Error);
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text);
      const right = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, pair.publicKey, signature, text);
      const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits']);
      const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: text, iterations: 10 }, base, 128);
      return [opened, refused, right, bits.byteLength, aes.extractable, pair.publicKey.type];`;
    expect(await value(source)).toEqual(['secret', true, true, 16, false, 'public']);
  });

  test('are a few, which the refusal of another names', async () => {
    expect(await run('require("fs")')).toMatchObject({
      code: 'CODE_FAILED',
      message: 'Error: require("fs") is not allowed. Code can require: buffer, crypto, luxon, url, util.',
    });
    for (const name of ['__proto__', 'constructor', 'node:child_process', './x', 'node:node:fs', 'toString'])
      expect(await run(`require(${JSON.stringify(name)})`)).toMatchObject({
        message: expect.stringContaining('is not allowed'),
      });
  });

  test('refuse what would take long', async () => {
    const derive = (iterations: number, length: number) => `
      const base = await crypto.subtle.importKey('raw', new Uint8Array(9), 'PBKDF2', false, ['deriveBits']);
      const kind = { name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(9), iterations: ${iterations} };
      return crypto.subtle.deriveBits(kind, base, ${length});`;
    expect(await run(derive(2 ** 31 - 1, 128))).toMatchObject({
      message: expect.stringMatching(/iterations .* 1000000/),
    });
    expect(await run(derive(1, 2 ** 31))).toMatchObject({ message: expect.stringMatching(/length must be/) });
    const rsa = '{ name: "RSA-PSS", modulusLength: 16384, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }';
    expect(await run(`return crypto.subtle.generateKey(${rsa}, true, ["sign"])`)).toMatchObject({
      message: expect.stringMatching(/modulusLength .* 4096/),
    });
    expect(await run('require("crypto").randomBytes(1e9)')).toMatchObject({
      message: expect.stringMatching(/size must be/),
    });
  });
});

const scope = {
  arrived: [[{ n: 1 }, { n: 2 }]],
  nodes: [
    { id: 'n1', name: 'Get orders', output: [{ id: 7 }, { id: 8 }] },
    { id: 'n2', name: 'n2', output: { total: 3 } },
  ],
  execution: { id: 'e-1' },
  workflow: { id: 'f-1', name: 'Orders' },
  vars: { region: 'eu' },
  now: '2026-03-04T05:06:07.000Z',
};

describe('the names of n8n', () => {
  test.each([
    ['$json.n', 1],
    ['$input.all().map((item) => item.json.n)', [1, 2]],
    ['[$input.first().json.n, $input.last().json.n, $input.item.json.n]', [1, 2, 1]],
    ['$("Get orders").all().map((item) => item.json.id)', [7, 8]],
    ['[$("n1").first().json.id, $("Get orders").last().json.id, $("Get orders").item.json.id]', [7, 8, 7]],
    ['[$node["n2"].json.total, $node.n2.json.total, $("n2").json.total]', [3, 3, 3]],
    ['[$items().length, $items("Get orders").length]', [2, 2]],
    ['[$execution.id, $workflow.id, $workflow.name, $vars.region]', ['e-1', 'f-1', 'Orders', 'eu']],
    ['[$now.toISO(), $today.toISODate(), $now.plus({ days: 1 }).day]', ['2026-03-04T05:06:07.000Z', '2026-03-04', 5]],
  ])('read the execution: %s', async (source, expected) => {
    expect(await value(`return ${source}`, { scope })).toEqual(expected);
  });

  test('read the input instead of what arrived where there is one', async () => {
    const given = { scope: { ...scope, arrived: null }, input: { a: 5 } };
    expect(await value('return [$json, $input.all().length, input.a]', given)).toEqual([{ a: 5 }, 1, 5]);
  });

  test('name the nodes that ran where one is missing', async () => {
    expect(await run('return $("Get order").first()', { scope })).toMatchObject({
      code: 'CODE_FAILED',
      message: 'Error: No node "Get order" has run before this one. These have: Get orders, n2.',
    });
  });

  test.each([
    [
      'a list of items is the list of their json',
      '[{ json: { a: 1 } }, { json: { a: 2 }, pairedItem: 0 }]',
      [{ a: 1 }, { a: 2 }],
    ],
    ['items that were changed', '$input.all().map((item) => { item.json.n += 1; return item; })', [{ n: 2 }, { n: 3 }]],
    ['an object with json stays', '{ json: { a: 1 } }', { json: { a: 1 } }],
    ['a list with anything else stays', '[{ json: { a: 1 } }, { b: 2 }]', [{ json: { a: 1 } }, { b: 2 }]],
    ['objects with more stay', '[{ json: { a: 1 }, name: "x" }]', [{ json: { a: 1 }, name: 'x' }]],
    ['json that is no object stays', '[{ json: 1 }]', [{ json: 1 }]],
    ['an empty list stays', '[]', []],
  ])('returned: %s', async (_, source, expected) => {
    expect(await value(`return ${source}`, { scope })).toEqual(expected);
  });
});

/** Everything that an attacker can name. */
const reachable = [
  'Buffer',
  'Buffer.from("x")',
  'Buffer.prototype.toString',
  'require',
  'require("crypto")',
  'require("crypto").createHash("md5")',
  'require("util").format',
  'crypto.subtle.digest',
  'crypto.getRandomValues',
  'new URL("https://a.test")',
  'new URL("https://a.test").searchParams',
  'new TextDecoder()',
  'structuredClone({})',
  'structuredClone(new Error("x"))',
  'btoa',
  'DateTime',
  'DateTime.fromISO("2026-01-01")',
  '$("n1").all',
  '$("n1").all()[0].json',
  '$node',
  '$execution',
  '$json',
  '(await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-1" }, true, ["sign"]))',
  '(await crypto.subtle.digest("SHA-1", new Uint8Array(1)))',
  '(() => { try { new URL("no") } catch (error) { return error } })()',
  '(() => { try { atob("*") } catch (error) { return error } })()',
  '(await crypto.subtle.digest("no", new Uint8Array(1)).catch((error) => error))',
];

describe('hostile code with libraries', () => {
  test.each(reachable)('reaches nothing of its process by %s', async (expression) => {
    const source = `
      const start = ${expression};
      const seen = new Set([globalThis]);
      const found = [];
      const todo = [start];
      const names = ['process', 'require', 'module', '__filename', '__dirname', 'setTimeout', 'fetch', 'global'];
      while (todo.length > 0 && seen.size < 5000) {
        const one = todo.pop();
        if ((typeof one !== 'object' && typeof one !== 'function') || one === null || seen.has(one)) continue;
        seen.add(one);
        let make;
        try { make = one.constructor?.constructor; } catch {}
        if (typeof make === 'function' && make !== Function) {
          try { if (make('return typeof process')() !== 'undefined') found.push('process'); } catch {}
        }
        if (make === Function && make('return this')() !== globalThis) found.push('another world');
        todo.push(Object.getPrototypeOf(one));
        for (const key of Reflect.ownKeys(one)) { try { todo.push(one[key]); } catch {} }
      }
      for (const name of names) if (name !== 'require' && Function('return typeof ' + name)() !== 'undefined') found.push(name);
      return [found, seen.size > 1];`;
    expect(await value(source, { scope })).toEqual([[], true]);
  });

  test.each([
    'Buffer.constructor.constructor("return process")()',
    'require("crypto").constructor.constructor("return process")()',
    'require.constructor("return process")().mainModule.require("fs")',
    'Buffer.from.constructor("return this.process.env")()',
    'crypto.subtle.digest.constructor("return process")()',
    'DateTime.constructor("return process")()',
    '$("n1").constructor.constructor("return process")()',
    'require("module").createRequire("/")("fs")',
    'Buffer.from("x").buffer.constructor.constructor("return process")()',
    'await (async () => {}).constructor("return process")()',
  ])('fails: %s', async (source) => {
    expect(await value(`return ${source}`, { scope })).toEqual(failure);
  });

  test.each([
    'new URL("no")',
    'atob("*")',
    'require("crypto").createHash("no")',
    'await crypto.subtle.digest("no", Buffer.from("a"))',
  ])('learns no path of the server from what %s throws', async (source) => {
    const seen = await value(
      `try { ${source}; return 'nothing' } catch (error) { return error.stack + error.message }`,
    );
    expect(seen).not.toBe('nothing');
    expect(seen).not.toMatch(/sandbox|node_modules|\/src\/|\/dist\/|file:|node:/);
  });

  test('finds the function of the host by none of the functions that it replaces', async () => {
    const source = `
      const { apply } = Reflect;
      const seen = new Set();
      const note = (...all) => { for (const one of all) if (typeof one === 'function') seen.add(one); };
      for (const [home, names] of [
        [Function.prototype, ['apply', 'call', 'bind', 'toString']],
        [Array.prototype, ['map', 'filter', 'find', 'reduce', 'push', 'flatMap', 'some', 'includes']],
        [String.prototype, ['slice', 'charCodeAt', 'replace', 'toWellFormed']],
        [Object, ['entries', 'fromEntries', 'assign', 'keys', 'freeze', 'hasOwn']],
        [JSON, ['stringify', 'parse']],
        [Promise.prototype, ['then', 'catch']],
        [Map.prototype, ['get', 'set', 'delete']],
        [WeakMap.prototype, ['get', 'set']],
      ]) for (const name of names) {
        const own = home[name];
        home[name] = function (...args) { note(this, ...args); return apply(own, this, args); };
      }
      Object.defineProperty(Object.prototype, 'host', { configurable: true, set(value) { note(value); }, get() { return undefined; } });
      for (const use of [
        () => new URL('https://a.test/?a=1').searchParams.append('b', '2'),
        () => btoa('a'),
        () => new TextDecoder().decode(new Uint8Array(1)),
        () => crypto.randomUUID(),
        () => crypto.getRandomValues(new Uint8Array(4)),
        () => require('crypto').createHash('md5').update('a').digest('hex'),
        () => crypto.subtle.digest('SHA-1', new Uint8Array(1)),
      ]) await use();
      const calls = [...seen].filter((one) => { try { return /^=[0-9a-f-]{36}$/.test(one('uuid', 'null', '')); } catch { return false; } });
      return [seen.size > 0, calls.length];`;
    expect(await value(source)).toEqual([true, 0]);
  });

  test('gets errors and no crash from forged calls of the host', async () => {
    const forge = `JSON.stringify = () => FORGED; try { return String(await (USE)) } catch (error) { return 'refused' }`;
    const forged = [
      '"{"',
      '"null"',
      '"[]"',
      '"[1,\\"importKey\\",[\\"raw\\",{\\"$key\\":{}},{},true,[]]]"',
      '{}',
      '7',
      '"[1,\\"constructor\\",[]]"',
      '"[1,\\"__proto__\\",null]"',
    ];
    for (const text of forged) {
      for (const use of [
        'crypto.subtle.digest("SHA-1", new Uint8Array(1))',
        'crypto.randomUUID()',
        'new URL("x:y")',
        'new TextDecoder()',
      ]) {
        const ran = await run(forge.replace('FORGED', text).replace('USE', use), { timeoutMs: 400 });
        expect(ran.kind === 'done' || ['CODE_FAILED', 'CODE_TIMEOUT', 'CODE_OUTPUT'].includes(ran.code)).toBe(true);
      }
    }
    expect(await value('return 1')).toBe(1);
  }, 60_000);

  test('leaves nothing behind for the next run', async () => {
    await run(`
      Object.prototype.polluted = 1; Buffer.prototype.toString = () => 'forged'; Buffer.from = null; crypto.randomUUID = () => 'forged';
      URL.prototype.toString = () => 'forged'; require('crypto').createHash = () => 'forged'; require('luxon').Settings.defaultZone = 'Asia/Tokyo';
      DateTime.prototype.toISO = () => 'forged'; globalThis.$ = () => 'forged'; return 1`);
    const source = `return [{}.polluted ?? null, Buffer.from('a').toString(), crypto.randomUUID().length, new URL('https://a.test') + '',
      require('crypto').createHash('md5').update('a').digest('hex').length, DateTime.fromISO('2026-01-01').toISO(), $('n2').json]`;
    expect(await value(source, { scope })).toEqual([
      null,
      'a',
      36,
      'https://a.test/',
      32,
      '2026-01-01T00:00:00.000Z',
      { total: 3 },
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    ['hashes', 'for (;;) require("crypto").createHash("sha512").update("x".repeat(1e6)).digest()'],
    ['calls that it does not await', 'for (;;) crypto.subtle.digest("SHA-512", new Uint8Array(1e5))'],
    ['addresses', 'for (;;) new URL("https://a.test/" + Math.random())'],
    ['keys', 'for (;;) await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"])'],
    ['a clone', 'const all = []; for (;;) all.push(structuredClone([...Array(1e4)].map(() => ({}))))'],
    ['buffers', 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))'],
  ])('is stopped as before: %s', async (_, source) => {
    const began = performance.now();
    expect(await run(source, { timeoutMs: 1_000 })).toMatchObject({
      code: expect.stringMatching(/^CODE_(TIMEOUT|MEMORY|FAILED)$/),
    });
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(await value('return 1')).toBe(1);
  });
});
