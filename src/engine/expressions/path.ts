import { namedPartOf } from './item-results.js';

/** A plain path: a root, then keys and indexes. A key after a dot may begin with `$`, as that of a file does. */
export interface Path {
  root: string;
  keys: readonly (string | number)[];
}

const root = /^[A-Za-z_]\w*/;
const key = /\.(\$?[A-Za-z_]\w*)|\[\s*(?:(\d{1,9})|"([^"\\\n]*)"|'([^'\\\n]*)')\s*\]/y;
const literals = new Set(['true', 'false', 'null']);

/** Parses `a.b[0]["x"].c`; null for everything that is not a plain path. */
export function parsePath(expression: string): Path | null {
  const name = root.exec(expression)?.[0];
  if (name === undefined || literals.has(name)) return null;
  const keys: (string | number)[] = [];
  let at = name.length;
  while (at < expression.length) {
    key.lastIndex = at;
    const match = key.exec(expression);
    if (!match) return null;
    const [whole, field, index, double, single] = match;
    keys.push(index === undefined ? (field ?? double ?? single ?? '') : Number(index));
    at += whole.length;
  }
  return { root: name, keys };
}

/** Follows a path over own properties and list entries; undefined where it does not exist. */
export function readPath(scope: object, path: Path): unknown {
  let value = ownProperty(scope, path.root);
  for (const step of path.keys) {
    if (value == null) return undefined;
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = Array.isArray(value) ? namedPartOf(value, step) : ownProperty(value, step);
  }
  return value;
}

function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
