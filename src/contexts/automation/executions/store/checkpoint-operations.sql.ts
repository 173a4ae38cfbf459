import { lockPayersCte, payersAreLocked, settleOperationsCtes } from '../../../billing/usage/index.js';
import type { Transition } from './checkpoint-transition.js';

const reservationsOfInput = `select i."workspaceId" as workspace_id, i."id" as holder, a."operation" as operation
    from input i, json_to_recordset(i."operations") as a("operation" text)`;

/**
 * Settles the billable operations of the steps that are stored, and of none whose fence was lost. The wallets that pay are
 * locked before the claim rows, as in every statement that moves credits.
 */
export const settleOperations: Transition = {
  locksBefore: { ctes: lockPayersCte(reservationsOfInput), condition: payersAreLocked },
  reads: { operations: 'json' },
  writes: `operations as (
    select h.workspace_id, h.id as holder, a."operation" as operation, h.id as execution_id, h.flow_id, a."event" as event
    from held h, json_to_recordset(h.operations) as a("operation" text, "event" json)
  ), ${settleOperationsCtes}`,
};
