import { SearchWorkspaceDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /search': route({
    operation: SearchWorkspaceDocument,
    summary: 'Search the workspace',
    description: 'Each requested type is a key of the answer. Types that the caller cannot read are empty.',
    example: { query: { q: 'ana' } },
    data: ({ workspace }) => workspace.search,
    withoutNulls: true,
  }),
});
