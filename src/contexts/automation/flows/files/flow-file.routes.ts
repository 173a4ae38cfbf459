import {
  DuplicateFlowDocument,
  ExportFlowDocument,
  ImportFlowDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

/** Flows with large graphs are larger than other bodies. */
const maxBody = 3 * 1024 * 1024;

export const fileRoutes = workspaceRoutes({
  'POST /flows/:flowId/duplicate': route({
    operation: DuplicateFlowDocument,
    summary: 'Duplicate a flow',
    data: (result) => result.duplicateFlow,
    status: 201,
  }),
  'GET /flows/:flowId/export': route({
    operation: ExportFlowDocument,
    summary: 'Export a flow as a file',
    data: (result) => result.workspace.flow.export,
  }),
  'POST /flows/import': route({
    operation: ImportFlowDocument,
    summary: 'Import a flow from a file',
    description: 'The answer holds the flow and `issues`: what this workspace lacks, and whatever else is left to do.',
    data: (result) => result.importFlow,
    status: 201,
    maxBody,
  }),
});
