import type { Item, NodeKind } from '../flow-model.js';
import { any } from '../match.js';

/** The body of an answer to a call. */
export const answerBody = (node: string, iteration: string) => ({ node, iteration });

/** Calls the outside, which answers with a status, or not at all. */
export const http: NodeKind<{ breaks: boolean }> = {
  name: 'http',
  weight: 20,
  handles: ['out', 'error'],
  draw: (random) => ({ breaks: random(3) === 2 }),
  write: ({ id }, { url, index }) => ({
    type: 'http.request',
    data: { method: 'POST', url: `${url}/${id}?index={{${index}}}` },
  }),
  visit: ({ id, on, attempts, failures, own }, { index, iteration }) => {
    const failed = on.includes(index) ? failures : 0;
    const answer = (status: number) => ({ status, headers: any, body: answerBody(id, iteration) });
    if (failed < attempts)
      return { kind: 'done', handle: 'out', output: answer(200), attempt: failed + 1, effect: 'call' };
    return { kind: 'failed', output: own.breaks ? null : answer(503), attempt: attempts, effect: 'call' };
  },
};

/** How a call fails at an attempt, or false where it is answered with 200. */
export function failureOf(item: Item | undefined, index: number, attempt: number): false | 'status' | 'connection' {
  if (!item?.on.includes(index) || attempt > item.failures) return false;
  return (item.own as { breaks: boolean }).breaks ? 'connection' : 'status';
}

/** JavaScript in the sandbox. */
export const code: NodeKind<null> = {
  name: 'code',
  weight: 3,
  handles: ['out', 'error'],
  needsServer: true,
  draw: () => null,
  write: ({ on }, { index }) => ({
    type: 'data.code',
    data: {
      source: `if (${JSON.stringify(on)}.includes(input)) throw new Error('No.'); return { twice: input * 2 };`,
      input: `{{${index}}}`,
    },
  }),
  visit: ({ on }, { index }) =>
    on.includes(index) ? { kind: 'failed' } : { kind: 'done', handle: 'out', output: { twice: index * 2 } },
};
