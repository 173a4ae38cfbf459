import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { collectProcessMetrics, registry } from '../../src/platform/metrics/index.js';
import { startTestApp, type TestApp } from '../support/app.js';

const folder = 'docs/deploy/prometheus';

interface Case {
  input_series: { series: string; values: string }[];
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}

test('each alert has a case in which it fires, and a moment at which it does not', async () => {
  const { groups } = parse(await readFile(`${folder}/alerts.yaml`, 'utf8')) as {
    groups: { rules: { alert: string }[] }[];
  };
  const { tests } = parse(await readFile(`${folder}/alerts.test.yaml`, 'utf8')) as { tests: Case[] };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const moments = tests.flatMap((one) => one.alert_rule_test);
  for (const fires of [true, false]) {
    const named = moments.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname);
    expect(new Set(named)).toEqual(new Set(alerts));
  }
});

describe('the metrics of a server', () => {
  let app: TestApp;
  let text: string;
  beforeAll(async () => {
    app = await startTestApp();
    collectProcessMetrics();
    text = await registry.metrics();
  });
  afterAll(() => app.stop());

  test('count from 0 where an alert fires at the first event: Prometheus sees no increase in a new series', async () => {
    const rules = await readFile(`${folder}/alerts.yaml`, 'utf8');
    const increases = [...rules.matchAll(/increase\((\w+)(?:\{(\w+)=~?"([^"]*)"\})?\[/g)];
    const series = increases.flatMap(([, name, label, values = '']) =>
      label ? values.split('|').map((value) => `${name}{${label}="${value}"}`) : [name as string],
    );
    expect(series.length).toBeGreaterThan(6);
    // More than ten errors are counted, so the first does not matter.
    const absent = series.filter((one) => !text.includes(one.replace(/\}$/, '')) && !one.includes('provider_errors'));
    expect(absent).toEqual([]);
    // Counters belong to the process, in which other test files may have had something refused.
    expect(text).toMatch(/_quota_refusals_total\{kind="storageBytes"\} \d+$/m);
  });

  test('show no work that waits for a connection while the server has nothing to do', () => {
    const waiting = [...text.matchAll(/^workspace_automation_database_waiting\{.*\} (\d+)$/gm)].map(
      ([, count]) => count,
    );
    expect(waiting.length).toBeGreaterThan(1);
    expect(new Set(waiting)).toEqual(new Set(['0']));
  });
});
