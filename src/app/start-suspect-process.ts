import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { StartSuspectProcess, SuspectReport } from '../contexts/automation/executions/index.js';

/** What the process is started with. */
export interface SuspectProcessStart<Config extends object = object> {
  /** The configuration of the process that started it, without functions, which cannot be sent. */
  config: Config;
  leaseSeconds: number | undefined;
}

export interface SuspectProcessOptions extends SuspectProcessStart {
  /** Node's options, where the code needs a loader. */
  execArgv?: readonly string[] | undefined;
  script?: URL | undefined;
}

const ownScript = new URL(`./suspect.process${extname(import.meta.url)}`, import.meta.url);

/** Starts processes that drive suspects, with the configuration of this one. They end with it. */
export function suspectProcess({
  config,
  leaseSeconds,
  execArgv,
  script = ownScript,
}: SuspectProcessOptions): StartSuspectProcess {
  return (onReport) => {
    const child = fork(script, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      ...(execArgv && { execArgv: [...execArgv] }),
    });
    // It reports the end in the same way as an exit.
    child.on('error', () => undefined);
    child.on('message', (report) => onReport(report as SuspectReport));
    child.send({ config, leaseSeconds } satisfies SuspectProcessStart, () => undefined);
    const exited = once(child, 'exit').catch(() => [1]);
    return {
      ended: exited.then(([code]) => code === 0),
      stop: () => {
        if (child.connected) child.disconnect();
      },
      kill: () => child.kill('SIGKILL'),
    };
  };
}
