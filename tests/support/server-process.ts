import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../src/config/index.js';
import { compileCache } from './compile-cache.js';

/** The server as a package runs it: a separate process that leads a process group, as in a terminal. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the output matches. @throws Error with the output when the process ends before */
  says(what: RegExp): Promise<RegExpExecArray>;
  /** Signals the whole group, as Ctrl-C does, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  /** Signals only the process itself, as a supervisor does. */
  signal(signal: NodeJS.Signals): void;
  ended(): Promise<Ended>;
  /** Kills the process if it still runs. */
  kill(): void;
}

/** The exit code, and the output of both streams. */
export interface Ended {
  code: number | null;
  output: string;
}

/**
 * @param env the environment besides PATH and the compile cache; nothing else is inherited
 * @param command a program and its arguments
 * @param cwd the folder in which it runs
 */
export function startServerProcess(
  env: Environment,
  // Bundled before the tests, as packages have it: `npm test` does.
  [program = '', ...words]: readonly string[] = [process.execPath, 'dist/crash/main.js'],
  cwd = '.',
): ServerProcess {
  const child: ChildProcess = spawn(program, words, {
    cwd,
    detached: true,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const watch of watchers) watch();
    });
  }
  const closed = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    says: (what) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          const match = what.exec(output);
          if (match) resolve(match);
        };
        watchers.add(watch);
        watch();
        void closed.then(() => reject(new Error(`It ended without ${what}:\n${output}`)));
      }),
    async stop(signal = 'SIGTERM') {
      process.kill(-(child.pid ?? 0), signal);
      return { code: await closed, output };
    },
    signal: (signal) => void child.kill(signal),
    ended: async () => ({ code: await closed, output }),
    kill: () => void child.kill('SIGKILL'),
  };
}
