import { rules } from './all-rules.js';
import { FlowContext, type FlowInput } from './flow-context.js';
import type { Finding, Issue, Rule } from './rule.js';

export { type ParsedNodes, parseNodes, referencesOfNode } from './expression-uses.js';
export { anyName, type ExternalReference, externalReferencesOf, parseNames } from './external-references.js';
export { policies as nodePolicies } from './field-violations.js';
export type { DeclaredVariable, FlowInput } from './flow-context.js';
export { type CalledFlow, handedSecrets, parseCalledNodes } from './handed-secrets.js';
export { isPlainSecret, type PlainSecret, plainSecretsOf } from './plain-secrets.js';
export type { Issue } from './rule.js';

export interface FlowReport {
  /** True where no issue blocks running the flow. Warnings and hints do not block. */
  valid: boolean;
  issues: Issue[];
}

/**
 * Checks a flow by every rule, in the order of their list. All issues are reported; only a flow beyond the size limit
 * is not checked further. Never throws, whatever the graph looks like.
 */
export function validateFlow(input: FlowInput): FlowReport {
  return check(input, rules);
}

/** Checks a draft by the rules that block saving only: a fraction of the work of all rules. */
export function validateDraft(input: FlowInput): FlowReport {
  return check(input, draftRules);
}

const draftRules = rules.filter((rule) => rule.blocks === 'save');

/** The IDs of the rules that block saving, and of the one that compares settings with the trigger node. */
export const savingRuleIds: readonly string[] = [...draftRules.map(({ id }) => id), 'TRIGGER_CONFIG_INVALID'];

function check(input: FlowInput, applied: readonly Rule[]): FlowReport {
  const context = new FlowContext(input);
  const found = new Map<string, Finding[]>();
  for (const rule of applied) {
    const findings = rule.check(context);
    if (findings.length > 0) found.set(rule.id, findings);
    if (rule.id === 'NODE_LIMIT' && findings.length > 0) break;
  }
  const issues = applied.flatMap((rule) => findingsOf(rule, found).map((finding) => toIssue(rule, finding)));
  return { valid: issues.every((issue) => issue.blocks === null), issues };
}

/** A rule's findings without those that a narrower rule reports. */
function findingsOf(rule: Rule, found: ReadonlyMap<string, readonly Finding[]>): readonly Finding[] {
  const findings = found.get(rule.id) ?? [];
  const narrower = (rule.silencedBy ?? []).flatMap((id) => found.get(id) ?? []);
  if (findings.length === 0 || narrower.length === 0) return findings;
  if (narrower.some(isOfFlow)) return [];
  const nodes = new Set(narrower.map(({ nodeId }) => nodeId).filter((id) => id !== undefined));
  const edges = new Set(narrower.map(({ edgeId }) => edgeId).filter((id) => id !== undefined));
  return findings.filter(
    (finding) =>
      !isOfFlow(finding) &&
      !(finding.nodeId !== undefined && nodes.has(finding.nodeId)) &&
      !(finding.edgeId !== undefined && edges.has(finding.edgeId)),
  );
}

function isOfFlow(finding: Finding): boolean {
  return finding.nodeId === undefined && finding.edgeId === undefined;
}

function toIssue({ id, severity, blocks }: Rule, { message, nodeId, edgeId, field }: Finding): Issue {
  return {
    ruleId: id,
    severity,
    blocks,
    message,
    ...(nodeId !== undefined && { nodeId }),
    ...(edgeId !== undefined && { edgeId }),
    ...(field !== undefined && { field }),
  };
}
