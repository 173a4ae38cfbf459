import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Order } from './flow.js';

/** A step of the hard-coded flow, as it is stored. */
export interface DoneStep {
  nodeId: string;
  nodeType: string;
  handle: string;
  input: unknown;
  output: unknown;
  variables: unknown;
  startedAt: Date;
  finishedAt: Date;
}

const agent = new Agent({ keepAlive: true });

/** What the benchmark's flow does, without an engine. @param store called with each step before the next one begins */
export async function performFlow(
  order: Order,
  targetUrl: string,
  store: (step: DoneStep, isLast: boolean) => Promise<void>,
): Promise<void> {
  const { number, customer, amount } = order;
  const perform = async (
    nodeId: string,
    nodeType: string,
    work: () => Promise<Partial<DoneStep>> | Partial<DoneStep>,
    isLast = false,
  ) => {
    const startedAt = new Date();
    const step = { handle: 'out', input: null, output: null, variables: null, ...(await work()) };
    await store({ nodeId, nodeType, startedAt, finishedAt: new Date(), ...step }, isLast);
  };
  await perform('trigger', 'trigger.webhook', () => ({ input: order, output: order }));
  const read = { customer, amount };
  await perform('order', 'data.set', () => ({ input: { assignments: [read] }, output: read, variables: read }));
  const result = amount >= 100;
  await perform('large', 'logic.if', () => ({
    handle: String(result),
    input: { conditions: [{ left: amount, operator: 'gte', right: 100 }] },
    output: { result },
  }));
  let total = 0;
  await perform('ask', 'http.request', async () => {
    const body = { number, customer, amount };
    const answer = await post(targetUrl, body);
    total = (answer.body as { total: number }).total;
    return { input: { method: 'POST', url: targetUrl, bodyType: 'json', body }, output: answer };
  });
  const values = { total, message: `${customer} pays ${total}` };
  const last = () => ({ input: { assignments: [values] }, output: values, variables: values });
  await perform('result', 'data.set', last, true);
}

/** Answers webhooks with the ID of the execution. @param accept stores an execution, and starts it */
export async function listenForRuns(accept: (body: string) => Promise<string>): Promise<string> {
  const server = createServer((request, response) => {
    readText(request)
      .then(accept)
      .then(
        (executionId) => {
          const body = JSON.stringify({ success: true, data: { executionId } });
          response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
          response.end(body);
        },
        (error) => response.writeHead(500, { 'content-length': 0 }).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/flows/run`;
}

function post(url: string, body: unknown): Promise<{ status: number; headers: unknown; body: unknown }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const call = httpRequest(url, { method: 'POST', agent, headers }, (answer) => {
      readText(answer).then((received) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(received) });
      }, reject);
    });
    call.on('error', reject);
    call.end(text);
  });
}

function readText(stream: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
}
