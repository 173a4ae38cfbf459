import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type CodeTask, createCodeRunner, withoutNetwork } from '../../../src/platform/code/index.js';
import { startSandbox } from '../../../src/platform/code/sandbox.js';
import { waitFor } from '../../support/wait-for.js';

const runner = createCodeRunner();
afterAll(() => runner.close());

const never = new AbortController().signal;
const run = (source: string, task: Partial<CodeTask> = {}, signal = never, owner = 'somebody') =>
  runner.run({ source, input: null, ...task }, signal, owner);
const value = async (source: string, input: unknown = null) => {
  const ran = await run(source, { input });
  if (ran.kind === 'failed') return ran;
  try {
    return JSON.parse(ran.json);
  } catch {
    return { kind: 'failed', unreadable: ran.json };
  }
};

describe('sandboxed code', () => {
  test('gets its input and gives back what it returns, or null', async () => {
    expect(await value('return input.items.map((n) => n * 2)', { items: [1, 2, 3] })).toEqual([2, 4, 6]);
    expect(await value('const a = 1; // and no more')).toBeNull();
    expect(await value('return await Promise.all([1, 2].map(async (n) => n + 1))')).toEqual([2, 3]);
    expect(await value('return { when: new Date(0), no: undefined }')).toEqual({ when: '1970-01-01T00:00:00.000Z' });
  });

  test('writes what it logs, bounded', async () => {
    expect(await run('console.log("a", { b: 1 }); console.error(2)')).toMatchObject({ logs: ['a {"b":1}', '2'] });
    const { logs } = await run('for (let i = 0; i < 1e5; i++) console.log("x".repeat(5000))');
    expect(logs.join('').length).toBeLessThan(20_000);
  });

  test('fails with what it throws', async () => {
    expect(await run('console.log("before"); null.x')).toMatchObject({
      code: 'CODE_FAILED',
      message: expect.stringMatching(/^TypeError: Cannot read properties of null/),
      logs: ['before'],
    });
    expect(await run('throw { odd: true }')).toMatchObject({ code: 'CODE_FAILED', message: '{"odd":true}' });
    expect(await run('return 1 +')).toMatchObject({
      code: 'CODE_FAILED',
      message: expect.stringMatching(/^SyntaxError/),
    });
  });
});

