import { parentPort } from 'node:worker_threads';
import { type FileFormat, FormatError } from './file-format.js';
import type { FormatName } from './format-names.js';
import { formats } from './formats.js';

/** What the thread is asked for: the JSON of a file, or the file of a JSON. */
export type FormatQuestion =
  | { format: FormatName; bytes: Uint8Array; jsonAtMost: number }
  | { format: FormatName; json: string };

export type FormatAnswer = { json: string } | { bytes: Uint8Array } | { problem: string; code: FormatError['code'] };

parentPort?.on('message', async (question: FormatQuestion) => {
  parentPort?.postMessage(await answerTo(question).catch(problemOf));
});
parentPort?.postMessage('ready');

async function answerTo(question: FormatQuestion): Promise<FormatAnswer> {
  const format: FileFormat = formats[question.format];
  if ('json' in question) {
    if (!format.build) throw new FormatError('FILE_FORMAT', `Files of the format ${question.format} are not written.`);
    return { bytes: await format.build(JSON.parse(question.json)) };
  }
  const json = JSON.stringify((await format.parse(question.bytes)) ?? null);
  if (Buffer.byteLength(json) > question.jsonAtMost) {
    const most = question.jsonAtMost.toLocaleString('en');
    throw new FormatError('FILE_LIMIT', `What the file says must have at most ${most} bytes as JSON.`);
  }
  return { json };
}

function problemOf(error: unknown): FormatAnswer {
  if (error instanceof FormatError) return { problem: error.message, code: error.code };
  return { problem: 'The file cannot be read in this format.', code: 'FILE_FORMAT' };
}
