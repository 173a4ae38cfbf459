import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { watchFreeSpace } from '../../src/platform/free-space.js';
import { readMetric } from '../support/read-metric.js';

test('the free space of folders is a metric, as long as they exist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'free-space-'));
  const end = watchFreeSpace({ data_dir: folder, wal_archive: undefined });
  const { blocks, bsize } = await statfs(folder);
  const { 'kind=data_dir': free, ...others } = await readMetric('disk_free_bytes');
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(blocks * bsize);
  expect(others).toEqual({});
  await rm(folder, { recursive: true });
  expect(await readMetric('disk_free_bytes')).toEqual({});
  end();
});

test('readings at the same time do not add up', async () => {
  const end = watchFreeSpace({ data_dir: tmpdir() });
  const { blocks, bsize } = await statfs(tmpdir());
  const all = await Promise.all(Array.from({ length: 20 }, () => readMetric('disk_free_bytes')));
  for (const { 'kind=data_dir': free } of all) expect(free).toBeLessThanOrEqual(blocks * bsize);
  end();
});
