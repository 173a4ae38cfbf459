import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serveParent } from '../harness/child.js';
import { type HttpConnection, httpRequest, openConnection } from '../harness/http-connection.js';
import type { Order } from './flow.js';

export interface FloodOptions {
  webhookUrl: string;
  warmupSeconds: number;
  seconds: number;
  /** Runs that were accepted and have not called the target yet. */
  inFlight: number;
}

export interface Flood {
  /** Runs the server accepted, with those of the warm-up. */
  accepted: number;
  /** Milliseconds since 1970 at which the window opened and closed. */
  from: number;
  to: number;
}

export interface PaceOptions {
  webhookUrl: string;
  databaseUrl: string;
  workspaceId: string;
  /** Runs a second, started by the clock whether or not earlier ones are done. */
  rate: number;
  seconds: number;
}

/** Milliseconds from sending the webhook. */
export interface Pace {
  accept: number[];
  /** Until the execution is committed as completed in the database. */
  done: number[];
}

export type FlowLoadMethods = {
  openTarget(): Promise<string>;
  flood(options: FloodOptions): Promise<Flood>;
  pace(options: PaceOptions): Promise<Pace>;
};

const patienceMs = 10_000;
let lastNumber = 0;
let onCalled: (number: number) => void = () => {};

/** The API that the flow calls: returns a price, and releases the slot of its execution. */
async function openTarget(): Promise<string> {
  const target = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { number, customer, amount } = JSON.parse(Buffer.concat(chunks).toString()) as Order;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ orderId: `A-${number}`, customer, amount, total: amount * 0.9 }));
      onCalled(number);
    });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  target.unref();
  return `http://127.0.0.1:${(target.address() as AddressInfo).port}/orders`;
}

/** Keeps so many runs in flight, and waits for the last of them to call the target. */
async function flood({ webhookUrl, warmupSeconds, seconds, inFlight }: FloodOptions): Promise<Flood> {
  const free = Array.from({ length: inFlight }, () => openConnection(webhookUrl));
  const all = [...free];
  const flying = new Map<number, HttpConnection>();
  const ended = Promise.withResolvers<void>();
  const from = Date.now() + warmupSeconds * 1_000;
  const to = from + seconds * 1_000;
  let accepted = 0;
  let lastCall = Date.now();

  const startOne = (connection: HttpConnection) => {
    if (Date.now() >= to) {
      if (flying.size === 0) ended.resolve();
      return;
    }
    const number = ++lastNumber;
    flying.set(number, connection);
    void post(connection, webhookUrl, number).then(
      () => {
        accepted++;
        land(number, 'accepted');
      },
      (error: Error) => ended.reject(error),
    );
  };
  // A slot is free when its execution was both answered and has called; with a quick server the call can be first.
  const halfway = new Map<number, 'accepted' | 'called'>();
  const land = (number: number, how: 'accepted' | 'called') => {
    const connection = flying.get(number);
    if (!connection) return;
    if (!halfway.has(number)) {
      halfway.set(number, how);
      return;
    }
    halfway.delete(number);
    flying.delete(number);
    startOne(connection);
  };
  onCalled = (number) => {
    lastCall = Date.now();
    land(number, 'called');
  };
  const watch = setInterval(() => {
    if (Date.now() - lastCall > patienceMs) ended.reject(new Error(`${flying.size} runs did not come to the target.`));
  }, 1_000);
  for (const connection of free) startOne(connection);
  try {
    await ended.promise;
  } finally {
    clearInterval(watch);
    for (const connection of all) connection.close();
  }
  return { accepted, from, to };
}

async function post(connection: HttpConnection, webhookUrl: string, number: number): Promise<string> {
  const order: Order = { number, customer: 'Ada', amount: 250 };
  const answer = await connection.send(httpRequest('POST', webhookUrl, { body: JSON.stringify(order) }));
  if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}: ${answer.body}`);
  const { data } = JSON.parse(answer.body.toString()) as { data: { executionId: string } };
  return data.executionId;
}

/** Starts runs at a steady rate and takes the times of each. */
async function pace({ webhookUrl, databaseUrl, workspaceId, rate, seconds }: PaceOptions): Promise<Pace> {
  const result: Pace = { accept: [], done: [] };
  const began = new Map<string, number>();
  const watcher = await watchEnds(databaseUrl, workspaceId, began, result.done);
  const free = Array.from({ length: 32 }, () => openConnection(webhookUrl));
  const all = [...free];
  onCalled = () => {};
  const calls: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < rate * seconds; index++) {
    const due = start + (index * 1_000) / rate;
    for (let early = due - performance.now(); early > 0 || free.length === 0; early = due - performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(early, 1)));
    }
    const connection = free.pop() as HttpConnection;
    calls.push(
      // Counted from when it was due: a server that makes others wait does not look quicker by it.
      post(connection, webhookUrl, ++lastNumber).then((id) => {
        result.accept.push(performance.now() - due);
        began.set(id, due);
        free.push(connection);
        watcher.look();
      }),
    );
  }
  await Promise.all(calls);
  await watcher.waitForAll();
  for (const connection of all) connection.close();
  await watcher.close();
  return result;
}

/** Looks at each notification which of the runs under way are completed. */
async function watchEnds(databaseUrl: string, workspaceId: string, began: Map<string, number>, done: number[]) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('listen execution_events');
  let looking = false;
  let again = false;
  async function look(): Promise<void> {
    again = true;
    if (looking) return;
    looking = true;
    while (again) {
      again = false;
      const { rows } = await client.query<{ id: string }>({
        name: 'ended',
        text: "select id from executions where workspace_id = $1 and id = any($2::uuid[]) and status = 'completed'",
        values: [workspaceId, [...began.keys()]],
      });
      const now = performance.now();
      for (const { id } of rows) {
        done.push(now - (began.get(id) ?? now));
        began.delete(id);
      }
    }
    looking = false;
  }
  client.on('notification', () => void look());
  return {
    look: () => void look(),
    async waitForAll() {
      for (const deadline = Date.now() + patienceMs; began.size > 0 || looking; ) {
        if (Date.now() > deadline) throw new Error(`${began.size} runs were accepted and did not end.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      // A notification that arrives now would ask a connection that is closing.
      client.removeAllListeners('notification');
      while (looking) await new Promise((resolve) => setTimeout(resolve, 5));
      await client.end();
    },
  };
}

serveParent({ openTarget, flood, pace } satisfies FlowLoadMethods);
