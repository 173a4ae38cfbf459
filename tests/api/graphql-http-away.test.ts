import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { startTestApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

test('an unavailable database is reported as UNAVAILABLE, without internals', async () => {
  const database = await createTestDatabase();
  const line = await openLine(database.url);
  const cut = await startTestApp({ database: { ...database, url: line.url } });
  const someone = await cut.seed.owner();
  const key = await cut.seed.apiKey(someone);
  await line.cut();
  for (const token of [someone.token, key]) {
    const answer = await fetch(`${cut.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ me { id } }' }),
    });
    const body = (await answer.json()) as { errors?: object[] };
    expect(body.errors?.[0]).toMatchObject({
      message: 'The database is unavailable. Try again in a few seconds.',
      extensions: { code: 'UNAVAILABLE', status: 503, retryAfter: 5 },
    });
    const rest = await cut.rest('GET /auth/me', { as: token });
    expect([rest.status, rest.body.error.code, rest.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
  }
  await cut.stop();
  await database.drop();
});

/** A proxy to a database whose connections can be cut. */
async function openLine(target: string): Promise<{ url: string; cut(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const far = connect(Number(port), hostname);
    for (const one of [socket, far]) sockets.add(one.on('error', () => one.destroy()));
    socket.pipe(far).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
