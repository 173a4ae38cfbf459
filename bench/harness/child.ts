import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** The methods that a process of the benchmarks offers to its parent. */
export type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

/** A process of the benchmarks: a baseline or a load generator. */
export interface Child<M> {
  pid: number;
  call<Name extends keyof M & string>(
    name: Name,
    ...args: M[Name] extends (...args: infer Args) => unknown ? Args : never
  ): Promise<M[Name] extends (...args: never[]) => Promise<infer Result> ? Result : never>;
  stop(): Promise<void>;
}

interface Sent {
  id: number;
  name: string;
  args: unknown[];
}

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

/**
 * Starts a module as a separate process.
 * @param module as `import.meta.resolve` names it
 */
export function startChild<M>(module: string, flags: string[] = []): Child<M> {
  const child: ChildProcess = fork(new URL(module), { execArgv: ['--enable-source-maps', ...flags] });
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  child.on('message', ({ id, result, error }: Answer) => {
    const call = open.get(id);
    open.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error));
  });
  child.once('exit', (code) => {
    for (const call of open.values()) call.reject(new Error(`${module} ended with ${code}`));
    open.clear();
  });
  return {
    pid: child.pid ?? 0,
    call(name, ...args) {
      const call = Promise.withResolvers<unknown>();
      open.set(++last, call);
      child.send({ id: last, name, args } satisfies Sent);
      return call.promise as Promise<never>;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Serves the calls of the parent process, and ends with it. */
export function serveParent(methods: Methods): void {
  process.on('message', ({ id, name, args }: Sent) => {
    const method = methods[name];
    const work = method ? method(...(args as never[])) : Promise.reject(new Error(`Method ${name} not found`));
    work.then(
      (result) => process.send?.({ id, result } satisfies Answer),
      (error: Error) => process.send?.({ id, error: error.stack ?? error.message } satisfies Answer),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
