import { UsageResolver, UsageSummaryResolver, WorkspaceUsageResolver } from './usage.resolver.js';

export { bookTransfer } from './book-transfer.js';
export { creditMicros, creditText, priceOf } from './credit-amount.js';
export { foldUsage } from './fold-usage.js';
export { createStepMeter, type MeterDeps, type StepMeter } from './meter.js';
export { meterAct } from './meter-act.js';
export { createRateBook, type RateBook } from './rate-book.js';
export { type CreditReserve, createCreditReserve } from './reserve-credits.js';
export { settleActsCtes } from './reserve-credits.sql.js';
export { type Bookkeeper, startBookkeeper } from './start-bookkeeper.js';
export { type Act, type ActEnd, type EventType, eventTypes } from './usage-act.js';

export const usageResolvers = [UsageResolver, WorkspaceUsageResolver, UsageSummaryResolver];
