import { z } from 'zod';
import { mostConcurrent, mostItems } from '../each.js';
import { hasExpression } from '../expressions/index.js';
import { fieldProblem, sentence } from '../field-problem.js';
import type { GraphNode } from '../graph.js';
import { allowsEach, dataOf, hasErrorHandle } from '../handles.js';
import type { NodeShape } from '../node-shape.js';
import { rateAtMost } from '../rate.js';
import { WorkLimitError } from '../work.js';
import { fieldName } from './field-name.js';

/** A field of a node's data that its type does not accept. */
export interface FieldViolation {
  node: GraphNode;
  kind: 'required' | 'invalid';
  field: string;
  /** What is wrong and what is accepted; continues the name of the field: `is required.` */
  problem: string;
}

const eachRule = `must be an expression of a list, for example {{triggerData.orders}}, or a list of at most ${mostItems.toLocaleString('en-US')} items.`;

/** What every node accepts besides its own fields; null counts as missing. */
export const policies = z.object({
  ui: z.unknown().optional().describe('What an editor keeps with the node, for example a colour. Nothing reads it.'),
  label: z.string().max(200).nullish().describe('The name of the node. At most 200 characters; defaults to its ID.'),
  disabled: z.boolean().nullish().describe('Whether the node is skipped. Defaults to false.'),
  onError: z
    .enum(['fail', 'continue', 'branch'])
    .nullish()
    .describe('How the flow continues after a failed step: `branch` by the handle `error`. Defaults to `fail`.'),
  timeout: z
    .number()
    .positive()
    .max(86_400)
    .nullish()
    .describe('Seconds that one attempt may take, including its wait. At most 86400.'),
  each: z
    .union([z.array(z.unknown()).max(mostItems), z.string().refine(hasExpression, eachRule)], { error: eachRule })
    .nullish()
    .describe(
      `A list: the node runs once for each of its items, which expressions read as \`item\` and \`index\`, and its output is the list of outputs. At most ${mostItems.toLocaleString('en-US')} items.`,
    ),
  eachConcurrency: z
    .int()
    .min(1)
    .max(mostConcurrent)
    .nullish()
    .describe(`How many items run side by side, 1 to ${mostConcurrent}. Defaults to 1.`),
  onItemError: z
    .enum(['stop', 'continue'])
    .nullish()
    .describe(
      'What happens when an item fails: `stop` cancels the items that run beside it and fails the step, `continue` sets the result of the item to null and lists it in `errors`. Defaults to `stop`.',
    ),
  rate: z
    .object({
      count: z
        .int()
        .min(1)
        .max(rateAtMost.count)
        .describe(`The number of items that may start within the time, 1 to ${rateAtMost.count}.`),
      seconds: z
        .int()
        .min(1)
        .max(rateAtMost.seconds)
        .describe(`The length of that time in seconds, at most ${rateAtMost.seconds}.`),
      key: z
        .string()
        .min(1)
        .max(rateAtMost.keyCharacters)
        .nullish()
        .describe('What the rate is for. All steps of the workspace with the same key share it. Defaults to the node.'),
    })
    .nullish()
    .describe('With `each`: how many items may start in a time, in all executions of the workspace together.'),
  retry: z
    .object({
      attempts: z.int().min(1).max(10).describe('Attempts including the first, 1 to 10.'),
      backoffSeconds: z
        .number()
        .min(0)
        .max(86_400)
        .nullish()
        .describe('Seconds before the second attempt, at most 86400.'),
      factor: z.number().min(1).max(100).nullish().describe('What each further wait is multiplied by, 1 to 100.'),
    })
    .nullish()
    .describe('How failed attempts are repeated. Defaults to one attempt.'),
});

const wording = { error: fieldProblem };

/** Checks a node's data against its type's fields and the policies. A text with an expression satisfies any type. */
export function fieldViolations(node: GraphNode, shape: NodeShape): FieldViolation[] {
  try {
    return violationsOf(node, shape);
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    const problem = 'must have fewer or simpler regular expressions: those of the whole flow are too large.';
    return [{ node, kind: 'invalid', field: '', problem }];
  }
}

function violationsOf(node: GraphNode, shape: NodeShape): FieldViolation[] {
  const data = dataOf(node);
  const own = shape.fields.safeParse(data, wording).error?.issues ?? [];
  const common = policies.safeParse(data, wording).error?.issues ?? [];
  const ownKeys = shape.fields.shape;
  const violations = [
    // What is written in code is no expression.
    ...own.filter((issue) => shape.verbatim?.[String(issue.path[0])] === 'code' || !isSatisfied(issue, data)),
    ...common.filter((issue) => !Object.hasOwn(ownKeys, String(issue.path[0]))),
  ].map((issue) => toViolation(node, data, issue));
  const reported = new Set(violations.map(({ field }) => field));
  for (const [field, schema] of Object.entries(ownKeys)) {
    // Text that an expression leaves empty is accepted; a field that nobody filled is not.
    const isForgotten = typeof data[field] === 'string' && isEmpty(data[field]) && !schema.safeParse(undefined).success;
    if (isForgotten && !reported.has(field))
      violations.push({ node, kind: 'required', field, problem: 'is required.' });
  }
  violations.push(...eachViolations(node, shape));
  if (data.onError === 'branch' && !hasErrorHandle(shape, data)) {
    const problem = 'must be "fail" or "continue": this node has no error handle.';
    violations.push({ node, kind: 'invalid', field: 'onError', problem });
  }
  return violations;
}

/** Fields that say how a node runs for each item. */
const ofEach = ['eachConcurrency', 'onItemError', 'rate'] as const;

function eachViolations(node: GraphNode, shape: NodeShape): FieldViolation[] {
  const data = dataOf(node);
  const invalid = (field: string, problem: string): FieldViolation => ({ node, kind: 'invalid', field, problem });
  if (data.each != null)
    return allowsEach(shape)
      ? []
      : [invalid('each', 'is not possible for triggers, exits, loops and merges. Remove it.')];
  return ofEach
    .filter((field) => data[field] != null && !Object.hasOwn(shape.fields.shape, field))
    .map((field) => invalid(field, 'has no effect without each. Set each, or remove it.'));
}

function toViolation(node: GraphNode, data: unknown, issue: z.core.$ZodIssue): FieldViolation {
  const field = fieldName(issue.path);
  const value = valueAt(data, issue.path);
  const isMissing = issue.code !== 'custom' && !Array.isArray(value) && isEmpty(value);
  const problem = isMissing ? 'is required.' : sentence(issue.message);
  return { node, kind: isEmpty(value) ? 'required' : 'invalid', field, problem };
}

function isSatisfied(issue: z.core.$ZodIssue, data: unknown): boolean {
  const value = valueAt(data, issue.path);
  if (typeof value === 'string') return hasExpression(value);
  // A union is satisfied when one of its branches fails at expressions only; paths in it start at the union's value.
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
