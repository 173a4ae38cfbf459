import type { StoredKind } from '../../../../nodes/index.js';

/** The kind of the flow that `settings.errorFlowId` names. */
export const errorFlow: StoredKind = { name: 'errorFlow', label: 'flow', table: 'flows' };
