import { type FlowReport, type Issue, validateDraft, validateFlow } from '../../../../engine/index.js';
import { catalogue } from '../../../../nodes/index.js';
import { AppError, type ErrorDetail, validationFailed } from '../../../../platform/errors.js';
import type { FlowContent } from '../content/flow-content.js';
import { flowReferencesOf } from '../content/flow-references.js';
import type { FlowKey } from '../webhooks/create-webhook-token.js';
import { type KnownNames, readKnownNames, type Statements } from './known-names.js';

/** The part of a flow that the rules look at. */
export type CheckedContent = Pick<FlowContent, 'nodes' | 'edges' | 'variables' | 'settings'>;

// Contents are never changed in place, so one check serves all who ask about the same object and find the same names.
const reports = new WeakMap<CheckedContent, { names: string; report: FlowReport }>();

/** Runs every rule over a flow, against what there is in the workspace now. */
export async function checkFlow(sql: Statements, key: FlowKey, content: CheckedContent): Promise<FlowReport> {
  const known = await readKnownNames(sql, key, flowReferencesOf(content));
  const names = JSON.stringify(known);
  const last = reports.get(content);
  if (last?.names === names) return last.report;
  const report = validateFlow(ruleInput(content, known));
  reports.set(content, { names, report });
  return report;
}

/** Lets through what may be stored as a draft. @throws AppError VALIDATION_FAILED with the rules of class save */
export function requireStorable(content: CheckedContent): void {
  const broken = validateDraft(ruleInput(content)).issues;
  if (broken.length > 0) throw validationFailed(broken.map(toDetail));
}

/**
 * Lets through what may be active and run.
 * @param sql reads what there is of all that the flow names; inside a transaction its entity manager
 * @throws AppError FLOW_INVALID with the issues
 */
export async function requireRunnable(sql: Statements, key: FlowKey, content: CheckedContent): Promise<void> {
  const { valid, issues } = await checkFlow(sql, key, content);
  if (valid) return;
  const broken = issues.filter((issue) => issue.severity === 'error');
  throw new AppError(
    'FLOW_INVALID',
    `The flow cannot run yet: ${broken.length} rule(s) of its structure are broken. See details.`,
    broken.map(toDetail),
  );
}

function ruleInput({ nodes, edges, settings, variables }: CheckedContent, known?: KnownNames) {
  return { graph: { nodes, edges }, settings, variables, catalogue, ...known };
}

function toDetail({ ruleId, message, nodeId, edgeId, field }: Issue): ErrorDetail {
  return { rule: ruleId, message, ...(field && { field }), ...(nodeId && { nodeId }), ...(edgeId && { edgeId }) };
}
