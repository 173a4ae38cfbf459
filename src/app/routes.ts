import { routes as apiKeys } from '../contexts/accounts/api-keys/api-key.routes.js';
import { routes as audit } from '../contexts/accounts/audit/audit.routes.js';
import { routes as auth } from '../contexts/accounts/auth/auth.routes.js';
import { routes as members } from '../contexts/accounts/members/member.routes.js';
import { routes as secrets } from '../contexts/accounts/secrets/secret.routes.js';
import { routes as workspaces } from '../contexts/accounts/workspaces/workspace.routes.js';
import { routes as crmEvents } from '../contexts/automation/crm-events/crm-event.routes.js';
import { routes as executions } from '../contexts/automation/executions/execution.routes.js';
import { routes as flowFolders } from '../contexts/automation/flow-folders/flow-folder.routes.js';
import { routes as flowTemplates } from '../contexts/automation/flow-templates/flow-template.routes.js';
import { routes as flowTools } from '../contexts/automation/flow-tools/flow-tool.routes.js';
import { routes as flows } from '../contexts/automation/flows/flow.routes.js';
import { fileRoutes as flowFiles } from '../contexts/automation/flows/flow-file.routes.js';
import { versionRoutes as flowVersions } from '../contexts/automation/flows/flow-version.routes.js';
import { routes as globalVariables } from '../contexts/automation/global-vars/global-variable.routes.js';
import { routes as creditRates } from '../contexts/billing/credit-rates/credit-rate.routes.js';
import { routes as usage } from '../contexts/billing/usage/usage.routes.js';
import { routes as contactBulk } from '../contexts/crm/contact-bulk/contact-bulk.routes.js';
import { routes as callCallbacks } from '../contexts/engagement/call-callbacks/call-callback.routes.js';
import { routes as campaigns } from '../contexts/engagement/campaigns/campaign.routes.js';
import { routes as companyContexts } from '../contexts/engagement/company-contexts/company-context.routes.js';
import { routes as followUp } from '../contexts/engagement/follow-up/follow-up.routes.js';
import { routes as messageCallbacks } from '../contexts/engagement/message-callbacks/message-callback.routes.js';
import { routes as outbox } from '../contexts/engagement/outbox/outbox.routes.js';
import { routes as analytics } from '../contexts/insight/analytics/analytics.routes.js';
import { routes as search } from '../contexts/insight/search/search.routes.js';
import * as documents from '../rest/generated/operations.js';
import { recordRoutes } from '../rest/record-routes.js';
import type { RouteTable } from '../rest/route.js';
import { records } from './slices.js';

/** Every REST route there is. */
export const routeTables: RouteTable[] = [
  auth,
  workspaces,
  members,
  apiKeys,
  flows,
  flowVersions,
  flowFiles,
  flowFolders,
  flowTemplates,
  globalVariables,
  secrets,
  executions,
  flowTools,
  audit,
  outbox,
  messageCallbacks,
  callCallbacks,
  companyContexts,
  crmEvents,
  followUp,
  campaigns,
  contactBulk,
  search,
  ...records.map((record) => recordRoutes(record, documents)),
  usage,
  analytics,
  creditRates,
];
