import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '../../src/client/index.js';

const failure = (code: string) => ({ success: false, error: { code, message: code, requestId: 'r' } });

/** Answers with each status in turn, then with 200. @returns what the client sent */
export async function answered(
  statuses: [status: number, retryAfter?: string][],
  send: (to: Client) => Promise<unknown>,
) {
  const keys: unknown[] = [];
  const answer: RequestListener = (request, response) => {
    keys.push(request.headers['idempotency-key']);
    const [status, retryAfter] = statuses.shift() ?? [200];
    if (retryAfter) response.setHeader('retry-after', retryAfter);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { success: true, data: {} } : failure(`E${status}`)));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const retries = { attempts: 2, delayMs: 1, maxDelayMs: 2_000 };
  const outcome = await send(createClient({ baseUrl, workspaceId: 'w', retries })).catch((error) => error.code);
  server.closeAllConnections();
  server.close();
  return { outcome, keys };
}
