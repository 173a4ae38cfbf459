import { parentPort } from 'node:worker_threads';
import { type Fragment, JsonLimitError, splitJson } from './split-json.js';

/** The answer of the thread: the fragments of a value, or why there is none, also of valid JSON that is too large. */
export type SplitAnswer = { fragments: Fragment[] } | { problem: string; isValid: boolean };

parentPort?.on('message', (text: string) => {
  parentPort?.postMessage(split(text));
});
parentPort?.postMessage('ready');

function split(text: string): SplitAnswer {
  try {
    return { fragments: splitJson(JSON.parse(text)) };
  } catch (error) {
    return { problem: (error as Error).message, isValid: error instanceof JsonLimitError };
  }
}
