import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** A code that was mailed to an approver, by which they confirm the decision of their link. */
export const approvalCodes = withForeignKeys(
  defineEntity({
    name: 'ApprovalCode',
    tableName: 'approval_codes',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary(),
      stepId: column.uuid(),
      approver: column.citext(),
      /** A keyed hash: without the key of the server, six digits would be found by trying all of them. */
      codeHash: column.bytes(),
      tries: column.smallint().default(0),
      createdAt: column.time(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
