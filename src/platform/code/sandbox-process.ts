import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FromSandbox, ToSandbox } from './code-run.js';
import type { createHost } from './sandbox-host.js';

/*
 * The process in which foreign code runs: started with `--permission` and an empty environment, given its tasks over
 * its channel. Each piece of code gets an isolate of its own, which has the language and, where it names them, the libraries of
 * `isolate/`: no process, no timers, no network. Nothing of this process is ever handed to it but texts, and one function from
 * texts to text.
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
  evalClosure(code: string, args: unknown[], options: { timeout: number; result?: object }): Promise<unknown>;
}
/** A function of an isolate. */
interface IsolateFunction {
  applyIgnored(receiver: undefined, args: unknown[]): void;
}
interface Script {
  run(context: Context, options: { timeout: number }): Promise<unknown>;
}

type Run = Extract<ToSandbox, { kind: 'run' }>;

const memoryMb = 64;
const answerBytesAtMost = 10 * 1024 * 1024;
/** Characters of the logs, or of the error, as JSON. */
const notesAtMost = 256 * 1024;

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
const { isArray } = Array;
const { keys } = Object;
const itemKeys = { __proto__: null, json: 1, binary: 1, pairedItem: 1, index: 1, error: 1 };
const isItem = (value) => {
  if (typeof value !== 'object' || value === null || typeof value.json !== 'object' || value.json === null) return false;
  for (const key of keys(value)) if (!itemKeys[key]) return false;
  return true;
};
const plain = (value) => {
  if (!isArray(value) || value.length === 0) return value;
  const all = [];
  for (let at = 0; at < value.length; at += 1) {
    if (!isItem(value[at])) return value;
    apply(push, all, [value[at].json]);
  }
  return all;
};
return (async () => {
  const notes = (kind, text) => '\\n' + stringify({ [kind]: text, logs: lines });
  let value;
  try { value = plain(await main(parse($0))); } catch (error) { return notes('error', describe(error)); }
  let text;
  try { text = stringify(value === undefined ? null : value) ?? 'null'; } catch (error) { return notes('invalidAnswer', describe(error)); }
  if (text.length > $1) return notes('invalidAnswer', 'It has ' + text.length + ' characters as JSON.');
  return text + '\\n' + stringify({ logs: lines });
})();`;

const running = new Map<number, () => void>();

function report(message: FromSandbox): void {
  process.send?.(message);
}

/** The libraries that code can name, by name: the bodies of functions. */
let libraries: Readonly<Record<string, string>> = {};

async function run(ivm: Ivm, makeHost: typeof createHost, task: Run): Promise<void> {
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
    const context = await isolate.createContext();
    let settle: IsolateFunction | undefined;
    const host = makeHost({
      isOver: () => isolate.isDisposed,
      settle: (number, text) => {
        if (!isolate.isDisposed) settle?.applyIgnored(undefined, [number, text]);
      },
    });
    settle = await install(context, host, task);
    report({ kind: 'answer', id, ...split(await evaluate(isolate, context, task)) });
  } catch (error) {
    report({ kind: 'failed', id, ...reason(error, aborted, isolate.isDisposed) });
  } finally {
    clearTimeout(clock);
    running.delete(id);
    if (!isolate.isDisposed) isolate.dispose();
  }
}

/** Installs the libraries that the code names. @returns what ends the calls of the host that take a while */
async function install(context: Context, host: ReturnType<typeof createHost>, task: Run) {
  if (task.libraries.length === 0) return undefined;
  const bodies = task.libraries.map(
    (name) =>
      `settle = ((host) => { ${libraries[name]}\nreturn library.install({ modules, host, scope: $1, input: $2 }); })($0) ?? settle;`,
  );
  const code = `const modules = { __proto__: null }; let settle = () => undefined;\n${bodies.join('\n')}\nreturn settle;`;
  const limits = { timeout: task.timeoutMs, result: { reference: true } };
  return (await context.evalClosure(code, [host, task.scope, task.input], limits)) as IsolateFunction;
}

async function evaluate(isolate: Isolate, context: Context, { source, input, timeoutMs }: Run): Promise<string> {
  // The line break lets the code end with a comment.
  const code = `globalThis.main = async function (input) {"use strict";${source}\n};`;
  const script = await isolate.compileScript(code, { filename: 'code.js' });
  await script.run(context, { timeout: timeoutMs });
  const result = { promise: true, copy: true };
  const limits = { timeout: timeoutMs, result };
  return String(await context.evalClosure(bootstrap, [input, answerBytesAtMost], limits));
}

/** The value and the notes of an answer. The code may have replaced what limits them in the isolate. */
function split(answer: string): { value: string; notes: string } {
  const at = answer.lastIndexOf('\n');
  const [value, notes] = at < 0 ? [answer, '{}'] : [answer.slice(0, at), answer.slice(at + 1)];
  const invalid = (invalidAnswer: string) => ({ value: '', notes: JSON.stringify({ invalidAnswer }) });
  if (value.length > answerBytesAtMost) return invalid(`It has ${value.length} characters as JSON.`);
  const bytes = Buffer.byteLength(value);
  if (bytes > answerBytesAtMost) return invalid(`It has ${bytes} bytes as JSON.`);
  return notes.length > notesAtMost ? invalid('Its logs could not be read.') : { value, notes };
}

function reason(error: unknown, aborted: 'timeout' | 'cancel' | null, disposed: boolean) {
  const message = error instanceof Error ? error.message.slice(0, 2_000) : 'The code failed.';
  if (aborted !== null || /execution timed out/i.test(message)) return { code: 'CODE_TIMEOUT' as const, message };
  if (disposed || /memory limit|heap|allocation failed/i.test(message))
    return { code: 'CODE_MEMORY' as const, message };
  const name = error instanceof Error ? `${error.name.slice(0, 100)}: ` : '';
  return { code: 'CODE_FAILED' as const, message: `${name}${message}` };
}

async function start(): Promise<void> {
  const [engine, hostFile] = process.argv.slice(2) as [string, string];
  const { ivm } = createRequire(import.meta.url)(engine) as { ivm: Ivm };
  const host = (await import(pathToFileURL(hostFile).href)) as { createHost: typeof createHost };
  process.on('message', (message: ToSandbox) => {
    if (message.kind === 'libraries') libraries = message.texts;
    else if (message.kind === 'run') void run(ivm, host.createHost, message);
    else running.get(message.id)?.();
  });
  report({ kind: 'ready' });
}

// The parent process has ended.
process.on('disconnect', () => process.exit(0));
try {
  await start();
} catch (error) {
  report({ kind: 'broken', message: (error as Error).message });
  process.disconnect?.();
}
