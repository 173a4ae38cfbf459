import type { Block, NodeKind } from '../flow-model.js';

interface Loop {
  block: Block;
  items: number;
  onItemError: 'stop' | 'continue';
  concurrency: number;
}

const itemsOf = ({ items }: Loop) => Array.from({ length: items }, (_, item) => item * 10);

export const loop: NodeKind<Loop> = {
  name: 'loop',
  weight: 12,
  contains: 'body',
  handles: ['done'],
  draw: (random, contents) => ({
    items: random(4),
    onItemError: random(2) === 0 ? 'stop' : 'continue',
    concurrency: 1 + random(3),
    block: contents(),
  }),
  // A loop has no other attempt.
  write: ({ own }) => ({
    type: 'logic.loop',
    // Which items run beside one that stops the loop is a matter of time.
    data: {
      items: itemsOf(own),
      onItemError: own.onItemError,
      retry: undefined,
      ...(own.onItemError === 'continue' && { concurrency: own.concurrency }),
    },
  }),
  visit: ({ own }) => ({ kind: 'loop', items: itemsOf(own), body: own.block, onItemError: own.onItemError }),
};

export const call: NodeKind<{ block: Block; wait: boolean }> = {
  name: 'call',
  weight: 8,
  contains: 'flow',
  handles: ['out', 'error'],
  needsServer: true,
  draw: (random, contents) => ({ wait: random(4) < 3, block: contents() }),
  write: (item, { index, iteration, calledFlow }) => ({
    type: 'flow.call',
    data: {
      flowId: calledFlow(item),
      input: { index: `{{${index}}}`, at: `{{${iteration}}}`, records: '{{triggerData.records}}' },
      wait: item.own.wait,
    },
  }),
  visit: ({ own }) => ({ kind: 'call', flow: own.block, wait: own.wait }),
};
