import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';
import type { RestAnswer, TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, readExecution, type SeenExecution, trigger } from '../../../../support/run.js';
import type { Owner } from '../../../../support/seed.js';
import { waitFor } from '../../../../support/wait-for.js';

/** A server that flows send requests to, and that fails while it is down. */
export class Receiver {
  /** The status of each answer. */
  status = 503;
  /** Bodies that were answered with 200, in their order. */
  received: unknown[] = [];
  /** Requests, however they were answered. */
  requests = 0;
  /** Lets requests to `/slow` be answered. */
  free = () => {};
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', async () => {
        if (request.url === '/slow') {
          await new Promise<void>((resolve) => {
            this.free = resolve;
          });
          response.end('{}');
          return;
        }
        this.requests += 1;
        if (this.status === 200) this.received.push(JSON.parse(body).n);
        response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0);
  }

  url(host = '127.0.0.1'): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.close();
  }
}

export interface SeenHold {
  id: string;
  flowId: string;
  flowName: string;
  nodeId: string;
  code: string;
  host: string | null;
  message: string;
  failures: number;
  state: string;
  executions: number;
  settled: number;
  openedAt: string;
  closedAt: string | null;
}

/** Flows that are held before a request that fails. */
export class HoldStage {
  constructor(
    readonly app: TestApp,
    readonly owner: Owner,
    readonly receiver: Receiver,
  ) {}

  /** A flow that sends the trigger data to the receiver, and a step behind it. */
  content(settings: object = { hold: { failures: 2, seconds: 300 } }, url = this.receiver.url()) {
    const send = node('send', 'http.request', { method: 'POST', url, body: { n: '{{triggerData.n}}' } });
    const set = node('after', 'data.set', { assignments: [{ name: 'got', value: '{{triggerData.n}}' }] });
    return {
      ...graph([node('start', 'trigger.manual'), send, set], 'start>send', 'send>after'),
      settings: { maxConcurrent: 1_000, ...settings },
    };
  }

  async flow(settings?: object, url?: string): Promise<string> {
    return (await this.app.seed.flow(this.owner, this.content(settings, url))).id;
  }

  call(method: string, rest: string, body?: object): Promise<RestAnswer> {
    const path = `/workspaces/${this.owner.workspaceId}${rest}`;
    return this.app.rest(`${method} ${path}`, { as: this.owner.token, ...(body && { body }) });
  }

  start(flowId: string, n: number | object = 0): Promise<string> {
    return trigger(this.app, this.owner, flowId, { triggerData: typeof n === 'object' ? n : { n } });
  }

  async fail(flowId: string, data: number | object = 0): Promise<string> {
    const id = await this.start(flowId, data);
    expect(await reached(this.app, this.owner, id)).toMatchObject({ status: 'failed' });
    return id;
  }

  /** Starts an execution that waits at a hold. */
  async park(flowId: string, data: number | object = 0): Promise<string> {
    const id = await this.start(flowId, data);
    expect(await reached(this.app, this.owner, id, ({ phase }) => phase === 'held' || phase === 'done')).toMatchObject({
      status: 'running',
      phase: 'held',
    });
    return id;
  }

  read(id: string): Promise<SeenExecution> {
    return readExecution(this.app, this.owner, id);
  }

  ended(id: string): Promise<SeenExecution> {
    return reached(this.app, this.owner, id);
  }

  async holds(query = ''): Promise<SeenHold[]> {
    const { status, body } = await this.call('GET', `/flows/holds${query}`);
    expect({ status, error: body.error ?? null }).toEqual({ status: 200, error: null });
    return body.data as SeenHold[];
  }

  /** The one hold of a flow, once it is open. */
  async opened(flowId: string): Promise<SeenHold> {
    await waitFor(async () => (await this.holds(`?flowId=${flowId}`)).length > 0);
    const [hold, ...more] = await this.holds(`?flowId=${flowId}`);
    expect(more).toEqual([]);
    return hold as SeenHold;
  }

  /** Fails as often as the flow allows. @returns the hold that opens */
  async heldFlow(settings?: object): Promise<{ flowId: string; hold: SeenHold }> {
    const flowId = await this.flow(settings);
    await this.fail(flowId);
    await this.fail(flowId);
    return { flowId, hold: await this.opened(flowId) };
  }

  async closed(holdId: string): Promise<SeenHold> {
    const find = async () => (await this.holds('?limit=100')).find(({ id }) => id === holdId) as SeenHold;
    await waitFor(async () => (await find()).closedAt !== null);
    return find();
  }

  async release(holdId: string, body?: object): Promise<SeenHold> {
    expect(await this.call('POST', `/flows/holds/${holdId}/release`, body)).toMatchObject({ status: 200 });
    return this.closed(holdId);
  }

  /** The events of a type that flows of the workspace got. */
  async events(type: string): Promise<Record<string, unknown>[]> {
    const text = `select trigger_data -> 'data' as data from executions
      where workspace_id = $1 and trigger = 'crm_event' and trigger_data ->> 'type' = $2 order by id`;
    const { rows } = await this.app.services.db.pool.query(text, [this.owner.workspaceId, type]);
    return rows.map(({ data }) => data);
  }

  /** A flow that gets the events of a type. */
  async listen(eventType: string): Promise<void> {
    const echo = node('echo', 'data.transform', { expression: 'triggerData' });
    await this.app.seed.flow(this.owner, graph([node('on', 'trigger.crmEvent', { eventType }), echo], 'on>echo'));
  }
}
