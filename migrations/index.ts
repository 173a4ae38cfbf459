import { CreateAccounts } from './20261121120000-create-accounts.js';
import { CreateWorkspaces } from './20261121120100-create-workspaces.js';
import { CreateFlows } from './20261121120200-create-flows.js';
import { CreateExecutions } from './20261121120300-create-executions.js';
import { CreateInvitations } from './20261121130000-create-invitations.js';
import { CreateExternalIdentities } from './20261121130100-create-external-identities.js';
import { CreateRateLimits } from './20261121131000-create-rate-limits.js';
import { CreateAuditLog } from './20261121132000-create-audit-log.js';
import { CreateWorkspaceKeys } from './20261121133000-create-workspace-keys.js';
import { CreateSecrets } from './20261121140000-create-secrets.js';
import { SealRunContents } from './20261121140100-seal-run-contents.js';
import { WidenFlowReferences } from './20261121141000-widen-flow-references.js';
import { CreateFlowTemplates } from './20261121141100-create-flow-templates.js';
import { IndexFlowSearch } from './20261121141200-index-flow-search.js';
import { ExtendRuns } from './20261121142000-extend-runs.js';
import { CreateOutbox } from './20261121143000-create-outbox.js';
import { CreateFlowSchedules } from './20261121145000-create-flow-schedules.js';
import { SearchFlowsByTrigrams } from './20261121170000-search-flows-by-trigrams.js';
import { WallOffWorkspaces } from './20261121171000-wall-off-workspaces.js';
import { StartFlowsByEvents } from './20261121172000-start-flows-by-events.js';
import { CreateSearchDocuments } from './20261121180000-create-search-documents.js';
import { CreateContacts } from './20261121180100-create-contacts.js';

/** Every migration, oldest first. Forward only; a landed one is never changed. */
export const migrations = [
  { name: '20261121120000-create-accounts', class: CreateAccounts },
  { name: '20261121120100-create-workspaces', class: CreateWorkspaces },
  { name: '20261121120200-create-flows', class: CreateFlows },
  { name: '20261121120300-create-executions', class: CreateExecutions },
  { name: '20261121130000-create-invitations', class: CreateInvitations },
  { name: '20261121130100-create-external-identities', class: CreateExternalIdentities },
  { name: '20261121131000-create-rate-limits', class: CreateRateLimits },
  { name: '20261121132000-create-audit-log', class: CreateAuditLog },
  { name: '20261121133000-create-workspace-keys', class: CreateWorkspaceKeys },
  { name: '20261121140000-create-secrets', class: CreateSecrets },
  { name: '20261121140100-seal-run-contents', class: SealRunContents },
  { name: '20261121141000-widen-flow-references', class: WidenFlowReferences },
  { name: '20261121141100-create-flow-templates', class: CreateFlowTemplates },
  { name: '20261121141200-index-flow-search', class: IndexFlowSearch },
  { name: '20261121142000-extend-runs', class: ExtendRuns },
  { name: '20261121143000-create-outbox', class: CreateOutbox },
  { name: '20261121145000-create-flow-schedules', class: CreateFlowSchedules },
  { name: '20261121170000-search-flows-by-trigrams', class: SearchFlowsByTrigrams },
  { name: '20261121171000-wall-off-workspaces', class: WallOffWorkspaces },
  { name: '20261121172000-start-flows-by-events', class: StartFlowsByEvents },
  { name: '20261121180000-create-search-documents', class: CreateSearchDocuments },
  { name: '20261121180100-create-contacts', class: CreateContacts },
];
