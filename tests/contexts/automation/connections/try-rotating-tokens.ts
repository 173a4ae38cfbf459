import 'reflect-metadata';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '../../../support/database.js';
import { type Fleet, startFleet } from '../../../support/fleet.js';
import { graph, node } from '../../../support/graphs.js';
import { testPool } from '../../../support/test-pool.js';
import { startTestPostgres, stopTestPostgres } from '../../../support/test-postgres.js';
import { waitFor } from '../../../support/wait-for.js';
import { authAt, type Provider, startProvider } from './oauth-provider.js';

/*
 * 50 executions in two processes need one rotating token at once, and the process that refreshes it is killed between the answer of
 * the provider and its commit. Fails if the provider takes a used refresh token again and an execution fails, or a token is lost.
 */

const executionsAtOnce = 50;
const patience = { timeoutMs: 120_000, everyMs: 100 };
const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Figures {
  rounds: number;
  kills: number;
  executions: number;
  failed: number;
  refreshes: number;
  /** Rounds after which the account had to be connected again. */
  lost: number;
}

interface Rig {
  fleet: Fleet;
  provider: Provider;
  pool: ReturnType<typeof testPool>;
}

class Client {
  constructor(
    readonly rig: Rig,
    readonly token: string,
    readonly cookie: string,
    readonly workspaceId: string,
  ) {}

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const [url = ''] = this.rig.fleet.urls();
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/workspaces/${this.workspaceId}${path}`, sent);
    const answer = (await response.json()) as { data: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  async consent(id: string): Promise<void> {
    const { authorizeUrl } = await this.call<{ authorizeUrl: string }>('POST', `/connections/${id}/connect`);
    const [url = ''] = this.rig.fleet.urls();
    const query = this.rig.provider.consent(authorizeUrl);
    const { status } = await fetch(`${url}/oauth/callback?${query}`, { headers: { cookie: this.cookie } });
    if (status !== 200) throw new Error(`The callback answered ${status}.`);
  }
}

async function signUp(rig: Rig): Promise<Client> {
  const [url = ''] = rig.fleet.urls();
  const response = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'correct horse battery staple' }),
  });
  const { data } = (await response.json()) as { data: { accessToken: string; workspaces: { id: string }[] } };
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return new Client(rig, data.accessToken, cookies.join('; '), data.workspaces[0]?.id ?? '');
}

/** Kills the process that refreshes once its answer has left. */
function killAtAnswer({ fleet, provider }: Rig): { killed: Promise<void> } {
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  provider.options.refreshed = (port, response) => {
    delete provider.options.refreshed;
    const index = fleet.pids().findIndex((pid) => socketsOf(pid).has(inodeOf(port)));
    response.once('finish', () => void fleet.kill(Math.max(index, 0)).then(resolve));
  };
  return { killed };
}

/** The socket of a process of this machine by its port. */
function inodeOf(port: number): string {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return rows.map((row) => row.trim().split(/\s+/)).find((parts) => parts[1]?.endsWith(local))?.[9] ?? '';
}

function socketsOf(pid: number): Set<string> {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

async function round(client: Client, ids: { connectionId: string; flowId: string }, figures: Figures): Promise<void> {
  const { rig } = client;
  const { pool, fleet, provider } = rig;
  await fleet.ready();
  await pool.query(
    `update connection_tokens set issued_at = now() - interval '1 hour', expires_at = now() - interval '1 second'`,
  );
  const { killed } = killAtAnswer(rig);
  // All are under way before one is answered.
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  provider.options.before = (grant) => (grant === 'refresh_token' ? started.then(() => null) : null);
  const before = provider.grants.length;
  const at = new Date();
  await Promise.all(
    Array.from({ length: executionsAtOnce }, () => client.call('POST', `/flows/${ids.flowId}/trigger`, {})),
  );
  start();
  await killed;
  const read = async () => {
    const text = `select count(*) filter (where status in ('completed', 'failed'))::int as ended,
      count(*) filter (where status = 'failed')::int as failed from executions where started_at >= $1`;
    const { rows } = await pool.query<{ ended: number; failed: number }>(text, [at]);
    return rows[0] ?? { ended: 0, failed: 0 };
  };
  await waitFor(async () => (await read()).ended >= executionsAtOnce, patience);
  const { failed } = await read();
  const { rows } = await pool.query<{ status: string }>('select status from connections');
  const isLost = rows[0]?.status !== 'connected';
  figures.rounds += 1;
  figures.kills += 1;
  figures.executions += executionsAtOnce;
  figures.failed += failed;
  figures.refreshes += provider.grants.length - before;
  figures.lost += isLost ? 1 : 0;
  if (isLost) await client.consent(ids.connectionId);
}

async function tryProvider(reuseMs: number, kills: number): Promise<Figures> {
  const database = await createTestDatabase();
  const provider = await startProvider({ expiresIn: 3600, reuseMs });
  const fleet = await startFleet(database.url, ['all', 'all'], { PUBLIC_URL: 'http://localhost:4000' });
  const pool = testPool(database.url, { max: 2 });
  const figures: Figures = { rounds: 0, kills: 0, executions: 0, failed: 0, refreshes: 0, lost: 0 };
  try {
    const client = await signUp({ fleet, provider, pool });
    const connection = { name: 'Account', auth: authAt(provider), hosts: ['127.0.0.1'] };
    const { id: connectionId } = await client.call<{ id: string }>('POST', '/connections', connection);
    await client.consent(connectionId);
    const request = {
      method: 'GET',
      url: `${provider.origin}/api`,
      auth: { type: 'connection', connection: 'Account' },
    };
    const nodes = [node('start', 'trigger.manual'), node('call', 'http.request', request)];
    const flow = { name: 'Ask', ...graph(nodes, 'start>call') };
    const { id: flowId } = await client.call<{ id: string }>('POST', '/flows', flow);
    for (let n = 0; n < kills; n += 1) {
      await round(client, { connectionId, flowId }, figures);
      say(`  after ${n + 1} kills: ${JSON.stringify(figures)}`);
    }
  } finally {
    await fleet.stop();
    await provider.close();
    await pool.end();
    await database.drop();
  }
  return figures;
}

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } });
const kills = Number(values.kills);
await startTestPostgres();
try {
  say('A provider that accepts a used refresh token again for a minute:');
  const withWindow = await tryProvider(60_000, kills);
  say('A provider that does not:');
  const without = await tryProvider(0, kills);
  say(JSON.stringify({ withWindow, without }, null, 2));
  process.exitCode = withWindow.failed + withWindow.lost > 0 ? 1 : 0;
} finally {
  await stopTestPostgres();
}
