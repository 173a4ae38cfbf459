import { missingRecords } from './missing-records.js';
import { type Rule, refusesRun } from './rule.js';

export const referenceMissing: Rule = {
  id: 'REFERENCE_MISSING',
  meaning: 'A node names a record that does not exist in the workspace.',
  cure: 'Choose an existing record.',
  ...refusesRun,
  silencedBy: ['SUBFLOW_MISSING'],
  check: (context) => missingRecords(context, () => true),
};
