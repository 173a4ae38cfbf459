import {
  CreateFlowFromTemplateDocument,
  CreateFlowTemplateDocument,
  DeleteFlowTemplateDocument,
  GetFlowTemplateDocument,
  ListFlowTemplatesDocument,
  UpdateFlowTemplateDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

/** Bytes; the same limit as for flows. */
const maxBody = 3 * 1024 * 1024;

export const routes = workspaceRoutes({
  'GET /flows/templates': route({
    operation: ListFlowTemplatesDocument,
    summary: 'List flow templates',
    description: 'Lists the templates of the workspace and the built-in ones.',
    data: (result) => result.workspace.templates,
  }),
  'POST /flows/templates': route({
    operation: CreateFlowTemplateDocument,
    summary: 'Create a flow template',
    example: {
      body: {
        name: 'Greeting',
        category: 'sales',
        nodes: [{ id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} }],
        edges: [],
      },
    },
    data: (result) => result.createFlowTemplate,
    status: 201,
    maxBody,
  }),
  'GET /flows/templates/:templateId': route({
    operation: GetFlowTemplateDocument,
    summary: 'Get a flow template',
    data: (result) => result.workspace.template,
  }),
  'PATCH /flows/templates/:templateId': route({
    operation: UpdateFlowTemplateDocument,
    summary: 'Update a flow template',
    description:
      'Flows that were created from the template stay unchanged. Fails with 409 `CONFLICT` for built-in templates.',
    fails: ['CONFLICT'],
    example: { body: { category: 'support' } },
    data: (result) => result.updateFlowTemplate,
    maxBody,
  }),
  'DELETE /flows/templates/:templateId': route({
    operation: DeleteFlowTemplateDocument,
    summary: 'Delete a flow template',
    description: 'Flows that were created from the template stay. Fails with 409 `CONFLICT` for built-in templates.',
    fails: ['CONFLICT'],
    data: (result) => result.deleteFlowTemplate,
  }),
  'POST /flows/templates/:templateId/use': route({
    operation: CreateFlowFromTemplateDocument,
    summary: 'Create a flow from a template',
    description: 'The flow is paused. Later changes of the template do not affect it.',
    example: { body: { name: 'Greeting of today' } },
    data: (result) => result.useFlowTemplate,
    status: 201,
  }),
});
