import { missingRecords } from './missing-records.js';
import { type Rule, refusesRun } from './rule.js';

export const referenceMissing: Rule = {
  id: 'REFERENCE_MISSING',
  ...refusesRun,
  silencedBy: ['SUBFLOW_MISSING'],
  check: (facts) => missingRecords(facts, () => true),
};
