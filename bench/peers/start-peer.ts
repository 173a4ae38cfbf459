import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { peersFolder } from './install-peer.js';

export interface RunningPeer {
  pid: number;
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;

/** Starts a program of the folder of peers with Node, and waits until it answers a request as it should. */
export async function startPeer(args: string[], { url, body }: { url: string; body: string }): Promise<RunningPeer> {
  const child = spawn(process.execPath, args, {
    cwd: peersFolder,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 2],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await once(child, 'exit');
    clearTimeout(patience);
  };
  for (const deadline = Date.now() + readyWithinMs; ; await delay(200)) {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => null);
    if (response?.ok) return { pid: child.pid ?? 0, stop };
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}.`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${args[0]} was not ready within ${readyWithinMs / 1_000} s.`);
    }
  }
}
