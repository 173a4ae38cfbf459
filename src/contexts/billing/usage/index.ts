import { untilDone } from '../../../platform/work/until-done.js';
import { defineModule } from '../../module.js';
import { budgetNotices, flowSpending, workspaceSpending } from './budgets/budget.entity.js';
import { publishBudgetNotices } from './budgets/publish-budget-notices.js';
import { credits } from './metering/meter.js';
import { sweepReservations } from './metering/reserve-credits.js';
import { loadUsageEvent } from './reports/list-usage-events.js';
import { rollUpUsage } from './reports/roll-up-usage.js';
import { usageDays, usageDeltas, usageEvents, usageHours } from './reports/usage-event.entity.js';
import { Wallet } from './usage.object.js';
import {
  UsageEventResolver,
  UsageResolver,
  UsageSummaryResolver,
  WalletResolver,
  WorkspaceUsageResolver,
} from './usage.resolver.js';
import { publishLowWallets } from './wallet/publish-low-wallets.js';
import { readWallet } from './wallet/read-wallet.js';
import { creditReservations, ledgerTransfers, lowWallets, wallets } from './wallet/wallet.entity.js';

export type { BillableOperation } from '../../../platform/metering/billable-operation.js';
export { type BudgetExceeded, budgetExceeded } from './budgets/publish-budget-notices.js';
export { createStepMeter, credits, type MeterDeps, type MeteredStep, type StepMeter } from './metering/meter.js';
export { meterExecutionsSql } from './metering/meter-executions.sql.js';
export { createOperationMeter, meterOperation } from './metering/meter-operation.js';
export { type PredictedCost, predictCost } from './metering/predict-cost.js';
export { type CreditReserve, createCreditReserve, eventRow, sweepReservations } from './metering/reserve-credits.js';
export { lockPayersCte, payersAreLocked, settleOperationsCtes } from './metering/reserve-credits.sql.js';
export type { OperationEnd } from './metering/usage-operation.js';
export { createRateBook, type RateBook } from './rates/rate-book.js';
export { readRates } from './rates/read-rates.js';
export { creditsUsedSql } from './reports/credits-used.js';
export { rollUpUsage } from './reports/roll-up-usage.js';
export { bookTransfer } from './wallet/book-transfer.js';
export { findAccount } from './wallet/find-account.js';
export { walletLow } from './wallet/publish-low-wallets.js';
export { verifyLedger } from './wallet/verify-ledger.js';

export const usageModule = defineModule({
  name: 'billing/usage',
  resolvers: [UsageResolver, WorkspaceUsageResolver, UsageEventResolver, WalletResolver, UsageSummaryResolver],
  services: [credits],
  entities: [
    wallets,
    lowWallets,
    ledgerTransfers,
    creditReservations,
    flowSpending,
    workspaceSpending,
    budgetNotices,
    usageEvents,
    usageDeltas,
    usageHours,
    usageDays,
  ],
  tasks: [
    ({ db }) => ({ name: 'usage rollup', everyMs: 2_000, work: (signal) => untilDone(() => rollUpUsage(db), signal) }),
    ({ db }) => ({ name: 'credit reservations', everyMs: 15_000, work: () => sweepReservations(db) }),
    (services) => ({ name: 'budget notices', everyMs: 1_000, work: () => publishBudgetNotices(services) }),
    (services) => ({ name: 'low wallets', everyMs: 60_000, work: () => publishLowWallets(services) }),
  ],
  nodes: [
    {
      name: 'UsageEvent',
      prefix: 'usage',
      rule: { capability: 'usage:read' },
      table: 'usage_events',
      load: loadUsageEvent,
    },
    {
      name: 'Wallet',
      prefix: 'wallet',
      rule: { capability: 'usage:read' },
      table: '(select id as workspace_id, account_id as id from workspaces)',
      load: readWallet,
    },
  ],
  routes: async () => [(await import('./usage.routes.js')).routes],
  relationTargets: [
    { name: 'Wallet', type: Wallet, rule: { capability: 'usage:read' }, load: (scope) => readWallet(scope) },
  ],
});
