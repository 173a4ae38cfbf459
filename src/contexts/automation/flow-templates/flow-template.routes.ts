import {
  CreateFlowTemplateDocument,
  DeleteFlowTemplateDocument,
  GetFlowTemplateDocument,
  ListFlowTemplatesDocument,
  UpdateFlowTemplateDocument,
  UseFlowTemplateDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

/** Templates are as large as flows. */
const maxBody = 3 * 1024 * 1024;

export const routes = workspaceRoutes({
  'GET /flows/templates': route({
    operation: ListFlowTemplatesDocument,
    summary: 'List flow templates',
    data: (result) => result.workspace.templates,
  }),
  'POST /flows/templates': route({
    operation: CreateFlowTemplateDocument,
    summary: 'Create a flow template',
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
    description: 'Built-in templates answer 409 `CONFLICT`.',
    data: (result) => result.updateFlowTemplate,
    maxBody,
  }),
  'DELETE /flows/templates/:templateId': route({
    operation: DeleteFlowTemplateDocument,
    summary: 'Delete a flow template',
    description: 'Built-in templates answer 409 `CONFLICT`.',
    data: (result) => result.deleteFlowTemplate,
  }),
  'POST /flows/templates/:templateId/use': route({
    operation: UseFlowTemplateDocument,
    summary: 'Create a flow from a template',
    data: (result) => result.useFlowTemplate,
    status: 201,
  }),
});
