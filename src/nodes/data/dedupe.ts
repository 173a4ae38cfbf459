import { createHash } from 'node:crypto';
import { z } from 'zod';
import { identityOf, valueAt } from '../../engine/expressions/library/lists.js';
import { defineNode, type NodeContext, type Outcome } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import type { FreePorts } from '../ports.js';
import { recordFailure } from '../record-failure.js';
import { isStateKey, ttlSeconds } from '../state/state-key.js';
import { stateErrors } from '../step-errors.js';
import { itemsField, keyField, overItems } from './collection.js';

const fields = z.object({
  items: itemsField(),
  key: optionalField(
    keyField('The field that makes items equal. Without it they are compared whole. Items without the field are kept.'),
  ),
  acrossRuns: optionalField(z.boolean()).describe(
    'Whether items that an earlier run of the node has kept are duplicates, too. What it keeps is remembered in the state of the flow. Defaults to false.',
  ),
  ttlSeconds: optionalField(ttlSeconds).describe(
    'With `acrossRuns`, the seconds for which an item is remembered, from the first time. Defaults to always.',
  ),
});

type Context = NodeContext<z.output<typeof fields>, FreePorts>;

export const dedupeNode = defineNode({
  type: 'data.dedupe',
  title: 'Remove duplicates',
  category: 'data',
  capability: null,
  description:
    'Keeps the first of the equal items of a list. With `acrossRuns` it keeps only those that no earlier execution of the flow has kept.',
  fields,
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  // An expression may come to true.
  changesState: ({ acrossRuns }) => acrossRuns !== undefined && acrossRuns !== null && acrossRuns !== false,
  sample: { items: [], duplicates: [] },
  example: { items: '{{triggerData.contacts}}', key: 'email' },
  output: '`items`, the first of each, and `duplicates`, the others.',
  errors: [...stateErrors],
  exampleRun: {
    triggerData: {
      contacts: [
        { email: 'ana@example.com', name: 'Ana' },
        { email: 'ana@example.com', name: 'A.' },
      ],
    },
  },
  run: (context) => {
    const { items, acrossRuns = false } = context.data;
    return overItems([items], () => removeDuplicates(context, acrossRuns), { deep: true });
  },
});

function removeDuplicates(context: Context, acrossRuns: boolean): Outcome | Promise<Outcome> {
  const { items, key } = context.data;
  const identities = items.map((item) => {
    const value = key === undefined ? item : (valueAt(item, key) ?? null);
    return key !== undefined && value === null ? null : identityOf(value);
  });
  return acrossRuns ? removeKnown(context, identities) : divided(items, identities, new Set(identities));
}

/** Remembers what it keeps in one change with the result of the step, so that a crash loses and repeats nothing. */
async function removeKnown({ data, nodeId, ports }: Context, identities: readonly (string | null)[]): Promise<Outcome> {
  const keys = new Map(identities.flatMap((one) => (one === null ? [] : [[one, stateKeyOf(nodeId, one)]])));
  try {
    const added = new Set(await ports.state.seenMany('flow', [...keys.values()], data.ttlSeconds ?? null));
    const kept = [...keys].flatMap(([identity, key]) => (added.has(key) ? [identity] : []));
    return divided(data.items, identities, new Set(kept));
  } catch (error) {
    return recordFailure(error);
  }
}

/** Divides the items into the first ones of these identities, and all others. Those without identity are kept. */
function divided(
  items: readonly unknown[],
  identities: readonly (string | null)[],
  wanted: ReadonlySet<string | null>,
): Outcome {
  const seen = new Set<string>();
  const isKept = identities.map((one) => {
    if (one === null) return true;
    const isFirst = !seen.has(one);
    seen.add(one);
    return isFirst && wanted.has(one);
  });
  const [kept, duplicates] = [true, false].map((which) => items.filter((_, at) => isKept[at] === which));
  return { kind: 'done', output: { items: kept, duplicates } };
}

/** The key in the state: readable where it can be, so that an item can be found and forgotten. */
function stateKeyOf(nodeId: string, identity: string): string {
  const readable = `dedupe:${nodeId}:${identity}`;
  if (isStateKey(readable)) return readable;
  return `dedupe:${createHash('sha256')
    .update(JSON.stringify([nodeId, identity]))
    .digest('hex')}`;
}
