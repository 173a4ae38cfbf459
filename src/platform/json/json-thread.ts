import { parentPort } from 'node:worker_threads';
import { type Fragment, splitJson } from './split-json.js';

/** The answer of the thread: the fragments of a value, or why the text has none. */
export type SplitAnswer = { fragments: Fragment[] } | { problem: string };

parentPort?.on('message', (text: string) => {
  parentPort?.postMessage(split(text));
});
parentPort?.postMessage('ready');

function split(text: string): SplitAnswer {
  try {
    return { fragments: splitJson(JSON.parse(text)) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
