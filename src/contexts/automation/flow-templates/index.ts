import { defineModule } from '../../module.js';
import { builtInIds } from './built-in-templates.js';
import { loadFlowTemplate } from './find-flow-template.js';
import { FlowTemplate } from './flow-template.entity.js';
import { FlowTemplateMutations, WorkspaceFlowTemplatesResolver } from './flow-template.resolver.js';
import { flowTemplateUses } from './flow-template-use.entity.js';

export const flowTemplatesModule = defineModule({
  name: 'automation/flow-templates',
  resolvers: [WorkspaceFlowTemplatesResolver, FlowTemplateMutations],
  entities: [FlowTemplate, flowTemplateUses],
  ids: { templateId: { table: 'flow_templates', builtIn: builtInIds } },
  nodes: [
    { name: 'FlowTemplate', rule: { capability: 'flows:read' }, table: 'flow_templates', load: loadFlowTemplate },
  ],
  routes: async () => [(await import('./flow-template.routes.js')).routes],
});
