import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  openStorage,
  readObject,
  type StorageSettings,
  uploadObject,
} from '../../src/platform/object-storage/index.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
beforeEach(() => {
  server.intercept = null;
  server.objects.clear();
  server.uploads.clear();
  server.requests.length = 0;
});
afterAll(() => server.close());

const partBytes = 2_000;
const content = randomBytes(11_111);
const open = (key: string, settings: Partial<StorageSettings> = {}) =>
  openStorage(`s3://backups/${key}`, { ...server.settings, ...settings });

async function upload(key: string, body = content, settings?: Partial<StorageSettings>): Promise<void> {
  const { stream, abort } = await uploadObject(open(key, settings), partBytes);
  try {
    const finished = once(stream, 'finish');
    for (let at = 0; at < body.length; at += 700) stream.write(body.subarray(at, at + 700));
    stream.end();
    await finished;
  } finally {
    await abort();
  }
}

const read = (key: string) => buffer(readObject(open(key))());

describe('an object', () => {
  test.each(['plain.backup', "daily/a b+c%d/ä&(1)*!'.backup"])(
    '%s is uploaded in parts and read as it was',
    async (key) => {
      await upload(key);
      expect(server.requests.filter((one) => one.startsWith('PUT'))).toHaveLength(6);
      expect([...server.objects.keys()]).toEqual([key]);
      expect(await read(key)).toEqual(content);
      expect(server.uploads.size).toBe(0);
    },
  );

  test('is also complete when it is empty or ends with a part', async () => {
    for (const length of [0, 1, partBytes, 2 * partBytes]) {
      await upload(`${length}`, content.subarray(0, length));
      expect(server.objects.get(`${length}`)?.body).toEqual(content.subarray(0, length));
      await expect(upload(`${length}`)).rejects.toThrow('already exists');
    }
  });

  test('is complete after requests that failed or were cut, and after a completion whose answer was lost', async () => {
    let calls = 0;
    server.intercept = ({ method, socket }, response) => {
      calls++;
      if (method === 'PUT' && calls % 3 === 0)
        return Boolean(response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
      if (method === 'PUT' && calls % 3 === 1) return Boolean(socket.destroy());
      // The storage has done what was asked.
      if (method === 'POST' && server.uploads.size > 0 && calls < 1_000) {
        calls = 1_000;
        response.end = () => socket.destroy() as never;
      }
      return false;
    };
    await upload('cut');
    expect(server.objects.get('cut')?.body).toEqual(content);
  });

  test('is read to its end although connections break, and always the same version of it', async () => {
    await upload('read');
    let left = 3;
    server.intercept = ({ method }, response) => {
      if (method !== 'GET' || left-- <= 0) return false;
      const { end } = response;
      response.end = ((body: Buffer) => {
        response.write(body.subarray(0, 2_500), () => response.destroy());
        return response;
      }) as typeof end;
      return false;
    };
    const openAgain = readObject(open('read'));
    expect(await buffer(openAgain())).toEqual(content);
    expect(await buffer(openAgain())).toEqual(content);
    server.objects.clear();
    await upload('read', randomBytes(3_000));
    await expect(buffer(openAgain())).rejects.toThrow(/PreconditionFailed.*the object was replaced meanwhile\.$/);
  });

  test('can be left before its end', async () => {
    await upload('left');
    const stream: Readable = readObject(open('left'))();
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
  });

  test('that exists is not replaced, also if it was created meanwhile', async () => {
    await upload('there');
    await expect(upload('there')).rejects.toThrow('s3://backups/there already exists. Name another object.');
    const late = await uploadObject(open('late'));
    server.objects.set('late', { body: Buffer.from('other'), tag: '"1"' });
    late.stream.end(content);
    await expect(once(late.stream, 'finish')).rejects.toThrow('s3://backups/late already exists.');
    await late.abort();
    expect(server.objects.get('late')?.body.toString()).toBe('other');
    expect(server.uploads.size).toBe(0);
  });

  test('of which a part fails is removed, and its parts too', async () => {
    server.intercept = ({ method, url }, response) =>
      method === 'PUT' && url?.includes('partNumber=3') === true && Boolean(response.writeHead(500).end());
    await expect(upload('fails')).rejects.toThrow(/status 500.*Run the command again/);
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
    server.intercept = ({ method }, response) =>
      ['PUT', 'DELETE'].includes(method ?? '') && Boolean(response.writeHead(500).end());
    await expect(upload('fails')).rejects.toThrow(/Remove the incomplete multipart upload \S+ in the storage/);
  });

  test('that is completed with an error in the body is not complete', async () => {
    server.intercept = ({ method, url }, response) =>
      method === 'POST' &&
      url?.includes('uploadId') === true &&
      Boolean(response.end('<Error><Code>InternalError</Code></Error>'));
    await expect(upload('late-error')).rejects.toThrow(/InternalError/);
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  });
});

const refused: [string, string, Partial<StorageSettings>, RegExp][] = [
  ['another secret', 's3://backups/a', { secretAccessKey: 'x' }, /Allow the key to read and write|Correct AWS_SECRET/],
  ['another region', 's3://backups/a', { region: 'eu-1' }, /Set AWS_REGION to the region of the bucket/],
  ['an old session', 's3://backups/a', { sessionToken: 'old' }, /Renew the credentials with AWS_SESSION_TOKEN/],
  ['another bucket', 's3://others/a', {}, /NoSuchBucket: No\)\. Create the bucket/],
  ['no key', 's3://backups/a', { accessKeyId: undefined }, /Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ['no server', 's3://backups/a', { endpoint: 'http://127.0.0.1:2' }, /\(ECONNREFUSED\)\. Check AWS_ENDPOINT_URL_S3/],
  ['no name', 's3://backups', {}, /must be s3:\/\/bucket\/key/],
];

test.each(refused)('%s is reported with what to do', async (_, url, settings, message) => {
  const readIt = async () => buffer(readObject(openStorage(url, { ...server.settings, ...settings }))());
  await expect(readIt()).rejects.toThrow(message);
});
