import type { SearchSource } from '../../../platform/search/index.js';

/** The columns of flows that can be searched. */
export const searchedFlows: SearchSource = {
  type: 'flows',
  table: 'flows',
  searched: { name: 'text', description: 'text', tags: 'text[]' },
  hit: { order: 20, capability: 'flows:read', subtitle: "nullif(left(r.description, 120), '')" },
};

/** The names of flows, by the same documents. */
export const searchedFlowNames: SearchSource = { ...searchedFlows, searched: { name: 'text' } };
