import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import express from 'express';
import { trustProxies } from '../../src/app/trusted-proxies.js';

const forwarded = {
  host: 'a.example',
  'x-forwarded-host': 'b.example , c.example',
  'x-forwarded-for': '203.0.113.1, 10.0.0.7',
};

test.each<[string, false | number | string[], Record<string, string>]>([
  ['no proxy', false, forwarded],
  ['one proxy', 1, forwarded],
  ['two proxies', 2, forwarded],
  ['proxies by address', ['127.0.0.0/8', '10.0.0.0/8'], forwarded],
  ['other proxies', ['192.0.2.0/24'], forwarded],
  ['one proxy that forwards nothing', 1, { host: 'a.example:8080' }],
])('with %s, a connection has the address and the host that Express finds', async (_, setting, headers) => {
  const proxies = trustProxies(setting);
  const app = express();
  app.set('trust proxy', setting);
  const [known, found] = await new Promise<unknown[]>((resolve) => {
    app.use((asked, answer) => {
      resolve([
        [asked.ip, asked.host],
        [proxies.addressOf(asked as IncomingMessage), proxies.hostOf(asked)],
      ]);
      answer.end();
    });
    const server = createServer(app).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      request({ port, host: '127.0.0.1', headers, agent: false }, (answer) => {
        answer.resume();
        server.close();
      }).end();
    });
  });
  expect(found).toEqual(known);
});
