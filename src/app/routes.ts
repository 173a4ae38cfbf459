import { routes as analytics } from '../features/analytics/analytics.routes.js';
import { routes as apiKeys } from '../features/api-keys/api-key.routes.js';
import { routes as audit } from '../features/audit/audit.routes.js';
import { routes as auth } from '../features/auth/auth.routes.js';
import { routes as callCallbacks } from '../features/call-callbacks/call-callback.routes.js';
import { routes as campaigns } from '../features/campaigns/campaign.routes.js';
import { routes as companyContexts } from '../features/company-contexts/company-context.routes.js';
import { routes as contactBulk } from '../features/contact-bulk/contact-bulk.routes.js';
import { routes as creditRates } from '../features/credit-rates/credit-rate.routes.js';
import { routes as crmEvents } from '../features/crm-events/crm-event.routes.js';
import { routes as executions } from '../features/executions/execution.routes.js';
import { routes as flowFolders } from '../features/flow-folders/flow-folder.routes.js';
import { routes as flowTemplates } from '../features/flow-templates/flow-template.routes.js';
import { routes as flowTools } from '../features/flow-tools/flow-tool.routes.js';
import { routes as flows } from '../features/flows/flow.routes.js';
import { fileRoutes as flowFiles } from '../features/flows/flow-file.routes.js';
import { versionRoutes as flowVersions } from '../features/flows/flow-version.routes.js';
import { routes as followUp } from '../features/follow-up/follow-up.routes.js';
import { routes as globalVariables } from '../features/global-vars/global-variable.routes.js';
import { routes as members } from '../features/members/member.routes.js';
import { routes as messageCallbacks } from '../features/message-callbacks/message-callback.routes.js';
import { routes as outbox } from '../features/outbox/outbox.routes.js';
import { recordRoutes } from '../features/records/index.js';
import { routes as search } from '../features/search/search.routes.js';
import { routes as secrets } from '../features/secrets/secret.routes.js';
import { routes as usage } from '../features/usage/usage.routes.js';
import { routes as workspaces } from '../features/workspaces/workspace.routes.js';
import * as documents from '../rest/generated/operations.js';
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
