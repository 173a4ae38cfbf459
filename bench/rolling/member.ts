import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../src/config/index.js';
import { startFlags } from '../harness/fixture.js';
import type { Upstream } from './balancer.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const readyMs = 60_000;

/** A process of the installation that is restarted. */
export interface Member extends Upstream {
  name: string;
  /** Stops it with SIGTERM and starts it again. @returns seconds until its end, and from there until it was ready */
  restart(): Promise<{ stopped: number; ready: number }>;
  stop(): Promise<void>;
}

/** Starts a process and waits until it is ready. */
export async function startMember(role: 'api' | 'worker', ports: Upstream, env: Environment): Promise<Member> {
  let child = await launch();

  async function launch(): Promise<ChildProcess> {
    const own = { PATH: process.env.PATH ?? '', ROLE: role, PORT: `${ports.port}`, HEALTH_PORT: `${ports.healthPort}` };
    const started = spawn(process.execPath, [...startFlags, main], {
      env: { ...own, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (const deadline = Date.now() + readyMs; ; await delay(50)) {
      const answer = await fetch(`http://127.0.0.1:${ports.healthPort}/readyz`).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return started;
      if (started.exitCode !== null || Date.now() > deadline) throw new Error(`A ${role} did not become ready.`);
    }
  }

  async function stop(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`A ${role} ended with ${code}.`);
  }

  return {
    ...ports,
    name: `${role} ${ports.port}`,
    stop,
    async restart() {
      const began = performance.now();
      await stop();
      const ended = performance.now();
      child = await launch();
      return { stopped: (ended - began) / 1_000, ready: (performance.now() - ended) / 1_000 };
    },
  };
}
