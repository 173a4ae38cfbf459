import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { edge, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { bytesFrom, hashOf } from './large-files/endless-bytes.js';
import { type Rig, startRig } from './large-files/rig.js';

/*
 * A file of 1 GiB is stored in parts, and taken by a flow that a webhook starts, which uploads it elsewhere; the server is killed
 * in the middle of each. Then 1,000 files of 1 MB are stored at once. Fails if a byte differs, if something is stored twice, or if
 * the server needs more than 64 MiB more for the large file.
 */

const mebibyte = 1024 * 1024;
const moreAtMost = 64 * mebibyte;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const patience = { timeoutMs: 600_000, everyMs: 300 };
const inMib = (bytes: number) => Math.round(bytes / mebibyte);

class Trial {
  failures = 0;
  /** Runs the flow with a file. */
  run: (fileId: string) => Promise<unknown> = () => Promise.reject(new Error('There is no flow yet.'));

  constructor(
    readonly rig: Rig,
    readonly owner: Owner,
  ) {}

  expect(isRight: boolean, what: string): void {
    if (isRight) return;
    this.failures += 1;
    say(`WRONG: ${what}`);
  }

  at(path: string): string {
    return `${this.rig.url}/workspaces/${this.owner.workspaceId}${path}`;
  }

  async ask(path: string, init: RequestInit = {}) {
    const response = await fetch(path, {
      ...init,
      headers: { authorization: `Bearer ${this.owner.token}`, ...(init.headers as Record<string, string>) },
    });
    const answer = (await response.json()) as { data: Record<string, unknown> };
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** Sends what is missing of an upload in one request. @throws Error if its connection ends */
  async sendFrom(url: string, offset: number, size: number, seed: number): Promise<void> {
    const request = httpRequest(url, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${this.owner.token}`,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': size - offset,
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
    });
    answered.catch(() => undefined);
    await pipeline(Readable.from(bytesFrom(seed, offset, size)), request);
    const status = await answered;
    if (status !== 200) throw new Error(`The part was answered with ${status}.`);
  }

  /** Uploads a file in parts. @param kill kills the server when so many bytes are stored */
  async upload(name: string, size: number, seed: number, kill?: number): Promise<string> {
    const headers = { 'upload-length': String(size) };
    const { uploadId } = await this.ask(this.at(`/files/uploads?name=${name}`), { method: 'POST', headers });
    const url = this.at(`/files/uploads/${uploadId}`);
    const received = async () => Number((await this.ask(url)).received);
    if (kill !== undefined) {
      const sending = this.sendFrom(url, 0, size, seed).catch(() => undefined);
      await waitFor(async () => (await received()) >= kill, patience);
      await this.rig.restart();
      await sending;
      await this.warmUp();
      const left = await received();
      say(`killed while the file is stored: ${inMib(left)} of ${inMib(size)} MiB stay`);
      this.expect(left >= kill, 'what was stored before the server was killed is gone');
    }
    await this.sendFrom(url, await received(), size, seed);
    return String(uploadId);
  }

  /** What a process needs for its first requests is no matter of their files. */
  async warmUp(): Promise<void> {
    const { arrived } = this.rig.target;
    const before = arrived.size;
    await this.run(await this.upload('small', 1_000, 10 + before));
    await waitFor(() => arrived.size > before);
    await this.rig.beginMeasuring();
  }

  async tryLarge(size: number): Promise<void> {
    const { rig, owner } = this;
    const { target } = rig;
    const put = { method: 'PUT', url: target.url, bodyType: 'file', body: '{{triggerData.file}}', timeout: 600 };
    const { webhookPath } = await rig.seed.flow(owner, {
      nodes: [node('start', 'trigger.webhook'), node('put', 'http.request', put)],
      edges: [edge('start>put')],
    });
    this.run = (id: string) =>
      fetch(rig.url + webhookPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ file: { $file: { id } } }),
      });
    await this.warmUp();
    const began = Date.now();
    const fileId = await this.upload('large', size, 2, size * 0.4);
    const stored = Date.now();
    const sha256 = hashOf(2, size);
    const files = (await this.ask(this.at('/files?sortBy=size&sortOrder=desc'))) as unknown as Record<
      string,
      unknown
    >[];
    this.expect(files[0]?.sha256 === sha256 && files.length === 3, 'the stored file is not what was sent');
    const running = Date.now();
    await this.run(fileId);
    await waitFor(() => target.inProgress() >= size * 0.4, patience);
    await rig.restart();
    await waitFor(() => target.arrived.has(sha256), patience);
    const arrived = Date.now();
    this.expect(target.arrived.size === 3, 'something else has arrived');
    this.expect(target.arrived.get(sha256) === 1, 'it has arrived twice');
    const most = await rig.measure();
    say(
      `stored in ${(stored - began) / 1_000} s, uploaded by the flow in ${(arrived - running) / 1_000} s, killed once in each`,
    );
    say(`memory: ${inMib(most)} MiB more than before`);
    this.expect(most <= moreAtMost, `more than ${inMib(moreAtMost)} MiB`);
  }

  async tryMany(count: number): Promise<void> {
    await this.rig.restart();
    const size = 1_000_000;
    const bytes = Buffer.concat([...bytesFrom(4, 0, size)]);
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        bytes.writeUInt32BE(at);
        const own = Buffer.from(bytes);
        const file = await this.ask(this.at(`/files?name=${at}.bin`), { method: 'POST', body: new Uint8Array(own) });
        return file.sha256 === createHash('sha256').update(own).digest('hex');
      }),
    );
    const seconds = (Date.now() - began) / 1_000;
    const right = answers.filter(Boolean).length;
    say(`${right} of ${count} files of 1 MB stored at once in ${seconds} s`);
    this.expect(right === count, 'files are not what was sent');
  }
}

async function main(): Promise<void> {
  const options = { mib: { type: 'string', default: '1024' }, files: { type: 'string', default: '1000' } } as const;
  const { values } = parseArgs({ options });
  const rig = await startRig();
  try {
    const trial = new Trial(rig, await rig.seed.owner());
    await trial.tryLarge(Number(values.mib) * mebibyte);
    await trial.tryMany(Number(values.files));
    process.exitCode = trial.failures === 0 ? 0 : 1;
  } finally {
    await rig.stop();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n${String(error.cause ?? '')}\n`);
  process.exitCode = 1;
});
