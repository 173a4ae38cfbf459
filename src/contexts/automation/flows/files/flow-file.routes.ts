import {
  DuplicateFlowDocument,
  ExportFlowDocument,
  ImportFlowDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';
import { fileFormat, fileFormatVersion } from './flow-file.object.js';

/** Bytes; flows with large graphs exceed the limit of other bodies. */
const maxBody = 3 * 1024 * 1024;

export const fileRoutes = workspaceRoutes({
  'POST /flows/:flowId/duplicate': route({
    operation: DuplicateFlowDocument,
    summary: 'Duplicate a flow',
    description: 'The copy is paused and has its own webhook token.',
    example: { body: { name: 'Welcome new leads, second try' } },
    data: (result) => result.duplicateFlow,
    status: 201,
  }),
  'GET /flows/:flowId/export': route({
    operation: ExportFlowDocument,
    summary: 'Export a flow as a file',
    data: (result) => result.workspace.flow?.export,
  }),
  'POST /flows/import': route({
    operation: ImportFlowDocument,
    summary: 'Import a flow from a file',
    description:
      'Returns the new flow, which is paused, and `issues`: the validation rules that it breaks, for example because this workspace lacks a secret.',
    example: {
      body: {
        name: 'Imported flow',
        file: {
          format: fileFormat,
          formatVersion: fileFormatVersion,
          name: 'Welcome',
          nodes: [{ id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} }],
          edges: [],
        },
      },
    },
    data: (result) => result.importFlow,
    status: 201,
    maxBody,
  }),
});
