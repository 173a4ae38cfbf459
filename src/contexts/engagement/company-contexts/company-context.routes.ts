import {
  AnalyzeSiteDocument,
  CreateCompanyContextDocument,
  GenerateAssistantPromptDocument,
  GetDefaultCompanyContextDocument,
  RescrapeCompanyContextDocument,
  UpdateCompanyContextDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /company-contexts/default': route({
    operation: GetDefaultCompanyContextDocument,
    summary: 'Get the default company context',
    data: (result) => result.workspace.defaultCompanyContext,
  }),
  'POST /company-contexts': route({
    operation: CreateCompanyContextDocument,
    summary: 'Create a company context',
    description:
      'With `autoScrape` and a `websiteUrl` the site is analysed before: what was found fills what is not sent. A site that cannot be read refuses the whole request.',
    data: (result) => result.createCompanyContext,
    status: 201,
  }),
  'PUT /company-contexts/:companyContextId': route({
    operation: UpdateCompanyContextDocument,
    summary: 'Changes what is sent of a company context',
    data: (result) => result.updateCompanyContext,
  }),
  'POST /company-contexts/analyze-site': route({
    operation: AnalyzeSiteDocument,
    summary: 'Analyze a website',
    description:
      'Reads the page and up to five more of the same site. Where the page cannot be read, `details[].rule` says why: `OUTBOUND_BLOCKED`, `OUTBOUND_TIMEOUT`, `OUTBOUND_TOO_LARGE`, `OUTBOUND_REDIRECTS`, `OUTBOUND_FAILED`, `SITE_STATUS`, `SITE_NOT_HTML` or `SITE_TOO_COMPLEX`.',
    data: (result) => result.analyzeSite,
  }),
  'POST /company-contexts/:companyContextId/rescrape': route({
    operation: RescrapeCompanyContextDocument,
    summary: 'Rescrape the website of a company context',
    data: (result) => result.rescrapeCompanyContext,
  }),
  'POST /company-contexts/:companyContextId/generate-prompt': route({
    operation: GenerateAssistantPromptDocument,
    summary: 'Generate an assistant prompt',
    data: (result) => result.generateAssistantPrompt,
  }),
});
