import { isDeepStrictEqual } from 'node:util';
import type { FlowContent } from '../content/flow-content.js';

type Item = Readonly<Record<string, unknown>>;

/** A field that differs between two versions; null in the version that lacks it. */
export interface FieldChange {
  /** For example `name`, `settings.timeout` or `data.url`. */
  field: string;
  before: unknown;
  after: unknown;
}

export interface ElementChange {
  /** The ID of a node or edge, the name of a variable. */
  id: string;
  fields: FieldChange[];
}

/** The differences of two lists of nodes, edges or variables, by ID. */
export interface ListChanges {
  added: Item[];
  removed: Item[];
  changed: ElementChange[];
}

export interface ContentChanges {
  /** Changes of name, description, tags, folder and settings. */
  fields: FieldChange[];
  nodes: ListChanges;
  edges: ListChanges;
  variables: ListChanges;
}

/** The changes from `before` to `after`. The order of nodes, edges and variables does not matter. */
export function compareContent(before: FlowContent, after: FlowContent): ContentChanges {
  return {
    fields: compareFields(labelsOf(before), labelsOf(after)),
    nodes: compareLists(before.nodes, after.nodes, 'id', flatNode),
    edges: compareLists(before.edges, after.edges, 'id'),
    variables: compareLists(before.variables, after.variables, 'name'),
  };
}

function labelsOf({ name, description, tags, folderId, settings }: FlowContent): Item {
  return { name, description, tags, folderId, ...prefixed('settings', settings) };
}

/** A node with the fields of its data as fields of its own, so that they are compared one by one. */
function flatNode({ data, ...rest }: Item): Item {
  return { ...rest, ...prefixed('data', data as Item) };
}

function prefixed(prefix: string, values: object): Item {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
}

function compareLists(before: readonly object[], after: readonly object[], key: string, flat = same): ListChanges {
  const old = new Map((before as Item[]).map((item) => [String(item[key]), item]));
  const kept = new Set<string>();
  const changes: ListChanges = { added: [], removed: [], changed: [] };
  for (const item of after as Item[]) {
    const id = String(item[key]);
    const was = old.get(id);
    kept.add(id);
    if (!was) changes.added.push(item);
    else {
      const fields = compareFields(flat(was), flat(item));
      if (fields.length > 0) changes.changed.push({ id, fields });
    }
  }
  for (const [id, item] of old) if (!kept.has(id)) changes.removed.push(item);
  return changes;
}

function same(item: Item): Item {
  return item;
}

/** Null counts as not set. */
function compareFields(before: Item, after: Item): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null];
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: was, after: is }];
  });
}
