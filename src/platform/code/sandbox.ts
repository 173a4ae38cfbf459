import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromSandbox, ToSandbox } from './code-run.js';
import { libraries } from './generated/libraries.js';
import { withoutNetwork } from './network-namespace.js';

/** A child process that runs untrusted code. */
export interface Sandbox {
  /** The ID of the process; undefined if it could not be started. */
  pid: number | undefined;
  /** Resolves when the process has loaded its engine; rejects with the reason if it could not. */
  ready: Promise<void>;
  send(message: ToSandbox): void;
  kill(): void;
}

export interface SandboxEvents {
  onMessage: (message: Extract<FromSandbox, { id: number }>) => void;
  /** Called once, when the process has ended for any reason. */
  onExit: (end: SandboxEnd) => void;
}

/** Why a process ended. */
export interface SandboxEnd {
  outOfMemory: boolean;
  message: string;
}

/** What the process exits with when an isolate is out of memory. */
export const outOfMemoryCode = 70;
/** How an engine without memory, and the system, end a process. */
const outOfMemorySignals: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL', 'SIGBUS']);

function endOf(code: number | null, signal: NodeJS.Signals | null): SandboxEnd {
  const outOfMemory = code === outOfMemoryCode || (signal !== null && outOfMemorySignals.has(signal));
  return { outOfMemory, message: `The process of the code ended with ${signal ?? `code ${code}`}.` };
}

const heapMb = 128;
const startMs = 10_000;

/**
 * Starts the process with an empty environment, no permissions but to read its own code, and no network where the system
 * allows that.
 * @throws Error if its engine is not installed
 */
export function startSandbox({ onMessage, onExit }: SandboxEvents): Sandbox {
  const [script, host] = ['sandbox-process', 'sandbox-host'].map((name) =>
    fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url)),
  ) as [string, string];
  const engine = engineFile();
  // The launcher becomes the program that it starts, in the same process, and its channel stays open.
  const [launcher = process.execPath, ...launched] = withoutNetwork() ?? [];
  const child = fork(script, [engine, host], {
    env: {},
    execPath: launcher,
    execArgv: [
      ...(launched.length > 0 ? [...launched, process.execPath] : []),
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${script}`,
      `--allow-fs-read=${host}`,
      `--allow-fs-read=${engine}`,
      ...manifestsAbove(script),
      '--no-node-snapshot',
      `--max-old-space-size=${heapMb}`,
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.once('exit', (code, signal) => onExit(endOf(code, signal)));
  // An exit event follows, unless there was no process at all.
  child.on('error', () => (child.pid === undefined ? onExit(endOf(null, null)) : undefined));
  // This process may exit while the sandbox runs.
  child.unref();
  child.channel?.unref();
  return {
    pid: child.pid,
    ready: becomesReady(child, onMessage),
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

function becomesReady(child: ChildProcess, onMessage: SandboxEvents['onMessage']): Promise<void> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => {
      reject(new Error('The sandbox process did not start in time.'));
      child.kill('SIGKILL');
    }, startMs);
    child.on('message', (message: FromSandbox) => {
      if (message.kind === 'ready' || message.kind === 'broken') clearTimeout(clock);
      if (message.kind === 'ready') {
        child.send({ kind: 'libraries', texts: libraries } satisfies ToSandbox, () => undefined);
        resolve();
      } else if (message.kind === 'broken') reject(new Error(message.message));
      else onMessage(message);
    });
    child.once('exit', (code) => {
      clearTimeout(clock);
      reject(new Error(`The sandbox process ended with code ${code}.`));
    });
  });
}

/** The compiled engine for this system. @throws Error if isolated-vm is not installed for this system */
function engineFile(): string {
  const manifest = createRequire(import.meta.url).resolve('isolated-vm/package.json');
  const gyp = createRequire(manifest)('node-gyp-build') as { path(folder: string): string };
  return realpathSync(gyp.path(dirname(manifest)));
}

/** The package.json files of the parent folders, which determine the module type. */
function manifestsAbove(script: string): string[] {
  const paths: string[] = [];
  for (let folder = dirname(script); folder !== dirname(folder); folder = dirname(folder)) {
    paths.push(`--allow-fs-read=${folder}/package.json`);
  }
  return paths;
}
