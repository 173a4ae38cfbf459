import { defineModule } from '../../module.js';
import { credits } from './meter.js';
import { UsageResolver, UsageSummaryResolver, WorkspaceUsageResolver } from './usage.resolver.js';
import { usageDays, usageDeltas, usageEvents, usageHours } from './usage-event.entity.js';
import { creditReservations, flowSpending, ledgerTransfers, wallets } from './wallet.entity.js';

export type { BillableOperation } from '../../../platform/billable-operation.js';
export { allRatesSql } from './all-rates.sql.js';
export { bookTransfer } from './book-transfer.js';
export { creditMicros, creditText, priceOf } from './credit-amount.js';
export { creditsUsedSql } from './credits-used.js';
export { createStepMeter, credits, type MeterDeps, type MeteredStep, type StepMeter } from './meter.js';
export { meterExecutionsSql } from './meter-executions.sql.js';
export { createOperationMeter, meterOperation } from './meter-operation.js';
export { type PredictedCost, predictCost } from './predict-cost.js';
export { createRateBook, type RateBook } from './rate-book.js';
export { type CreditReserve, createCreditReserve, eventRow } from './reserve-credits.js';
export { lockPayersCte, payersAreLocked, settleOperationsCtes } from './reserve-credits.sql.js';
export { rollUpUsage } from './roll-up-usage.js';
export { startUsageRollup, type UsageRollup } from './start-usage-rollup.js';
export type { OperationEnd } from './usage-operation.js';

export const usageModule = defineModule({
  name: 'billing/usage',
  resolvers: [UsageResolver, WorkspaceUsageResolver, UsageSummaryResolver],
  services: [credits],
  entities: [
    wallets,
    ledgerTransfers,
    creditReservations,
    flowSpending,
    usageEvents,
    usageDeltas,
    usageHours,
    usageDays,
  ],
  routes: async () => [(await import('./usage.routes.js')).routes],
});
