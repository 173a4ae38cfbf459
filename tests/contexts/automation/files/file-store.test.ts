import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteDueBytes } from '../../../../src/contexts/automation/files/delete-unused-bytes.js';
import { createFileStore, type FileStore } from '../../../../src/contexts/automation/files/store/file-store.js';
import { AppError } from '../../../../src/platform/errors/errors.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type S3Server, startS3Server } from '../../../support/s3-server.js';
import type { Owner } from '../../../support/seed.js';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporary-folder.js';

let app: TestApp;
let owner: Owner;
let server: S3Server;
let folder: TemporaryFolder;

beforeAll(async () => {
  [app, server, folder] = await Promise.all([startTestApp(), startS3Server(), temporaryFolder()]);
  owner = await app.seed.owner();
}, 60_000);
afterAll(async () => {
  await app.stop();
  await Promise.all([server.close(), folder.remove()]);
});

const most = { bytes: 100_000_000, exceeded: () => new AppError('PAYLOAD_TOO_LARGE', 'Too large.') };
const content = randomBytes(9_000_000);
const chunks = () =>
  Readable.from(Array.from({ length: 9_000 }, (_, n) => content.subarray(n * 1_000, (n + 1) * 1_000)));

function storeIn(place: string): FileStore {
  return createFileStore(app.services.db, { place, folder: folder.path, storage: server.settings });
}

describe.each(['database', 'folder', 's3://backups/files/'])('bytes in %s', (place) => {
  const read = async (store: FileStore, fileId: string, start: number, end: number) =>
    buffer(await store.read(owner.workspaceId, fileId, { start, end }));
  const due = () => deleteDueBytes(app.services.db.pool, storeIn(place), app.services.log);
  const release = (fileId: string) =>
    app.services.db.pool.query(`update file_bytes set due_at = now() - interval '1 second' where file_id = $1`, [
      fileId,
    ]);

  test('are read as they were stored, in whole and in part, wherever new ones are stored', async () => {
    const { fileId, size, sha256 } = await storeIn(place).save(owner.workspaceId, chunks(), most);
    expect([size, sha256]).toEqual([content.length, createHash('sha256').update(content).digest('hex')]);
    const other = storeIn('database');
    expect((await read(other, fileId, 0, size)).equals(content)).toBe(true);
    expect((await read(other, fileId, 524_287, 1_048_577)).equals(content.subarray(524_287, 1_048_577))).toBe(true);
    await release(fileId);
    await due();
    await expect(read(other, fileId, 0, 10)).rejects.toThrow('missing');
  });

  test('are not left behind by a source that fails or has too many', async () => {
    const broken = Readable.from(
      (async function* () {
        yield content.subarray(0, 600_000);
        throw new Error('The client is gone.');
      })(),
    );
    await expect(storeIn(place).save(owner.workspaceId, broken, most)).rejects.toThrow('The client is gone.');
    const few = { ...most, bytes: 1_000_000 };
    await expect(storeIn(place).save(owner.workspaceId, chunks(), few)).rejects.toThrow('Too large.');
    await due();
    const { rows } = await app.services.db.pool.query('select from file_bytes');
    expect(rows).toEqual([]);
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
    const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  });
});

test('bytes that cannot be deleted now are tried again later', async () => {
  const store = storeIn('folder');
  const { fileId } = await store.save(owner.workspaceId, chunks(), most);
  await app.services.db.pool.query(`update file_bytes set due_at = now() - interval '1 second' where file_id = $1`, [
    fileId,
  ]);
  const failing = { remove: () => Promise.reject(new Error('The storage is away.')) };
  expect(await deleteDueBytes(app.services.db.pool, failing, { warn: () => undefined } as never)).toBe(1);
  expect(await deleteDueBytes(app.services.db.pool, store, app.services.log)).toBe(0);
  const { rows } = await app.services.db.pool.query(
    'select due_at > now() as later from file_bytes where file_id = $1',
    [fileId],
  );
  expect(rows).toEqual([{ later: true }]);
});
