import { createRequire } from 'node:module';
import type { FromSandbox, ToSandbox } from './code-run.js';

/*
 * The process in which foreign code runs: started with `--permission` and an empty environment, given its tasks over
 * its channel. Each piece of code gets an isolate of its own, which has the language and nothing else: no require, no
 * process, no timers, no network. Nothing of this process is ever handed to it but two texts.
 */

/** The part of isolated-vm that is used. The package, and its types, may be missing if npm could not install it. */
interface Ivm {
  Isolate: new (options: { memoryLimit: number; onCatastrophicError: (message: string) => void }) => Isolate;
}
interface Isolate {
  createContext(): Promise<Context>;
  compileScript(code: string, options: { filename: string }): Promise<Script>;
  dispose(): void;
  readonly isDisposed: boolean;
}
interface Context {
  evalClosure(code: string, args: unknown[], options: { timeout: number; result: object }): Promise<unknown>;
}
interface Script {
  run(context: Context, options: { timeout: number }): Promise<unknown>;
}

const memoryMb = 64;
const answerCharactersAtMost = 1024 * 1024;

/** Runs in the isolate before the code, and keeps what it needs out of the code's reach. */
const bootstrap = `
const { stringify, parse } = JSON;
const { push } = Array.prototype;
const { apply } = Reflect;
const { slice } = String.prototype;
const Text = String;
const lines = [];
let room = 16384;
const show = (value) => {
  try { return typeof value === 'string' ? value : (stringify(value) ?? Text(value)); } catch { return '[cannot be shown]'; }
};
const log = (...values) => {
  let line = '';
  for (let at = 0; at < values.length && at < 50; at += 1) line += (at ? ' ' : '') + show(values[at]);
  line = apply(slice, line, [0, 2000]);
  room -= line.length + 1;
  if (room > 0) apply(push, lines, [line]);
};
globalThis.console = { log, info: log, warn: log, error: log, debug: log };
const main = globalThis.main;
delete globalThis.main;
const describe = (error) => {
  try { return apply(slice, error instanceof Error ? error.name + ': ' + error.message : show(error), [0, 2000]); } catch { return 'It threw something that cannot be shown.'; }
};
return (async () => {
  let value;
  try { value = await main(parse($0)); } catch (error) { return stringify({ error: describe(error), logs: lines }); }
  let text;
  try { text = stringify({ value: value === undefined ? null : value, logs: lines }); } catch (error) { return stringify({ invalidAnswer: describe(error), logs: lines }); }
  if (text.length > $1) return stringify({ invalidAnswer: 'It has ' + text.length + ' characters as JSON.', logs: lines });
  return text;
})();`;

const running = new Map<number, () => void>();

function report(message: FromSandbox): void {
  process.send?.(message);
}

async function run(ivm: Ivm, task: Extract<ToSandbox, { kind: 'run' }>): Promise<void> {
  const { id, timeoutMs } = task;
  const isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError: () => process.exit(70) });
  let aborted: 'timeout' | 'cancel' | null = null;
  const deadline = (why: 'timeout' | 'cancel') => {
    aborted = why;
    if (!isolate.isDisposed) isolate.dispose();
  };
  // Code that only waits for a promise uses no CPU time, so the isolate's own limit does not stop it.
  const clock = setTimeout(() => deadline('timeout'), timeoutMs);
  running.set(id, () => deadline('cancel'));
  try {
    const answer = await evaluate(isolate, task);
    report({ kind: 'answer', id, answer });
  } catch (error) {
    report({ kind: 'failed', id, ...reason(error, aborted, isolate.isDisposed) });
  } finally {
    clearTimeout(clock);
    running.delete(id);
    if (!isolate.isDisposed) isolate.dispose();
  }
}

async function evaluate(isolate: Isolate, { source, input, timeoutMs }: Extract<ToSandbox, { kind: 'run' }>) {
  const context = await isolate.createContext();
  // The line break lets the code end with a comment.
  const code = `globalThis.main = async function (input) {"use strict";${source}\n};`;
  const script = await isolate.compileScript(code, { filename: 'code.js' });
  await script.run(context, { timeout: timeoutMs });
  const result = { promise: true, copy: true };
  const limits = { timeout: timeoutMs, result };
  const answer = String(await context.evalClosure(bootstrap, [input, answerCharactersAtMost], limits));
  if (answer.length <= answerCharactersAtMost) return answer;
  // The code has replaced what limits its answer in the isolate.
  return JSON.stringify({ invalidAnswer: `It has ${answer.length} characters as JSON.` });
}

function reason(error: unknown, aborted: 'timeout' | 'cancel' | null, disposed: boolean) {
  const message = error instanceof Error ? error.message.slice(0, 2_000) : 'The code failed.';
  if (aborted !== null || /execution timed out/i.test(message)) return { code: 'CODE_TIMEOUT' as const, message };
  if (disposed || /memory limit|heap|allocation failed/i.test(message))
    return { code: 'CODE_MEMORY' as const, message };
  const name = error instanceof Error ? `${error.name.slice(0, 100)}: ` : '';
  return { code: 'CODE_FAILED' as const, message: `${name}${message}` };
}

function start(): void {
  const { ivm } = createRequire(import.meta.url)(process.argv[2] as string) as { ivm: Ivm };
  process.on('message', (message: ToSandbox) => {
    if (message.kind === 'run') void run(ivm, message);
    else running.get(message.id)?.();
  });
  report({ kind: 'ready' });
}

// The parent process has ended.
process.on('disconnect', () => process.exit(0));
try {
  start();
} catch (error) {
  report({ kind: 'broken', message: (error as Error).message });
  process.disconnect?.();
}
