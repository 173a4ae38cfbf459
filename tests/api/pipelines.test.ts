import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { limitPipelines, serverOptions } from '../../src/app/limit-connections.js';
import { waitFor } from '../support/wait-for.js';

const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

/** A server that answers nothing, and a client that sends requests in one packet. */
async function send(requests: number) {
  const begun: ServerResponse[] = [];
  let ended = 0;
  const handle = limitPipelines((_request, response) => {
    begun.push(response);
    response.once('close', () => ended++);
  });
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(request.repeat(requests));
  return { begun, client, server, ended: () => ended };
}

test('every request of a connection ends with it, also those that wait behind another one', async () => {
  const { begun, client, server, ended } = await send(5);
  await waitFor(async () => begun.length === 5);
  client.resetAndDestroy();
  await waitFor(async () => ended() === 5);
  server.close();
});

test('a connection with too many unanswered requests is closed, and all of them end', async () => {
  const { begun, client, server, ended } = await send(30);
  await once(client, 'close');
  await waitFor(async () => begun.length > 0 && ended() === begun.length);
  expect(begun.length).toBeLessThanOrEqual(20);
  server.close();
});

test('an idle connection is kept for longer than the 60 seconds of common proxies, whose next request would meet its end', async () => {
  const server = createServer(serverOptions, (_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
  server.close();
});
