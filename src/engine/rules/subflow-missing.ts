import { missingRecords } from './missing-records.js';
import { type Rule, refusesRun } from './rule.js';

export const subflowMissing: Rule = {
  id: 'SUBFLOW_MISSING',
  ...refusesRun,
  check: (facts) => missingRecords(facts, (kind) => kind === 'flow'),
};
