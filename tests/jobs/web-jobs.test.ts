import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { node } from '../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../support/run.js';
import type { SeededFlow } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { type JobFixture, startJobFixture } from './job-fixture.js';

let jobs: JobFixture;
beforeAll(async () => {
  jobs = await startJobFixture();
}, 60_000);
afterAll(() => jobs.stop());
beforeEach(() => void jobs.arrived.splice(0));

const start = node('start', 'trigger.manual');
const outputOf = ({ steps }: SeenExecution, id: string) => steps.find(({ nodeId }) => nodeId === id)?.output;

describe('the nightly report', () => {
  const orders = Array.from({ length: 350 }, (_, index) => ({
    id: index + 1,
    name: `Piñón, "${index}"`,
    total: index,
  }));
  let report: SeededFlow;
  beforeAll(async () => {
    const read = node('read', 'http.request', {
      method: 'GET',
      url: `${jobs.origin}/orders`,
      query: { size: 50 },
      pagination: { type: 'cursor', next: 'meta.next', param: 'after', items: 'data' },
    });
    const total = node('total', 'data.aggregate', {
      items: '{{steps.read.body}}',
      operations: [{ name: 'total', operation: 'sum', field: 'total' }],
    });
    const file = node('file', 'file.build', {
      data: '{{steps.read.body}}',
      format: 'csv',
      name: 'orders.csv',
      kept: true,
    });
    const mail = node('mail', 'message.email', {
      to: 'boss@example.com',
      subject: 'Orders: {{steps.total.total}}',
      body: 'The orders of today are attached.',
      attachments: ['{{steps.file}}'],
    });
    report = await jobs.flow(
      [start, read, total, file, mail],
      ['start>read', 'read:out>total', 'total:out>file', 'file:out>mail'],
    );
  });

  const pages = (failAt = Number.POSITIVE_INFINITY) => {
    jobs.routes['/orders'] = ({ url }, response) => {
      const after = Number(url.searchParams.get('after') ?? 0);
      if (after >= failAt) return void response.writeHead(503).end();
      const next = after + 50 < orders.length ? String(after + 50) : null;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: orders.slice(after, after + 50), meta: { next } }));
    };
  };

  test('has the rows of all pages and their total in a CSV file, which is mailed', async () => {
    pages();
    const ran = await jobs.run(report);
    expect(ran).toMatchObject({ status: 'completed' });
    expect(jobs.arrived).toHaveLength(7);
    const { $file } = outputOf(ran, 'file') as { $file: { id: string } };
    const path = `${jobs.app.url}/workspaces/${jobs.owner.workspaceId}/files/${$file.id}`;
    const text = await (await fetch(path, { headers: { authorization: `Bearer ${jobs.owner.token}` } })).text();
    const rows = text.trimEnd().split(/\r?\n/);
    expect(rows[0]).toBe('id,name,total');
    expect(rows).toHaveLength(351);
    expect(rows[350]).toBe('350,"Piñón, ""349""",349');
    expect(outputOf(ran, 'total')).toMatchObject({ total: (349 * 350) / 2 });
    const mail = await waitFor(() => jobs.mails[0]?.raw);
    expect(mail).toMatch(/^subject: Orders: 61075\r$/im);
    const [, attached = ''] = /filename="?orders\.csv"?[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail) ?? [];
    expect(Buffer.from(attached, 'base64').toString()).toBe(text);
  });

  test('is none at all when a page fails', async () => {
    pages(200);
    const mails = jobs.mails.length;
    const ran = await jobs.run(report);
    expect(ran).toMatchObject({ status: 'failed', error: { nodeId: 'read' } });
    expect(ran.steps.filter(({ status }) => status === 'completed').map(({ nodeId }) => nodeId)).toEqual(['start']);
    expect(jobs.mails).toHaveLength(mails);
  });
});

