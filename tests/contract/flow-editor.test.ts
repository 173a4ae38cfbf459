import { routes as folderRoutes } from '../../src/features/flow-folders/flow-folder.routes.js';
import { builtInTemplates } from '../../src/features/flow-templates/built-in-templates.js';
import { routes as templateRoutes } from '../../src/features/flow-templates/flow-template.routes.js';
import { routes as flowRoutes } from '../../src/features/flows/flow.routes.js';
import { fileRoutes } from '../../src/features/flows/flow-file.routes.js';
import { versionRoutes } from '../../src/features/flows/flow-version.routes.js';
import { cases } from './flow-editor-cases.js';
import { testContract } from './test-contract.js';

testContract({
  routes: { ...flowRoutes, ...versionRoutes, ...fileRoutes, ...folderRoutes, ...templateRoutes },
  cases,
  kept: { builtIn: builtInTemplates[0]?.id as string },
  neverFail: ['GET /workspaces/:workspaceId/flows/node-types'],
});
