import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocket, WebSocketServer } from 'ws';
import { reportErrors } from '../../../src/app/adapters/graphql-ws.js';

test('an error of a socket is reported instead of printed, and closes it', async () => {
  const printed: unknown[] = [];
  const { error } = console;
  console.error = (...words) => printed.push(words);
  const server = new WebSocketServer({ port: 0, maxPayload: 10 });
  useServer({ schema: buildSchema('type Query { a: Int }') }, server);
  const listeners: number[] = [];
  const reported = new Promise<Error>((resolve) => {
    server.on('connection', (socket) => {
      // Its own, which prints.
      listeners.push(socket.listenerCount('error'));
      reportErrors(socket, resolve);
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, ['graphql-transport-ws']);
  await once(client, 'open');
  const closed = once(client, 'close');
  client.send('more than ten bytes');
  expect((await reported).message).toBe('Max payload size exceeded');
  expect((await closed)[0]).toBe(1009);
  expect(listeners).toEqual([1]);
  console.error = error;
  expect(printed).toEqual([]);
  server.close();
});
