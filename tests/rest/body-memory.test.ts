import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { BodyMemory } from '../../src/rest/body-memory.js';
import { countBytesOf, readBytes } from '../../src/rest/request-body.js';

const kibibyte = 1024;

/** A request whose body is written by hand. */
const requestOf = () => new PassThrough() as unknown as PassThrough & IncomingMessage;

describe('the memory of bodies', () => {
  test('is shared by addresses: alone one gets half, and others find some', () => {
    const memory = new BodyMemory(1_000 * kibibyte);
    const large = memory.of('a');
    expect(large.receive(500 * kibibyte)).toBe(true);
    expect([large.receive(kibibyte), large.isOnlyOne()]).toEqual([false, true]);
    expect(memory.of('b').receive(200 * kibibyte)).toBe(true);
    expect(large.isOnlyOne()).toBe(false);
    large.release();
    expect([memory.heldBy('a'), memory.of('c').receive(400 * kibibyte)]).toEqual([0, true]);
  });

  test('is not used by short bodies', () => {
    const memory = new BodyMemory(0);
    expect([memory.of('a').receive(16 * kibibyte), memory.heldBy('a')]).toEqual([true, 0]);
  });

  test('refuses a body for which none is left while it arrives', async () => {
    const memory = new BodyMemory(100 * kibibyte);
    const request = requestOf();
    countBytesOf(request, memory.of('a'));
    const read = readBytes(request, 1_000 * kibibyte);
    request.write(Buffer.alloc(60 * kibibyte));
    await expect(read).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 });
  });
});

describe('a body', () => {
  test('that stops arriving is given up', async () => {
    const request = requestOf();
    request.write('{');
    await expect(readBytes(request, 10, 20)).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: 'The body must arrive within 0.02 seconds.',
    });
  });

  test('of a client that has left is not awaited', async () => {
    const request = requestOf();
    request.destroy();
    await expect(readBytes(request, 10)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
