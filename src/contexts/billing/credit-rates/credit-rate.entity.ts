import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../platform/database/mapping/columns.js';
import { restrict, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** The price of a unit of usage from a time on. Rows are replaced only by one for the same time. */
export const creditRates = withForeignKeys(
  defineEntity({
    name: 'CreditRate',
    tableName: 'credit_rates',
    properties: {
      id: generatedId(),
      accountId: column.uuid().nullable(),
      eventType: column.text(),
      app: column.text(),
      country: column.text().nullable(),
      unit: column.text(),
      creditsPerUnitMicros: column.bigint(),
      effectiveFrom: now(),
      createdAt: now(),
    },
  }),
  {
    accountId: restrict('accounts'),
  },
);
