// Written by `npm run database`: every migration in this folder.
import { CreateAccounts } from './20261122170000-create-accounts.js';
import { CreateWorkspaces } from './20261122170100-create-workspaces.js';
import { CreateFlows } from './20261122170200-create-flows.js';
import { CreateSecrets } from './20261122170300-create-secrets.js';
import { CreateExecutions } from './20261122170400-create-executions.js';
import { CreateAssistants } from './20261122170500-create-assistants.js';
import { CreateCrm } from './20261122170600-create-crm.js';
import { CreateMessaging } from './20261122170700-create-messaging.js';
import { CreateFollowUp } from './20261122170800-create-follow-up.js';
import { CreateVoice } from './20261122170900-create-voice.js';
import { CreateBilling } from './20261122171000-create-billing.js';
import { CreateUsage } from './20261122171100-create-usage.js';
import { CreateAnalytics } from './20261122171200-create-analytics.js';
import { CreateSearch } from './20261122171300-create-search.js';
import { OrderEventsByExecution } from './20261122180100-order-events-by-execution.js';
import { CreateExecutionClaims } from './20261122180200-create-execution-claims.js';
import { CreateBlobs } from './20261122180300-create-blobs.js';
import { RecordStepOrderAndInterruptions } from './20261122180400-record-step-order-and-interruptions.js';
import { CreateExecutionFailures } from './20261122180500-create-execution-failures.js';
import { AddQuotas } from './20261122180600-add-quotas.js';
import { FoldLoops } from './20261122180700-fold-loops.js';
import { PartitionExecutions } from './20261122180900-partition-executions.js';
import { QueueSignalledExecutions } from './20261122181000-queue-signalled-executions.js';
import { CreateRecurringTasks } from './20261122181100-create-recurring-tasks.js';
import { CountStoredBlobs } from './20261122181150-count-stored-blobs.js';
import { AddBudgets } from './20261122181200-add-budgets.js';

/** Every migration, oldest first. Forward only; a landed one is never changed. */
export const migrations = [
  { name: '20261122170000-create-accounts', class: CreateAccounts },
  { name: '20261122170100-create-workspaces', class: CreateWorkspaces },
  { name: '20261122170200-create-flows', class: CreateFlows },
  { name: '20261122170300-create-secrets', class: CreateSecrets },
  { name: '20261122170400-create-executions', class: CreateExecutions },
  { name: '20261122170500-create-assistants', class: CreateAssistants },
  { name: '20261122170600-create-crm', class: CreateCrm },
  { name: '20261122170700-create-messaging', class: CreateMessaging },
  { name: '20261122170800-create-follow-up', class: CreateFollowUp },
  { name: '20261122170900-create-voice', class: CreateVoice },
  { name: '20261122171000-create-billing', class: CreateBilling },
  { name: '20261122171100-create-usage', class: CreateUsage },
  { name: '20261122171200-create-analytics', class: CreateAnalytics },
  { name: '20261122171300-create-search', class: CreateSearch },
  { name: '20261122180100-order-events-by-execution', class: OrderEventsByExecution },
  { name: '20261122180200-create-execution-claims', class: CreateExecutionClaims },
  { name: '20261122180300-create-blobs', class: CreateBlobs },
  { name: '20261122180400-record-step-order-and-interruptions', class: RecordStepOrderAndInterruptions },
  { name: '20261122180500-create-execution-failures', class: CreateExecutionFailures },
  { name: '20261122180600-add-quotas', class: AddQuotas },
  { name: '20261122180700-fold-loops', class: FoldLoops },
  { name: '20261122180900-partition-executions', class: PartitionExecutions },
  { name: '20261122181000-queue-signalled-executions', class: QueueSignalledExecutions },
  { name: '20261122181100-create-recurring-tasks', class: CreateRecurringTasks },
  { name: '20261122181150-count-stored-blobs', class: CountStoredBlobs },
  { name: '20261122181200-add-budgets', class: AddBudgets },
];