describe('hostile code', () => {
  test.each([
    ['a loop', 'while (true);'],
    ['a loop of promises', 'while (true) await null;'],
    ['a wait for what never comes', 'await new Promise(() => {});'],
    ['a loop outside of its function', '}; while (true); {'],
    ['a regular expression', 'return /^(a+)+$/.test("a".repeat(60) + "!")'],
    ['a loop in what it throws', 'throw { toJSON() { while (true); } }'],
  ])('is stopped in time: %s', async (_name, source) => {
    const began = performance.now();
    expect(await run(source, { timeoutMs: 300 })).toMatchObject({ code: 'CODE_TIMEOUT' });
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await value('return 1')).toBe(1);
  });

  test.each([
    ['lists', 'const all = []; while (true) all.push(new Array(1000).fill(Math.random()));'],
    [
      'text',
      'let text = "x"; const all = []; while (true) { text += text.length < 1e6 ? text : ""; all.push(text + all.length); }',
    ],
    ['buffers', 'const all = []; while (true) all.push(new Uint8Array(1e7).fill(1));'],
    ['one buffer', 'return new Uint8Array(4e9).length'],
  ])('cannot take more memory than it has: %s', async (_name, source) => {
    expect(await run(source)).toMatchObject({ kind: 'failed', code: expect.stringMatching(/CODE_(MEMORY|FAILED)/) });
    expect(await value('return 1')).toBe(1);
  });

  test('whose bomb kills the process does not fail what ran beside it', async () => {
    const neighbours = [1, 2, 3].map((n) => value(`let s = 0; for (let i = 0; i < 3e7; i++) s += i; return ${n}`));
    const bomb = run('const all = []; while (true) all.push(new Array(1e6).fill({}));');
    expect(await Promise.all(neighbours)).toEqual([1, 2, 3]);
    expect((await bomb).kind).toBe('failed');
  });

  test.each([
    'process',
    'module',
    'fetch',
    'setTimeout',
    'WebSocket',
    'library',
    'modules',
    'ivm',
    'XMLHttpRequest',
    'Deno',
  ])('finds no %s', async (name) => {
    expect(await value(`return typeof ${name}`)).toBe('undefined');
    expect(await value(`return [].constructor.constructor("return typeof ${name}")()`)).toBe('undefined');
  });

  test('can import nothing', async () => {
    for (const name of ['node:fs', 'node:child_process', 'isolated-vm', 'data:text/javascript,export default 1']) {
      expect(await run(`return await import(${JSON.stringify(name)})`)).toMatchObject({ kind: 'failed' });
    }
  });

  test('reaches nothing of its process through what it is given', async () => {
    expect(await value('return input.constructor.constructor("return this.process")() ?? "nothing"', {})).toBe(
      'nothing',
    );
    expect(await value('return console.log.constructor("return this.process")() ?? "nothing"')).toBe('nothing');
    expect(
      await value('try { null.x } catch (e) { return typeof e.constructor.constructor("return this")().process }'),
    ).toBe('undefined');
    expect(
      await value(
        'Error.prepareStackTrace = (e, frames) => frames.map((f) => typeof f.getThis?.()); return String(new Error().stack)',
      ),
    ).not.toMatch(/object/);
  });

  test('cannot harm what comes after it', async () => {
    await run('JSON.stringify = () => "forged"; Array.prototype.push = null; Object.prototype.polluted = 1; return 1');
    expect(await value('return { pushed: [1].concat([].push ? 2 : 3), polluted: ({}).polluted ?? null }')).toEqual({
      pushed: [1, 2],
      polluted: null,
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('gives back data, whatever it makes of the way out', async () => {
    expect(await value('return JSON.parse(\'{"__proto__": {"admin": true}}\')')).toEqual(
      JSON.parse('{"__proto__": {"admin": true}}'),
    );
    expect(await value('}; globalThis.main = () => 1; JSON.stringify = () => "{"; {')).toMatchObject({
      kind: 'failed',
    });
    expect(await run('}; JSON.stringify = () => "1\\n{"; {')).toMatchObject({ code: 'CODE_OUTPUT' });
    expect(await run('const a = {}; a.a = a; return a')).toMatchObject({ code: 'CODE_OUTPUT' });
    expect(await run('return 1n')).toMatchObject({ code: 'CODE_OUTPUT' });
  });

  test('can return 10 MiB, and not a byte more', async () => {
    const whole = 10 * 1024 * 1024 - 2;
    const ran = await run(`return "x".repeat(${whole})`);
    expect(ran.kind === 'done' && ran.json.length).toBe(whole + 2);
    const message = expect.stringMatching(/at most 10 MiB/);
    expect(await run(`return "x".repeat(${whole + 1})`)).toMatchObject({ code: 'CODE_OUTPUT', message });
    expect(await run(`return "é".repeat(${whole / 2 + 1})`)).toMatchObject({ code: 'CODE_OUTPUT', message });
  });

  test('cannot return more than 10 MiB by replacing what limits it', async () => {
    const source = 'return 1; }; JSON.stringify = () => "x".repeat(12e6); globalThis.main = async function () {';
    expect(await run(source)).toMatchObject({ code: 'CODE_OUTPUT', message: expect.stringMatching(/at most 10 MiB/) });
  });

  test.each([
    ['an answer of 30 MB', '}; JSON.stringify = () => "x".repeat(3e7); globalThis.main = async function () {'],
    ['an array of answers', '}; JSON.stringify = () => Array(3e6).fill("x"); globalThis.main = async function () {'],
    ['an error with a name of 3 MB', '}; throw Object.assign(new Error("no"), { name: "x".repeat(3e6) }); {'],
    ['an error with a message of 3 MB', '}; throw new Error("x".repeat(3e6)); {'],
    ['a text of 3 MB that is thrown', '}; throw "x".repeat(3e6); {'],
    ['an object that becomes a long text', '}; JSON.stringify = () => ({ toString: () => "x".repeat(3e7) }); {'],
  ])('hands over at most 10 MiB, not %s', async (_, source) => {
    const handed: number[] = [];
    const sandbox = startSandbox({
      onMessage: (message) => void handed.push(JSON.stringify(message).length),
      onExit: () => void handed.push(0),
    });
    try {
      await sandbox.ready;
      sandbox.send({ kind: 'run', id: 1, source, input: 'null', scope: 'null', libraries: [], timeoutMs: 5_000 });
      await waitFor(() => handed.length > 0);
      expect(handed[0]).toBeLessThan(10.5 * 1024 * 1024);
    } finally {
      sandbox.kill();
    }
  });

  test('runs in a process without the network of the server where the system allows that', async () => {
    const sandbox = startSandbox({ onMessage: () => undefined, onExit: () => undefined });
    try {
      await sandbox.ready;
      const namespaceOf = (pid: number | string) => readlinkSync(`/proc/${pid}/ns/net`);
      const isApart = namespaceOf(sandbox.pid as number) !== namespaceOf('self');
      expect(isApart).toBe(withoutNetwork() !== null);
      if (!isApart) return;
      // The loopback interface alone, and it is down.
      const interfaces = readFileSync(`/proc/${sandbox.pid}/net/dev`, 'utf8').split('\n').slice(2).filter(Boolean);
      expect(interfaces.map((line) => line.trim().split(':')[0])).toEqual(['lo']);
      expect(readFileSync(`/proc/${sandbox.pid}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1);
    } finally {
      sandbox.kill();
    }
  });

  test('is stopped when the step is', async () => {
    const stop = new AbortController();
    const running = run('while (true);', { timeoutMs: 20_000 }, stop.signal);
    await value('return 1');
    stop.abort();
    expect(await running).toMatchObject({ kind: 'failed', message: expect.stringMatching(/interrupted/) });
    expect(await run('return 1', {}, stop.signal)).toMatchObject({ kind: 'failed' });
  });
});

/** The IDs of the processes that run code for this one. */
function processes(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const isOurs = Number(parent) === process.pid;
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox-process');
    } catch {
      return false;
    }
  });
}

/** The ticks of the clock that a process has computed. */
function computed(pid: string): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[11]);
}

describe('native code that nothing can interrupt', () => {
  test.each([
    ['sorting what has no end', 'return [1].sort.call({ length: 2 ** 31 }, () => 0)'],
    ['searching what has no end', 'return [].lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['a power without an end', 'return String(2n ** (2n ** 28n)).length'],
    ['a text of a large number', 'return String(7n ** (2n ** 21n)).length'],
  ])('is stopped by the clock, which it is told: %s', async (name, source) => {
    const [own, others] = [`whose ${name}`, `beside ${name}`];
    const beside = new AbortController();
    const earlier = new Set(processes());
    const other = run('await new Promise(() => {});', { timeoutMs: 60_000 }, beside.signal, others);
    const pid = await waitFor(() => processes().find((one) => !earlier.has(one)));
    expect(await run(source, { timeoutMs: 200 }, never, own)).toMatchObject({
      code: 'CODE_TIMEOUT',
      message: expect.stringMatching(/^The code exceeded its timeout of 0.2 seconds/),
    });
    expect(processes()).toContain(pid);
    beside.abort();
    await other;
    await run('return 1', {}, never, others);
    expect(processes()).toContain(pid);
    expect(await run('return 1', {}, never, own)).toMatchObject({ json: '1' });
  });

  test('goes on nowhere when its step is stopped', async () => {
    const stop = new AbortController();
    const own = createCodeRunner();
    const earlier = new Set(processes());
    const begun = () => processes().filter((pid) => !earlier.has(pid));
    try {
      await own.run({ source: 'return 1', input: null }, never, 'native');
      const task = { source: 'return String(2n ** (2n ** 28n)).length', input: null, timeoutMs: 60_000 };
      const native = own.run(task, stop.signal, 'native');
      const [pid = ''] = begun();
      const before = computed(pid);
      await waitFor(() => computed(pid) > before + 10);
      stop.abort();
      expect(await native).toMatchObject({ message: expect.stringMatching(/interrupted/) });
      await waitFor(() => !processes().includes(pid));
    } finally {
      own.close();
    }
  });
});

describe('code of several owners', () => {
  const loop = 'while (true);';

  test('runs in processes of their own, of which there are few, and none without work', async () => {
    const own = createCodeRunner(undefined, 300);
    const before = processes().length;
    try {
      const pids = new Set<string>();
      for (let owner = 0; owner < 12; owner++) {
        expect(await own.run({ source: 'return 1', input: null }, never, `owner ${owner}`)).toMatchObject({
          json: '1',
        });
        for (const pid of processes()) pids.add(pid);
        expect(processes().length).toBeLessThanOrEqual(before + 9);
      }
      expect(pids.size).toBeGreaterThanOrEqual(before + 12);
      await waitFor(() => processes().length <= before);
      expect(await own.run({ source: 'return 2', input: null }, never, 'owner 1')).toMatchObject({ json: '2' });
    } finally {
      own.close();
    }
  });

  test('runs while as much of another as there may be goes on and on', async () => {
    const stop = new AbortController();
    let ended = 0;
    const loops = Array.from({ length: 30 }, () =>
      run(loop, { timeoutMs: 60_000 }, stop.signal, 'large').then(() => ended++),
    );
    expect(await run('return 1', {}, never, 'small')).toMatchObject({ json: '1' });
    expect(ended).toBe(0);
    stop.abort();
    await Promise.all(loops);
    expect(await run('return 1', {}, never, 'large')).toMatchObject({ json: '1' });
  });

  test('runs while what another ended its process with goes on alone', async () => {
    const stop = new AbortController();
    const loops = Array.from({ length: 3 }, () => run(loop, { timeoutMs: 60_000 }, stop.signal, 'large'));
    const bomb = run('const all = []; while (true) all.push(new Array(1e6).fill({}));', {}, never, 'large');
    expect((await bomb).kind).toBe('failed');
    expect(await run('return 1', {}, never, 'small')).toMatchObject({ json: '1' });
    stop.abort();
    await Promise.all(loops);
  });
});
