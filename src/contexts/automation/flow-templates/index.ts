import { builtInIds } from './built-in-templates.js';
import { FlowTemplate } from './flow-template.entity.js';
import { FlowTemplateMutations, WorkspaceFlowTemplatesResolver } from './flow-template.resolver.js';

export const flowTemplateEntities = [FlowTemplate];

export const flowTemplateResolvers = [WorkspaceFlowTemplatesResolver, FlowTemplateMutations];

/** Argument names and the tables that their rows stand in. */
export const flowTemplateIds = { templateId: { table: 'flow_templates', builtIn: builtInIds } };
