import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './pooler.js';
import { temporaryFolder } from './temporary-folder.js';
import { tlsFile } from './tls-postgres.js';
import { waitFor } from './wait-for.js';

/** A Redis with a password, on a port without and one with TLS. */
export interface TestRedis {
  url: string;
  /** With these parameters; its certificate is for localhost. */
  tlsUrl(parameters?: Record<string, string>): string;
  start(): Promise<void>;
  /** Ends it at once, with all its connections. */
  kill(): Promise<void>;
  /** Kills it, and removes its folder. */
  remove(): Promise<void>;
}

export const redisPassword = 'se cret@1';

/** Whether Redis is installed: `apt-get install redis-server`. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export async function startRedis(): Promise<TestRedis> {
  const folder = await temporaryFolder();
  const [port, tlsPort] = [await freePort(), await freePort()];
  const settings = {
    bind: '127.0.0.1',
    port,
    'tls-port': tlsPort,
    'tls-auth-clients': 'no',
    requirepass: redisPassword,
    'tls-cert-file': tlsFile('server.crt'),
    'tls-key-file': tlsFile('server.key'),
    'tls-ca-cert-file': tlsFile('ca.crt'),
    dir: folder.path,
    save: '',
    loglevel: 'warning',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let running: ChildProcess;
  const start = async () => {
    running = spawn('redis-server', given, { stdio: 'ignore' });
    await waitFor(() => accepts(port, running));
  };
  const kill = async () => {
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  const secret = encodeURIComponent(redisPassword);
  return {
    start,
    kill,
    url: `redis://:${secret}@127.0.0.1:${port}/3`,
    tlsUrl: (parameters = {}) => `rediss://:${secret}@localhost:${tlsPort}?${new URLSearchParams(parameters)}`,
    async remove() {
      await kill();
      folder.remove();
    },
  };
}

async function accepts(port: number, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`Redis ended with ${exitCode}.`);
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
