import { v7 as uuidv7 } from 'uuid';
import type { Environment } from '../../src/config/index.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { asAdmin, type BenchFixture, type Build, type FixtureDatabase } from '../harness/fixture.js';
import { benchFlow } from './flow.js';
import { type InsertMethods, insertRunFunction } from './insert-baseline.process.js';
import type { LeanBaselineMethods } from './lean-baseline.process.js';
import { createLeanDatabase } from './lean-schema.js';

/** Executions that are started and have not called yet. */
export const inFlight = 32;
export const warmupSeconds = 1;

/** One of the servers under load, with its measurements. */
export interface Side {
  name: string;
  pid: number;
  database: FixtureDatabase;
  webhookUrl: string;
  workspaceId: string;
  flowId: string;
  rates: number[];
  /** CPU time per execution in milliseconds, of the server and of Postgres. */
  serverMs: number[];
  postgresMs: number[];
  accept: number[];
  done: number[];
  stop(): Promise<void>;
}

export async function prepareBaseline(fixture: BenchFixture, targetUrl: string): Promise<Side> {
  const database = await fixture.createDatabase('runs_floor');
  const module = import.meta.resolve('./baseline.process.js');
  return startBaseline(fixture, 'baseline, 6 commits per execution', database, module, targetUrl);
}

/** The lean baselines: with the commits of an engine that stores each step before the next one begins, and with two. */
export async function prepareLean(fixture: BenchFixture, targetUrl: string): Promise<Side[]> {
  const module = import.meta.resolve('./lean-baseline.process.js');
  const kinds = [
    ['lean baseline, 6 commits per execution', 'runs_lean', 'listen'],
    ['lean baseline, 2 commits per execution', 'runs_lean_two', 'listenWithTwoCommits'],
  ] as const;
  const sides: Side[] = [];
  for (const [name, schema, method] of kinds) {
    const database = await createLeanDatabase(fixture, schema);
    sides.push(await startBaseline(fixture, name, database, module, targetUrl, method));
  }
  return sides;
}

async function startBaseline(
  fixture: BenchFixture,
  name: string,
  database: FixtureDatabase,
  module: string,
  targetUrl: string,
  method: keyof LeanBaselineMethods = 'listen',
): Promise<Side> {
  const child = fixture.startChild<LeanBaselineMethods>(module);
  const workspaceId = uuidv7();
  const flowId = uuidv7();
  const webhookUrl = await child.call(method, { databaseUrl: database.url, targetUrl, workspaceId, flowId });
  const { pid, stop } = child;
  return newSide({ name, pid, stop, database, webhookUrl, workspaceId, flowId });
}

/** A build with the default settings, and with more executions that compute at the same time. */
export async function prepareServers(fixture: BenchFixture, build: Build, targetUrl: string): Promise<Side[]> {
  return [
    await prepareServer(fixture, build, targetUrl, `${build.name}, default settings`, {}),
    await prepareServer(fixture, build, targetUrl, `${build.name}, WORKER_CONCURRENCY=100`, {
      WORKER_CONCURRENCY: '100',
    }),
  ];
}

async function prepareServer(
  fixture: BenchFixture,
  build: Build,
  targetUrl: string,
  name: string,
  env: Environment,
): Promise<Side> {
  const database = await fixture.createDatabase(`runs_${name.toLowerCase().replace(/\W+/g, '_')}`, build);
  const { pid, stop, url } = await fixture.startServer(build, database, env);
  const tenant = await createTenant(url);
  const flow = await createBenchFlow(tenant, benchFlow(targetUrl));
  const { workspaceId } = tenant;
  const webhookUrl = flow.webhookUrl ?? '';
  return newSide({ name, pid, stop, database, webhookUrl, workspaceId, flowId: flow.id });
}

/** Inserts the rows of runs, without a server. */
export interface Insert {
  name: string;
  rates: number[];
  /** Inserts for so many seconds. @returns runs per second */
  insert(seconds: number): Promise<number>;
}

export async function prepareInserts(fixture: BenchFixture): Promise<Insert[]> {
  const own = await fixture.createDatabase('runs_insert');
  await asAdmin(own.url, [insertRunFunction]);
  const lean = await createLeanDatabase(fixture, 'runs_lean_insert');
  return [
    await prepareInsert(fixture, 'the same rows inserted, 1 commit a run', own),
    await prepareInsert(fixture, 'lean rows inserted, 1 commit a run', lean),
  ];
}

async function prepareInsert(fixture: BenchFixture, name: string, { url }: FixtureDatabase): Promise<Insert> {
  const child = fixture.startChild<InsertMethods>(import.meta.resolve('./insert-baseline.process.js'));
  const options = { databaseUrl: url, workspaceId: uuidv7(), flowId: uuidv7(), inFlight };
  await child.call('insert', { ...options, seconds: warmupSeconds });
  return { name, rates: [], insert: (seconds) => child.call('insert', { ...options, seconds }) };
}

function newSide(metadata: Omit<Side, 'rates' | 'serverMs' | 'postgresMs' | 'accept' | 'done'>): Side {
  return { ...metadata, rates: [], serverMs: [], postgresMs: [], accept: [], done: [] };
}
