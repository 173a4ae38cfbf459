import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { StartSuspectProcess, SuspectReport } from '../../contexts/automation/executions/index.js';
import type { Overrides, RuntimeConfig } from '../create-runtime.js';

/** What the process is started with; functions cannot be sent. */
export interface SuspectProcessStart {
  config: Omit<RuntimeConfig, 'reloadVaultKeys'>;
  leaseSeconds: number | undefined;
}

const script = new URL(`./suspect.process${extname(import.meta.url)}`, import.meta.url);

/** Starts processes that drive suspects, with the configuration of this one. They end with it. */
export function suspectProcess(
  { reloadVaultKeys: _, ...config }: RuntimeConfig,
  { leaseSeconds, threadArgv, suspectScript = script }: Overrides,
): StartSuspectProcess {
  return (onReport) => {
    const child = fork(suspectScript, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(threadArgv && { execArgv: [...threadArgv] }),
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
