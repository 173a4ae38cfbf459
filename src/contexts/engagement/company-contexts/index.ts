import './context-services.js';
import { CompanyContextMutations, WorkspaceCompanyContextResolver } from './company-context.resolver.js';

export { type CompanyContext, companyContexts } from './company-context.record.js';
export type { Models } from './context-services.js';
export { promptTemplate } from './prompt-template.js';
export { createSiteReader } from './site/site-reader.js';

export const companyContextResolvers = [WorkspaceCompanyContextResolver, CompanyContextMutations];
