import { z } from 'zod';
import { hasExpression } from '../expressions/index.js';
import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeShape } from '../node-shape.js';
import { fieldName } from './field-name.js';

/** A field of a node's data that is not as its type wants it. */
export interface FieldViolation {
  node: GraphNode;
  kind: 'required' | 'invalid';
  field: string;
  /** What is wrong and what would be right, without the node's name. */
  problem: string;
}

/** What every node accepts beside its own fields; null counts as left out. */
const policies = z.object({
  label: z.string().max(200).nullish(),
  disabled: z.boolean().nullish(),
  onError: z.enum(['fail', 'continue', 'branch']).nullish(),
  timeout: z.number().positive().max(86_400).nullish(),
  retry: z
    .object({
      attempts: z.int().min(1).max(10),
      backoffSeconds: z.number().min(0).max(86_400).nullish(),
      factor: z.number().min(1).max(100).nullish(),
    })
    .nullish(),
});

/** Compares a node's data with its type's fields and with the policies. A text with an expression satisfies any type. */
export function fieldViolations(node: GraphNode, shape: NodeShape): FieldViolation[] {
  const data = dataOf(node);
  const own = shape.fields.safeParse(data).error?.issues ?? [];
  const common = policies.safeParse(data).error?.issues ?? [];
  const ownKeys = shape.fields.shape;
  const violations = [
    ...own.filter((issue) => !isSatisfied(issue, data)),
    ...common.filter((issue) => !Object.hasOwn(ownKeys, String(issue.path[0]))),
  ].map((issue) => toViolation(node, data, issue));
  if (data.onError === 'branch' && !shape.errorHandle) {
    const problem = 'This node has no error handle to branch to. Use "fail" or "continue".';
    violations.push({ node, kind: 'invalid', field: 'onError', problem });
  }
  return violations;
}

function toViolation(node: GraphNode, data: unknown, issue: z.core.$ZodIssue): FieldViolation {
  const field = fieldName(issue.path);
  const empty = isEmpty(valueAt(data, issue.path));
  const said = sentence(issue.message);
  if (empty) return { node, kind: 'required', field, problem: isStock(issue.message) ? 'Fill it in.' : said };
  return { node, kind: 'invalid', field, problem: said };
}

function isSatisfied(issue: z.core.$ZodIssue, data: unknown): boolean {
  const value = valueAt(data, issue.path);
  if (typeof value === 'string') return hasExpression(value);
  // One branch of a union that fails at expressions only is enough; paths in it begin at the union's value.
  return (
    issue.code === 'invalid_union' &&
    issue.errors.some((branch) => branch.length > 0 && branch.every((inner) => isSatisfied(inner, value)))
  );
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value == null || (Array.isArray(value) && value.length === 0);
}

/** True for a message of the schema library itself, which a node type's author has not replaced. */
function isStock(message: string): boolean {
  return /^(Invalid |Too (small|big)|Unrecognized key)/.test(message);
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
