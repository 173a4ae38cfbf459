import { defineGlobals, type Installing } from './install.js';

/** What code reads of its execution by the names of n8n. */
export interface CodeScope {
  /** The outputs that arrived; null where the input takes their place. */
  arrived: readonly unknown[] | null;
  nodes: readonly { id: string; name: string; output: unknown }[];
  execution: unknown;
  workflow: unknown;
  vars: unknown;
  /** ISO time of the step. */
  now: string;
}

interface Item {
  json: unknown;
}

interface Luxon {
  DateTime: { fromISO(time: string, options: object): { startOf(unit: string): unknown } };
}

const itemKeys = new Set(['json', 'binary', 'pairedItem', 'index', 'error']);

function isItem(value: unknown): value is Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { json } = value as Partial<Item>;
  return typeof json === 'object' && json !== null && Object.keys(value).every((key) => itemKeys.has(key));
}

/** A list is a list of items; anything else is one item. */
function itemsOf(value: unknown): Item[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) => (isItem(one) ? one : { json: one }));
}

/** What n8n offers for the items of a node. */
function access(items: readonly Item[]) {
  const [first] = items;
  return {
    all: () => items,
    first: () => first,
    last: () => items.at(-1),
    item: first,
    json: first?.json,
    itemMatching: (index: number) => items[index],
    isExecuted: true,
  };
}

/** Installs the names by which code for n8n reads the data of its execution. */
export function install({ modules, scope, input }: Installing): void {
  const { arrived, nodes, execution, workflow, vars, now }: CodeScope = JSON.parse(scope);
  const items = arrived === null ? itemsOf(JSON.parse(input)) : arrived.flatMap(itemsOf);
  const find = (name: unknown) => {
    const named = nodes.find((node) => node.name === name) ?? nodes.find((node) => node.id === name);
    if (named) return itemsOf(named.output);
    const known = nodes.map((node) => node.name).join(', ');
    throw new Error(
      `No node "${String(name)}" has run before this one. ${known === '' ? 'None has.' : `These have: ${known}.`}`,
    );
  };
  const $input = access(items);
  const $node = new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? access(find(name)) : undefined) });
  defineGlobals({
    $: (name: unknown) => access(find(name)),
    $node,
    $items: (name?: unknown) => (name === undefined ? items : find(name)),
    $input,
    $json: $input.json,
    $itemIndex: 0,
    $runIndex: 0,
    $execution: execution,
    $workflow: workflow,
    $vars: vars,
  });
  const luxon = modules.luxon as Luxon | undefined;
  if (!luxon) return;
  const $now = luxon.DateTime.fromISO(now, { zone: 'utc' });
  defineGlobals({ $now, $today: $now.startOf('day') });
}
