import { missingRecords } from './missing-records.js';
import { type Rule, refusesRun } from './rule.js';

export const subflowMissing: Rule = {
  id: 'SUBFLOW_MISSING',
  meaning: '`flow.call` names a flow that does not exist.',
  cure: 'Set the ID of a flow of the workspace.',
  ...refusesRun,
  check: (context) => missingRecords(context, (kind) => kind === 'flow'),
};
