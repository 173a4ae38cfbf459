import {
  CreateFlowTemplateDocument,
  DeleteFlowTemplateDocument,
  FindFlowTemplateDocument,
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
    summary: "Lists the workspace's own templates and the built-in ones, without nodes, edges and variables",
    data: (result) => result.workspace.templates,
  }),
  'POST /flows/templates': route({
    operation: CreateFlowTemplateDocument,
    summary: 'Creates a template',
    data: (result) => result.createFlowTemplate,
    status: 201,
    maxBody,
  }),
  'GET /flows/templates/:templateId': route({
    operation: FindFlowTemplateDocument,
    summary: 'Reads a template',
    data: (result) => result.workspace.template,
  }),
  'PATCH /flows/templates/:templateId': route({
    operation: UpdateFlowTemplateDocument,
    summary: 'Changes a template; flows that were made from it stay as they are',
    description: 'Built-in templates answer 409 `CONFLICT`.',
    data: (result) => result.updateFlowTemplate,
    maxBody,
  }),
  'DELETE /flows/templates/:templateId': route({
    operation: DeleteFlowTemplateDocument,
    summary: 'Deletes a template; flows that were made from it stay',
    description: 'Built-in templates answer 409 `CONFLICT`.',
    data: (result) => result.deleteFlowTemplate,
  }),
  'POST /flows/templates/:templateId/use': route({
    operation: UseFlowTemplateDocument,
    summary: 'Makes a new flow of a template, paused, and counts the use',
    data: (result) => result.useFlowTemplate,
    status: 201,
  }),
});
