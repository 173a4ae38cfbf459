import { type FigureRow, median, percentile, show, table } from './figures.js';
import type { BenchFixture } from './fixture.js';
import type { HttpLoadMethods, HttpLoadOptions } from './http-load.process.js';
import { cpuSeconds, cpuSecondsOfFamily, peakMemoryMb } from './meters.js';

/** A server to which one request is sent repeatedly. */
export interface Contender {
  name: string;
  pid: number;
  request: Pick<HttpLoadOptions, 'method' | 'url' | 'headers' | 'body' | 'status'>;
  /** Called after each window with the total number of answered requests. @throws Error when the database does not match */
  check?: (answered: number) => Promise<void>;
}

interface Measured {
  rates: number[];
  latencies: number[];
  ownMs: number[];
  postgresMs: number[];
}

const connections = 16;
const warmupSeconds = 1;
/** Seconds before the first window, so that compilation at first use is not measured. */
const firstWarmupSeconds = 6;

/**
 * Measures the contenders in alternating windows and returns the medians as a table.
 * @param contenders the first is the one that the others are compared with @param first its name in the table
 */
export async function compareRequests(
  fixture: BenchFixture,
  title: string,
  contenders: Contender[],
  first = 'baseline',
): Promise<string> {
  const source = fixture.startChild<HttpLoadMethods>(import.meta.resolve('./http-load.process.js'));
  const measured = contenders.map((): Measured => ({ rates: [], latencies: [], ownMs: [], postgresMs: [] }));
  for (let round = 1; round <= fixture.rounds; round++) {
    for (const [index, { name, pid, request, check }] of contenders.entries()) {
      const of = measured[index] as Measured;
      const before = [cpuSeconds(pid), cpuSecondsOfFamily(fixture.postmasterPid)] as const;
      const warmup = round === 1 ? firstWarmupSeconds : warmupSeconds;
      const options = { ...request, connections, warmupSeconds: warmup, seconds: fixture.seconds };
      const { requests, all, latencies } = await source.call('load', options);
      of.ownMs.push(((cpuSeconds(pid) - before[0]) * 1_000) / all);
      of.postgresMs.push(((cpuSecondsOfFamily(fixture.postmasterPid) - before[1]) * 1_000) / all);
      of.rates.push(requests / fixture.seconds);
      of.latencies.push(median(latencies), percentile(latencies, 0.99));
      fixture.note(`${title} ${round}/${fixture.rounds} ${name}: ${show(requests / fixture.seconds)} requests/s`);
      await check?.(all);
    }
  }
  await source.stop();
  const baselineRate = median(measured[0]?.rates ?? []);
  const rows = contenders.map(({ name, pid }, index): FigureRow => {
    const { rates, latencies, ownMs, postgresMs } = measured[index] as Measured;
    const p50 = median(latencies.filter((_, at) => at % 2 === 0));
    const p99 = median(latencies.filter((_, at) => at % 2 === 1));
    const rate = median(rates);
    return [
      name,
      rate,
      rate / baselineRate,
      `${show(p50)}/${show(p99)}`,
      median(ownMs),
      median(postgresMs),
      peakMemoryMb(pid),
    ];
  });
  const head = ['requests/s', `to ${first}`, 'p50/p99 ms', 'own CPU ms', 'Postgres CPU ms', 'RSS peak MB'];
  return table([title, ...head], rows);
}

/** Compares the answers of two servers, without the extensions of GraphQL and the cursor. @throws Error when they differ */
export async function requireSameAnswer(contenders: Contender[]): Promise<void> {
  const answers = await Promise.all(
    contenders.map(async ({ request: { url, method, headers, body } }) => {
      const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...(body && { body }) };
      const {
        extensions: _,
        pagination,
        ...answer
      } = (await (await fetch(url, init)).json()) as Record<string, object>;
      // A cursor is different each time.
      return sorted({ ...answer, ...(pagination && { pagination: { ...pagination, nextCursor: undefined } }) });
    }),
  );
  const texts = answers.map((answer) => JSON.stringify(answer));
  const first = texts[0] as string;
  for (const text of texts) {
    if (text === first) continue;
    let at = 0;
    while (text[at] === first[at]) at++;
    const around = [first, text].map((one) => one.slice(Math.max(0, at - 200), at + 200));
    throw new Error(`The answers differ at ${at}:\n${around.join('\n')}`);
  }
}

/** The value with sorted object keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
