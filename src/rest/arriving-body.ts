import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { AppError } from '../platform/errors/errors.js';
import type { ArrivingBody } from '../platform/graphql/arriving-body.js';
import { cutOff, readBytes, tooLarge, tooSlow } from './request-body.js';

/** Milliseconds within which a body must arrive, and without a byte of it. */
const arrivesWithinMs = 15 * 60_000;
const silenceMs = 60_000;

/** A body that is passed on as it arrives: at most a few chunks of it are in memory. @param limit in bytes */
export function arrivingBody(request: IncomingMessage, limit: number): ArrivingBody {
  const { headers } = request;
  const length = headers['content-length'];
  return {
    contentType: headers['content-type'] ?? '',
    length: length === undefined ? null : Number(length),
    open: () => passOn(request, limit),
    async whole(most) {
      if (Number(length) > most) throw tooLarge(most);
      return readBytes(request, most);
    },
  };
}

function passOn(request: IncomingMessage, limit: number): Readable {
  const passed = new PassThrough();
  let size = 0;
  const refuse = (error: AppError) => passed.destroy(error);
  const deadline = setTimeout(() => refuse(tooSlow(arrivesWithinMs)), arrivesWithinMs).unref();
  const silence = setTimeout(() => refuse(tooSlow(silenceMs)), silenceMs).unref();
  const onData = (chunk: Buffer) => {
    silence.refresh();
    size += chunk.length;
    if (size > limit) refuse(tooLarge(limit));
    else if (!passed.write(chunk)) request.pause();
  };
  const onDrain = () => {
    silence.refresh();
    request.resume();
  };
  const onEnd = () => passed.end();
  const onBroken = () => {
    if (!request.complete) refuse(cutOff());
  };
  // Who reads it meets the error.
  passed.on('error', () => undefined);
  passed.on('drain', onDrain).once('close', () => {
    clearTimeout(deadline);
    clearTimeout(silence);
    request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    // Nothing more of it is read: the answer ends the connection.
    if (!request.complete) request.pause();
  });
  if (request.destroyed && !request.readableEnded) refuse(cutOff());
  else if (Number(request.headers['content-length']) > limit) refuse(tooLarge(limit));
  else if (request.readableEnded) passed.end();
  else request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  return passed;
}
