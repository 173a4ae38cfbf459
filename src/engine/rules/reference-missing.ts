import type { FlowContext } from './flow-context.js';
import { missingRecords } from './missing-records.js';
import { type Finding, type Rule, refusesRun } from './rule.js';

export const referenceMissing: Rule = {
  id: 'REFERENCE_MISSING',
  meaning: 'A node, or `settings.errorFlowId`, names a record that does not exist in the workspace.',
  cure: 'Choose an existing record.',
  ...refusesRun,
  silencedBy: ['SUBFLOW_MISSING'],
  check: (context) => [...missingRecords(context, () => true), ...missingErrorFlow(context)],
};

function missingErrorFlow({ input }: FlowContext): Finding[] {
  const id = input.settings?.errorFlowId;
  const known = input.records?.errorFlow;
  if (!id || !known || new Set(known).has(id)) return [];
  const field = 'settings.errorFlowId';
  return [
    { field, message: `${field} names the flow ${id}, which is not found in the workspace. Choose an existing one.` },
  ];
}
