import { defineModule } from '../../module.js';
import { companyContexts } from './company-context.record.js';
import { CompanyContextMutations, WorkspaceCompanyContextResolver } from './company-context.resolver.js';
import { siteReader } from './site/site-reader.js';

export { type CompanyContext, companyContexts } from './company-context.record.js';
export { promptTemplate } from './prompt-template.js';
export { siteErrors } from './site/site-error.js';

export const companyContextsModule = defineModule({
  name: 'engagement/company-contexts',
  resolvers: [WorkspaceCompanyContextResolver, CompanyContextMutations],
  records: [companyContexts],
  services: [siteReader],
  routes: async () => [(await import('./company-context.routes.js')).routes],
});
