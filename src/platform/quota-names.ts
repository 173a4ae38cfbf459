/** What a workspace has a quota of. */
export const quotaNames = [
  'executionsInFlight',
  'executionsQueued',
  'executionsStartedPerMinute',
  'descendantsOfRoot',
  'storageBytes',
  'stateEntries',
] as const;
export type QuotaName = (typeof quotaNames)[number];
