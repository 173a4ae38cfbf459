import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '../../../support/database.js';
import { edge, node } from '../../../support/graphs.js';
import { createSeed } from '../../../support/seed.js';
import { type ServerProcess, startServerProcess } from '../../../support/server-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { startTestPostgres, stopTestPostgres } from '../../../support/test-postgres.js';
import { waitFor } from '../../../support/wait-for.js';

/*
 * Files of 50 MB go through a webhook into the store, and from there into an upload, while the server is killed twice. Fails if one
 * does not arrive byte by byte, is stored twice, or if the server needs more than 64 MiB more for them.
 */

const fileBytes = 50 * 1024 * 1024;
const moreAtMost = 64 * 1024 * 1024;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The target of the uploads: only what arrives whole counts. */
async function startTarget() {
  const arrived = new Map<string, number>();
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    request.on('data', (chunk) => hash.update(chunk)).on('error', () => undefined);
    request.on('end', () => {
      const found = hash.digest('hex');
      arrived.set(found, (arrived.get(found) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { arrived, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload` };
}

/** Bytes of memory, now or at most so far, by Linux. */
async function memoryOf({ pid }: ServerProcess, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { files: { type: 'string', default: '20' } } });
  const count = Number(values.files);
  await startTestPostgres();
  const [folder, database, target] = [await temporaryFolder(), await createTestDatabase(), await startTarget()];
  let port = '0';
  let server: ServerProcess | undefined;
  const start = async () => {
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      FILE_STORE: 'folder',
      OUTBOUND_ALLOW: '127.0.0.1',
    };
    const started = startServerProcess({ ...env, PORT: port, LOG_LEVEL: 'info' });
    const [, origin = ''] = await started.says(/Ready in .*: (\S+)/);
    port = new URL(origin).port;
    server = started;
    return started;
  };
  try {
    let running = await start();
    const url = `http://127.0.0.1:${port}`;
    const seed = createSeed(async (query, variables, as) => {
      const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) };
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as never;
    });
    const owner = await seed.owner();
    const upload = { method: 'PUT', url: target.url, bodyType: 'file', body: '{{triggerData.file}}', timeout: 120 };
    const { webhookPath } = await seed.flow(owner, {
      nodes: [node('start', 'trigger.webhook'), node('put', 'http.request', upload)],
      edges: [edge('start>put')],
    });
    const sent: string[] = [];
    const send = async (bytes: Buffer, key: string): Promise<boolean> => {
      const headers = { 'content-type': 'application/octet-stream', 'idempotency-key': key };
      const response = await fetch(url + webhookPath, { method: 'POST', headers, body: new Uint8Array(bytes) });
      if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
      return true;
    };
    const kills = [Math.floor(count / 3), Math.floor((2 * count) / 3)];
    let most = 0;
    // What a server needs for its first requests is no matter of their files.
    await send(randomBytes(1_000), 'warm');
    await waitFor(() => target.arrived.size === 1);
    let idle = await memoryOf(running, 'VmRSS');
    for (let at = 0; at < count; at += 1) {
      const bytes = randomBytes(fileBytes);
      sent.push(sha256(bytes));
      const sending = send(bytes, `file-${at}`).catch(() => false);
      if (kills.includes(at)) {
        // In the middle of this upload, and of that of the flow before it.
        await waitFor(async () => (await memoryOf(running, 'VmRSS')) > 0);
        most = Math.max(most, (await memoryOf(running, 'VmHWM')) - idle);
        running.kill();
        await running.ended();
        running = await start();
        idle = await memoryOf(running, 'VmRSS');
      }
      if (!(await sending)) await waitFor(() => send(bytes, `file-${at}`));
    }
    const missing = () => sent.filter((hash) => !target.arrived.has(hash));
    await waitFor(() => missing().length === 0, { timeoutMs: 300_000 }).catch(() => undefined);
    most = Math.max(most, (await memoryOf(running, 'VmHWM')) - idle);
    const list = await fetch(`${url}/workspaces/${owner.workspaceId}/files?limit=100`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const { data } = (await list.json()) as { data: { sha256: string; size: string }[] };
    const stored = data.filter(({ size }) => Number(size) === fileBytes).map((file) => file.sha256);
    const twice = [...target.arrived.values()].filter((times) => times > 1).length;
    say(
      `${count} files of 50 MiB: ${count - missing().length} arrived, ${twice} of them twice, ${stored.length} stored`,
    );
    say(`memory: ${Math.round(most / 1024 / 1024)} MiB more than before them`);
    const isRight = missing().length === 0 && stored.length === count && new Set(stored).size === count;
    if (!isRight) say(`WRONG: missing ${missing().length}`);
    if (most > moreAtMost) say(`WRONG: more than ${moreAtMost / 1024 / 1024} MiB`);
    process.exitCode = isRight && most <= moreAtMost ? 0 : 1;
  } finally {
    server?.kill();
    await server?.ended();
    target.server.closeAllConnections();
    target.server.close();
    await database.drop();
    await folder.remove();
    await stopTestPostgres();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
