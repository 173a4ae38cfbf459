import type { NodeKind } from '../flow-model.js';
import { any } from '../match.js';

const none = () => null;

export const trigger: NodeKind<null> = {
  name: 'trigger',
  weight: 0,
  handles: ['out'],
  draw: none,
  write: () => ({ type: 'trigger.manual', data: {} }),
  visit: () => ({ kind: 'done', handle: 'out', output: any }),
};

const set: NodeKind<null> = {
  name: 'set',
  weight: 12,
  handles: ['out'],
  draw: none,
  write: (_, { index }) => ({ type: 'data.set', data: { assignments: [{ name: 'x', value: `{{${index}}}` }] } }),
  visit: (_, { index }) => ({ kind: 'done', handle: 'out', output: { x: index } }),
};

/** Reads the outputs of the nodes before it. */
const read: NodeKind<null> = {
  name: 'read',
  weight: 8,
  handles: ['out'],
  draw: none,
  write: (_, { sources }) => ({
    type: 'data.set',
    data: {
      assignments: [
        { name: 'n', value: sources.length },
        ...sources.map((id) => ({ name: id, value: `{{steps["${id}"]}}` })),
      ],
    },
  }),
  visit: (_, { outputs }) => ({
    kind: 'done',
    handle: 'out',
    output: { n: Object.keys(outputs).length, ...outputs },
  }),
};

const transform: NodeKind<null> = {
  name: 'transform',
  weight: 8,
  handles: ['out', 'error'],
  draw: none,
  write: ({ on }, { index }) => ({
    type: 'data.transform',
    data: { expression: `${index} in [${on.join(', ')}] ? 1 / 0 : 7` },
  }),
  visit: ({ on }, { index }) => (on.includes(index) ? { kind: 'failed' } : { kind: 'done', handle: 'out', output: 7 }),
};

const decide: NodeKind<null> = {
  name: 'if',
  weight: 8,
  handles: ['true', 'false'],
  draw: none,
  write: ({ on }, { index }) => ({
    type: 'logic.if',
    data: { conditions: [{ left: `{{${index}}}`, operator: 'in', right: on }] },
  }),
  visit: ({ on }, { index }) => {
    const result = on.includes(index);
    return { kind: 'done', handle: String(result), output: { result } };
  },
};

const choose: NodeKind<null> = {
  name: 'switch',
  weight: 4,
  handles: ['case:a', 'case:b', 'default'],
  draw: none,
  write: (_, { index }) => ({
    type: 'logic.switch',
    data: { value: `{{${index}}}`, cases: [0, 1].map((equals) => ({ id: equals === 0 ? 'a' : 'b', equals })) },
  }),
  visit: (_, { index }) => {
    const id = ['a', 'b'][index];
    return { kind: 'done', handle: id ? `case:${id}` : 'default', output: { case: id ?? null } };
  },
};

const split: NodeKind<'a' | 'b'> = {
  name: 'split',
  weight: 4,
  handles: ['variant:a', 'variant:b'],
  draw: (random) => (random(2) === 0 ? 'a' : 'b'),
  write: ({ own }) => ({
    type: 'logic.split',
    data: { variants: ['a', 'b'].map((id) => ({ id, weight: id === own ? 1 : 0 })), key: 'any' },
  }),
  visit: ({ own }) => ({ kind: 'done', handle: `variant:${own}`, output: { variant: own } }),
};

const merge: NodeKind<null> = {
  name: 'merge',
  weight: 8,
  handles: ['out'],
  draw: none,
  write: () => ({ type: 'logic.merge', data: { mode: 'all' } }),
  visit: (_, { inputs }) => ({ kind: 'done', handle: 'out', output: { inputs } }),
};

const mergeAny: NodeKind<null> = {
  ...merge,
  name: 'any',
  weight: 4,
  joinsAny: true,
  write: () => ({ type: 'logic.merge', data: { mode: 'any' } }),
};

const delay: NodeKind<null> = {
  name: 'delay',
  weight: 4,
  handles: ['out'],
  draw: none,
  write: () => ({ type: 'logic.delay', data: { seconds: 0.02 } }),
  visit: () => ({ kind: 'done', handle: 'out', output: { resumedAt: any } }),
};

const stop: NodeKind<'completed' | 'failed'> = {
  name: 'stop',
  weight: 1,
  handles: [],
  onlyAtTop: true,
  draw: (random) => (random(2) === 0 ? 'completed' : 'failed'),
  write: ({ own }) => ({ type: 'logic.stop', data: { status: own } }),
  visit: ({ own }) => ({ kind: 'stop', status: own }),
};

/** Kinds without effects. The first one is the simplest. */
export const plainKinds = [set, read, transform, decide, choose, split, merge, mergeAny, delay, stop] as const;