describe('round robin', () => {
  const people = ['ana', 'ben', 'eva'];
  const next = node('next', 'state.increment', { key: 'turn' });
  const pick = node('pick', 'data.transform', {
    expression: `["${people.join('", "')}"][(steps.next.value - 1) % 3]`,
  });

  test('gives each person the same number of 21 leads that arrive at once', async () => {
    const flow = await jobs.flow([start, next, pick], ['start>next', 'next:out>pick']);
    const runs = await Promise.all(Array.from({ length: 21 }, () => jobs.run(flow)));
    const turns = runs.map(
      ({ steps }) =>
        (steps.find(({ nodeId }) => nodeId === 'next')?.output as { value: number } | undefined)?.value ?? 0,
    );
    expect(turns.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    const picked = runs.map(({ output }) => output as string);
    for (const person of people) expect(picked.filter((one) => one === person)).toHaveLength(7);
  });

  test('goes on in order, one lead after the other, and counts a lead once that is retried', async () => {
    const sent = node('send', 'http.request', {
      method: 'POST',
      url: `${jobs.origin}/lead`,
      body: { to: '{{steps.pick}}' },
    });
    const flow = await jobs.flow([start, next, pick, sent], ['start>next', 'next:out>pick', 'pick:out>send']);
    const picked: unknown[] = [];
    for (let lead = 0; lead < 6; lead += 1) {
      jobs.routes['/lead'] = (_, response) =>
        response.writeHead(lead === 2 && jobs.arrived.length < 4 ? 503 : 204).end();
      const ran = await jobs.run(flow);
      if (ran.status === 'failed') {
        const again = await jobs.call<{ executionId: string }>(`POST /flows/executions/${ran.id}/retry`, {
          from: 'failed',
        });
        expect(await reached(jobs.app, jobs.owner, again.executionId)).toMatchObject({ status: 'completed' });
      }
      picked.push(JSON.parse(jobs.arrived.at(-1)?.body.toString() ?? '').to);
    }
    expect(picked).toEqual(['ana', 'ben', 'eva', 'ana', 'ben', 'eva']);
  });
});

describe('a relay with a response of its own', () => {
  let relay: SeededFlow;
  beforeAll(async () => {
    jobs.routes['/erp'] = (_, response) =>
      void response.writeHead(201, { 'content-type': 'application/json' }).end('{"number":"E-1"}');
    const hook = node('hook', 'trigger.webhook', { responseMode: 'result' });
    const made = node('make', 'data.transform', {
      expression: 'triggerData.order.lines.map(l, {"sku": l.sku, "amount": l.price * l.count})',
    });
    const send = node('send', 'http.request', { method: 'POST', url: `${jobs.origin}/erp`, body: '{{steps.make}}' });
    const done = node('done', 'webhook.respond', {
      status: 201,
      headers: { 'x-order': '{{steps.send.body.number}}' },
      json: { number: '{{steps.send.body.number}}' },
    });
    const refuse = node('refuse', 'webhook.respond', {
      status: 422,
      json: { error: '{{steps.make.error.message}}' },
    });
    relay = await jobs.flow(
      [hook, made, send, done, refuse],
      ['hook>make', 'make:out>send', 'make:error>refuse', 'send:out>done'],
    );
  });
  const post = (body: unknown) =>
    fetch(jobs.app.url + relay.webhookPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('sends what it made of the call, and answers with what came back', async () => {
    const answer = await post({ order: { lines: [{ sku: 'pen', price: 2.5, count: 4 }] } });
    expect([answer.status, answer.headers.get('x-order'), await answer.json()]).toEqual([
      201,
      'E-1',
      { number: 'E-1' },
    ]);
    expect(jobs.arrived.map(({ body }) => JSON.parse(body.toString()))).toEqual([[{ sku: 'pen', amount: 10 }]]);
  });

  test('sends nothing of a call without an order, and answers what is missing', async () => {
    const answer = await post({ customer: 'ana' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('triggerData.order') });
    expect(jobs.arrived).toEqual([]);
  });

  test('fails rather than to send an empty body', async () => {
    const plain = await jobs.flow(
      [
        start,
        node('send', 'http.request', { method: 'POST', url: `${jobs.origin}/erp`, body: '{{triggerData.order}}' }),
      ],
      ['start>send'],
    );
    const ran = await jobs.run(plain, { total: 5 });
    expect(ran).toMatchObject({ status: 'failed', error: { code: 'FIELD_REQUIRED', nodeId: 'send' } });
    expect(ran.error?.message).toContain('triggerData.order');
    expect(jobs.arrived).toEqual([]);
  });
});

describe('a file that goes to a store', () => {
  const photo = randomBytes(3_000_000);
  const hash = createHash('sha256').update(photo).digest('hex');
  let store: SeededFlow;
  beforeAll(async () => {
    const get = node('get', 'http.request', {
      method: 'GET',
      url: `${jobs.origin}/{{triggerData.path}}`,
      responseType: 'file',
    });
    const put = node('put', 'http.request', {
      method: 'POST',
      url: `${jobs.origin}/store`,
      bodyType: 'multipart',
      body: { title: 'Año {{triggerData.year}}', photo: '{{steps.get.body}}' },
    });
    const notify = node('notify', 'message.email', {
      to: 'boss@example.com',
      subject: 'Stored {{steps.get.body["$file"].name}}',
      body: '{{steps.get.body["$file"].size}} bytes',
    });
    store = await jobs.flow([start, get, put, notify], ['start>get', 'get:out>put', 'put:out>notify']);
  });

  test('arrives there byte by byte, and somebody is notified', async () => {
    jobs.routes['/photo.png'] = (_, response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end(photo);
    jobs.routes['/store'] = (_, response) => void response.writeHead(204).end();
    const ran = await jobs.run(store, { path: 'photo.png', year: 2026 });
    expect(ran).toMatchObject({ status: 'completed' });
    const [, sent] = jobs.arrived;
    const type = String(sent?.headers['content-type']);
    const form = await new Response(new Uint8Array(sent?.body ?? []), { headers: { 'content-type': type } }).formData();
    const file = form.get('photo') as File;
    expect([form.get('title'), file.type, file.name]).toEqual(['Año 2026', 'image/png', 'photo.png']);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([photo.length, hash]);
    expect(jobs.mails.at(-1)).toMatchObject({
      to: ['boss@example.com'],
      raw: expect.stringContaining('3000000 bytes'),
    });
  });

  test('that is missing is not stored, and nobody is notified', async () => {
    const before = jobs.mails.length;
    const ran = await jobs.run(store, { path: 'missing.png', year: 2026 });
    expect(ran).toMatchObject({ status: 'failed', error: { code: 'HTTP_STATUS', nodeId: 'get' } });
    expect(jobs.arrived.map(({ url }) => url.pathname)).toEqual(['/missing.png']);
    expect(jobs.mails).toHaveLength(before);
  });
});

describe('a watch of a website', () => {
  let watch: SeededFlow;
  const shows = (price: string | null) => {
    jobs.routes['/shop'] = (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<html><body><p>${Math.random()}</p>${price === null ? '' : `<b class="price">${price}</b>`}</body></html>`,
        );
  };
  const reported = () =>
    jobs.mails
      .filter(({ to }) => to[0] === 'watch@example.com')
      .map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());

  beforeAll(async () => {
    const nodes = [
      start,
      node('page', 'http.request', { method: 'GET', url: `${jobs.origin}/shop` }),
      node('read', 'data.htmlExtract', {
        html: '{{steps.page.body}}',
        selectors: [{ name: 'price', selector: '.price' }],
      }),
      node('found', 'logic.if', { conditions: [{ left: '{{steps.read.price}}', operator: 'isNotEmpty' }] }),
      node('last', 'state.get', { key: 'price' }),
      node('changed', 'logic.if', {
        conditions: [{ left: '{{steps.last.value}}', operator: 'ne', right: '{{steps.read.price}}' }],
      }),
      // Of two watches that see a change at once, one writes it and the other leaves by `conflict`.
      node('keep', 'state.set', { key: 'price', value: '{{steps.read.price}}', expected: '{{steps.last.value}}' }),
      node('mail', 'message.email', {
        to: 'watch@example.com',
        subject: '{{default(steps.last.value, "new")}} to {{steps.read.price}}',
        body: 'Look.',
      }),
    ];
    watch = await jobs.flow(nodes, [
      'start>page',
      'page:out>read',
      'read:out>found',
      'found:true>last',
      'last:out>changed',
      'changed:true>keep',
      'keep:out>mail',
    ]);
  });

  test('reports each change once, also when several watches see it at once', async () => {
    for (const price of ['10', '10', '12', '12', '10']) {
      shows(price);
      await jobs.run(watch);
    }
    expect(reported()).toEqual(['new to 10', '10 to 12', '12 to 10']);
    shows('9');
    const ids = await Promise.all(Array.from({ length: 4 }, () => trigger(jobs.app, jobs.owner, watch.id)));
    const ended = await Promise.all(ids.map((id) => reached(jobs.app, jobs.owner, id)));
    expect(ended.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed']);
    await waitFor(() => reported().length >= 4);
    expect(reported()).toEqual(['new to 10', '10 to 12', '12 to 10', '10 to 9']);
  });

  test('reports nothing of a page without a price, and keeps the last one', async () => {
    const before = reported().length;
    shows(null);
    expect((await jobs.run(watch)).status).toBe('completed');
    shows('9');
    await jobs.run(watch);
    expect(reported()).toHaveLength(before);
  });
});
