import { hasExpression } from '../expressions/index.js';
import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import { fieldName } from './field-name.js';

/** A text in a flow that looks like a secret in plain text. */
export interface PlainSecret {
  /** The path in the node's data. */
  path: readonly (string | number)[];
  /** The same as text: `headers.authorization`. */
  field: string;
}

/** Prefixes of the keys of well-known services, private keys and signed tokens. */
const knownKeys =
  /\b(sk-[A-Za-z0-9_-]{20,}|[rs]k_(live|test)_[A-Za-z0-9]{10,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{15,}|xox[abprs]-[\w-]{10,}|(AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|SG\.[\w-]{15,}\.[\w-]{15,}|shpat_[a-f0-9]{20,}|wak_[\w-]{20,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,})|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Names of fields, headers and variables that hold secrets only. */
const revealingName =
  /^(x[-_])?(api[-_]?key|(access|auth|bearer|refresh|secret)?[-_]?token|(client|api|app|webhook|signing)?[-_]?secret([-_]?key)?|password|passwd|passphrase|authorization|private[-_]?key)$/i;

const shortest = 8;
const deepest = 32;

/** Every text in a node's data that looks like a secret and is not an expression. */
export function plainSecretsOf(node: GraphNode): PlainSecret[] {
  const found: PlainSecret[] = [];
  search(dataOf(node), [], found);
  return found;
}

/** Whether a named value looks like a secret in plain text. */
export function isPlainSecret(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || hasExpression(value)) return false;
  return (
    knownKeys.test(value) ||
    (value.length >= shortest && !/\s/.test(value.replace(/^(bearer|basic) /i, '')) && revealingName.test(name))
  );
}

function search(value: unknown, path: readonly (string | number)[], found: PlainSecret[], named?: string): void {
  if (isPlainSecret(named ?? String(path.at(-1) ?? ''), value)) found.push({ path, field: fieldName(path) });
  if (typeof value !== 'object' || value === null || path.length > deepest) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(item, [...path, index], found);
    return;
  }
  // In a pair of `name` and `value`, the name says what the value is.
  const { name } = value as { name?: unknown };
  for (const [key, item] of Object.entries(value)) {
    search(item, [...path, key], found, key === 'value' && typeof name === 'string' ? name : key);
  }
}
