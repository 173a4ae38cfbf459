import { Unreachable } from './errors';
import { sendPart } from './request';

/** Bytes of a part: what is lost with a connection, and what is seen of the progress. */
const partBytes = 8 * 1024 * 1024;
/** Milliseconds before a lost connection is tried again; each further pause is twice as long, up to the most. */
const firstPauseMs = 1_000;
const pauseAtMostMs = 30_000;
/** Tries without a byte of progress. */
const triesAtMost = 30;

interface Upload {
  uploadId: string;
  received: number;
}

/**
 * Uploads a file of any size in parts, and goes on where it was when the connection comes back.
 * @param path of REST, where uploads are created
 * @param onProgress called with the bytes that are stored
 * @throws ServerError if the server refuses it; Unreachable if it stays away
 */
export async function uploadInParts(path: string, file: File, onProgress: (bytes: number) => void): Promise<void> {
  const query = new URLSearchParams({ name: file.name, ...(file.type && { contentType: file.type }) });
  const begin = () =>
    sendPart(`${path}?${query}`, { method: 'POST', headers: { 'upload-length': String(file.size) } }).then(readUpload);
  let { uploadId, received } = await untilReached(begin);
  for (let isKnown = true; received < file.size; ) {
    const at = received;
    const send = async () => {
      // A part may have arrived whose answer did not.
      if (!isKnown) received = (await sendPart(`${path}/${uploadId}`, { headers: {} }).then(readUpload)).received;
      isKnown = false;
      if (received >= file.size) return;
      const body = file.slice(received, received + partBytes);
      const headers = { 'upload-offset': String(received), 'content-type': 'application/offset+octet-stream' };
      ({ received } = await sendPart(`${path}/${uploadId}`, { method: 'PATCH', headers, body }).then(readUpload));
      isKnown = true;
    };
    await untilReached(send);
    if (received > at) onProgress(received);
  }
}

async function readUpload(answer: Response): Promise<Upload> {
  return ((await answer.json()) as { data: Upload }).data;
}

/** Does something again as long as the server cannot be reached. */
async function untilReached<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unreachable) || tries >= triesAtMost) throw error;
      await pause(Math.min(firstPauseMs * 2 ** (tries - 1), pauseAtMostMs));
    }
  }
}

/** Ends early when the browser is online again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}
