import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../../platform/database/mapping/columns.js';
import { cascade, restrict, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** The balance of an account: the sum of its transfers, maintained by a trigger. */
export const wallets = withForeignKeys(
  defineEntity({
    name: 'Wallet',
    tableName: 'wallets',
    properties: {
      accountId: column.uuid().primary(),
      balanceMicros: column.bigint().defaultRaw('0'),
      reservedMicros: column.bigint().defaultRaw('0'),
      updatedAt: now(),
      /** The transaction that changed it last. */
      tx: column.xid8().defaultRaw('pg_current_xact_id()'),
    },
  }),
  {
    accountId: restrict('accounts'),
  },
);

/** A transfer of credits between two ledger accounts; never changed. */
export const ledgerTransfers = withForeignKeys(
  defineEntity({
    name: 'LedgerTransfer',
    tableName: 'ledger_transfers',
    properties: {
      accountId: column.uuid().primary(),
      id: generatedId(),
      kind: column.text(),
      fromAccount: column.text(),
      toAccount: column.text(),
      amountMicros: column.bigint(),
      reference: column.text().nullable(),
      note: column.text().nullable(),
      createdAt: now(),
    },
  }),
  {
    accountId: restrict('wallets'),
  },
);

/** The credits that an operation in progress can cost at most. */
export const creditReservations = withForeignKeys(
  defineEntity({
    name: 'CreditReservation',
    tableName: 'credit_reservations',
    properties: {
      workspaceId: column.uuid().primary(),
      executionId: column.uuid().primary(),
      operation: column.text().primary(),
      accountId: column.uuid(),
      flowId: column.uuid().nullable(),
      amountMicros: column.bigint(),
      createdAt: now(),
    },
  }),
  {
    accountId: restrict('wallets'),
  },
);

/** A wallet of which it was published that it is low; written and read by statement. */
export const lowWallets = withForeignKeys(
  defineEntity({
    name: 'LowWallet',
    tableName: 'low_wallets',
    properties: { accountId: column.uuid().primary(), since: now() },
  }),
  { accountId: cascade('wallets') },
);
