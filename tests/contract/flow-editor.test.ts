import { folders } from '../../src/contexts/automation/flow-folders/flow-folder.record.js';
import { builtInTemplates } from '../../src/contexts/automation/flow-templates/built-in-templates.js';
import { routes as templateRoutes } from '../../src/contexts/automation/flow-templates/flow-template.routes.js';
import { draftRoutes } from '../../src/contexts/automation/flows/drafts/flow-draft.routes.js';
import { fileRoutes } from '../../src/contexts/automation/flows/files/flow-file.routes.js';
import { routes as flowRoutes } from '../../src/contexts/automation/flows/flow.routes.js';
import { versionRoutes } from '../../src/contexts/automation/flows/versions/flow-version.routes.js';
import * as documents from '../../src/rest/generated/operations.js';
import { recordRoutes } from '../../src/rest/record-routes.js';
import { cases } from './flow-editor-cases.js';
import { testContract } from './test-contract.js';

testContract({
  routes: {
    ...flowRoutes,
    ...versionRoutes,
    ...draftRoutes,
    ...fileRoutes,
    ...recordRoutes(folders, documents),
    ...templateRoutes,
  },
  cases,
  kept: { builtIn: builtInTemplates[0]?.id as string },
  neverFail: ['GET /workspaces/:workspaceId/flows/node-types'],
});
