import { type FlowReport, type Issue, validateDraft, validateFlow } from '../../engine/index.js';
import { catalogue } from '../../nodes/index.js';
import { AppError, type ErrorDetail, validationFailed } from '../../platform/errors.js';
import type { FlowContent } from './flow-content.js';

/** The part of a flow that the rules look at. */
export type CheckedContent = Pick<FlowContent, 'nodes' | 'edges' | 'variables' | 'settings'>;

// Contents are never changed in place, so one check serves all who ask about the same object.
const reports = new WeakMap<CheckedContent, FlowReport>();

/** Runs every rule over a flow. */
export function checkFlow(content: CheckedContent): FlowReport {
  let report = reports.get(content);
  if (!report) {
    report = validateFlow(ruleInput(content));
    reports.set(content, report);
  }
  return report;
}

/** Lets through what may be stored as a draft. @throws AppError VALIDATION_FAILED with the rules of class save */
export function requireStorable(content: CheckedContent): void {
  const broken = validateDraft(ruleInput(content)).issues;
  if (broken.length > 0) throw validationFailed(broken.map(toDetail));
}

/** Lets through what may be active and run. @throws AppError FLOW_INVALID with the issues */
export function requireRunnable(content: CheckedContent): void {
  const { valid, issues } = checkFlow(content);
  if (valid) return;
  const broken = issues.filter((issue) => issue.severity === 'error');
  throw new AppError(
    'FLOW_INVALID',
    `The flow cannot run yet: ${broken.length} rule(s) of its structure are broken. See details.`,
    broken.map(toDetail),
  );
}

function ruleInput({ nodes, edges, settings, variables }: CheckedContent) {
  return { graph: { nodes, edges }, settings, variables, catalogue };
}

function toDetail({ ruleId, message, nodeId, edgeId, field }: Issue): ErrorDetail {
  return { rule: ruleId, message, ...(field && { field }), ...(nodeId && { nodeId }), ...(edgeId && { edgeId }) };
}
