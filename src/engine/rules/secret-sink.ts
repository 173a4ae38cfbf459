import { type Reference, referencesOf, secretRoot } from '../expressions/index.js';
import { dataOf } from '../handles.js';
import { sinkNames, sinkProblem } from '../secret-sinks.js';
import { metered, meterOfPart, WorkLimitError } from '../work.js';
import type { DeclaredVariable, FlowContext } from './flow-context.js';
import { handedSecrets, refusedReads, refusedUses } from './handed-secrets.js';
import { type Finding, type Rule, refusesRun } from './rule.js';

const deepestValue = 64;

export const secretSink: Rule = {
  id: 'SECRET_SINK',
  meaning: 'A field that does not accept secrets refers to one, or an expression uses only a part of one.',
  cure: 'Use the secret [as a whole](expressions.md#secrets), and only in [fields that accept secrets](flows.md#where-secrets-are-accepted).',
  ...refusesRun,
  check(context) {
    const problem = sinkProblem(context.catalogue);
    return [
      ...inFields(context, problem),
      ...metered(meterOfPart(workOfTexts), () => [...inLabels(context, problem), ...inVariables(context, problem)]),
      ...inCalledFlows(context),
    ];
  },
};

/** One finding for each field, however often it refers to secrets. */
function inFields(context: FlowContext, problem: string): Finding[] {
  const isSecret = ({ root }: Reference) => root === secretRoot;
  const refused = refusedUses(context.expressions(), context.catalogue, isSecret);
  return refused.map(({ node, field, problem: ofUse }) => {
    const message = context.fieldMessage(node, field, ofUse ?? problem);
    return { nodeId: node.id, field, message };
  });
}

/** Units for parsing the expressions of labels and variables that may name secrets, all at once. */
const workOfTexts = 100_000;

/** Labels are not resolved, but everyone who may read the flow sees them. */
function inLabels(context: FlowContext, problem: string): Finding[] {
  return context.nodes.flatMap((node) => {
    if (!refersToSecret(dataOf(node).label)) return [];
    return [{ nodeId: node.id, field: 'label', message: context.fieldMessage(node, 'label', problem) }];
  });
}

function inVariables({ variables }: FlowContext, problem: string): Finding[] {
  return variables.flatMap(({ name, value }: DeclaredVariable, index) => {
    if (!refersToSecret(value)) return [];
    return [{ field: `variables[${index}].value`, message: `The variable ${name} ${problem}` }];
  });
}

/** Secrets that a called flow would get as trigger data and use where they are not accepted. */
function inCalledFlows(context: FlowContext): Finding[] {
  const called = new Map((context.input.calledFlows ?? []).map((flow) => [flow.id, flow]));
  if (called.size === 0) return [];
  const { catalogue, input } = context;
  return handedSecrets(context.nodes, catalogue, input.parsed).flatMap(({ node, field, flowId, path }) => {
    const flow = called.get(flowId.toLowerCase());
    const [read] = flow ? refusedReads(flow, path, { catalogue, parsed: input.parsed }) : [];
    if (!flow || !read) return [];
    const place = `${read.field} of ${context.nameOf(read.node)} in the flow "${flow.name}"`;
    const problem = read.problem
      ? `hands on a secret, and ${place} ${read.problem}`
      : `hands on a secret that ${place} would use. Secrets are accepted only in ${sinkNames(context.catalogue)}.`;
    return [{ nodeId: node.id, field, message: context.fieldMessage(node, field, problem) }];
  });
}

function refersToSecret(value: unknown, depth = 0): boolean {
  if (typeof value === 'object' && value !== null) {
    return depth < deepestValue && Object.values(value).some((item) => refersToSecret(item, depth + 1));
  }
  if (typeof value !== 'string' || !value.includes(secretRoot)) return false;
  try {
    return referencesOf(value).some(({ root }) => root === secretRoot);
  } catch (error) {
    // A text that cannot be parsed refers to nothing; of one that is not parsed nobody knows.
    return error instanceof WorkLimitError;
  }
}
