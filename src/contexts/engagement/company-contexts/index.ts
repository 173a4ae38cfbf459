import { defineModule } from '../../module.js';
import './context-services.js';
import { companyContexts } from './company-context.record.js';
import { CompanyContextMutations, WorkspaceCompanyContextResolver } from './company-context.resolver.js';

export { type CompanyContext, companyContexts } from './company-context.record.js';
export { promptTemplate } from './prompt-template.js';
export { createSiteReader } from './site/site-reader.js';

export const companyContextsModule = defineModule({
  name: 'engagement/company-contexts',
  resolvers: [WorkspaceCompanyContextResolver, CompanyContextMutations],
  records: [companyContexts],
  routes: async () => [(await import('./company-context.routes.js')).routes],
});
