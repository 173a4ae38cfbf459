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
    description: 'Returns 404 if no context has `isDefault`.',
    data: (result) => result.workspace.defaultCompanyContext,
  }),
  'POST /company-contexts': route({
    operation: CreateCompanyContextDocument,
    summary: 'Create a company context',
    description:
      'With `autoScrape` and `websiteUrl`, the website is analyzed first, and what is found fills the fields that are not sent. If the website cannot be read, nothing is created.',
    fails: ['INSUFFICIENT_CREDITS', 'BUDGET_EXCEEDED'],
    example: {
      body: {
        name: 'Shop',
        companyName: 'Acme',
        description: 'Sells chairs.',
        services: ['Delivery'],
        isDefault: true,
      },
    },
    data: (result) => result.createCompanyContext,
    status: 201,
  }),
  'PUT /company-contexts/:companyContextId': route({
    operation: UpdateCompanyContextDocument,
    summary: 'Update a company context',
    description: 'Changes only the fields that are sent.',
    example: { body: { businessHours: 'Monday to Friday, 9 to 18' } },
    data: (result) => result.updateCompanyContext,
  }),
  'POST /company-contexts/analyze-site': route({
    operation: AnalyzeSiteDocument,
    summary: 'Analyze a website',
    description:
      'Reads the page and up to five more pages of the same website, and stores nothing. If the page cannot be read, `details[].rule` is the reason: `OUTBOUND_BLOCKED`, `OUTBOUND_TIMEOUT`, `OUTBOUND_TOO_LARGE`, `OUTBOUND_REDIRECTS`, `OUTBOUND_FAILED`, `SITE_STATUS`, `SITE_NOT_HTML` or `SITE_TOO_COMPLEX`.',
    fails: ['INSUFFICIENT_CREDITS', 'BUDGET_EXCEEDED'],
    example: { body: { websiteUrl: 'https://example.com' } },
    data: (result) => result.analyzeSite,
  }),
  'POST /company-contexts/:companyContextId/rescrape': route({
    operation: RescrapeCompanyContextDocument,
    summary: 'Rescrape the website of a company context',
    description: 'Reads `websiteUrl` again. What is found replaces the stored fields; `contactInfo` is merged by key.',
    fails: ['INSUFFICIENT_CREDITS', 'BUDGET_EXCEEDED'],
    data: (result) => result.rescrapeCompanyContext,
  }),
  'POST /company-contexts/:companyContextId/generate-prompt': route({
    operation: GenerateAssistantPromptDocument,
    summary: 'Generate an assistant prompt',
    description:
      'The configured model writes the prompt; without a model, or if it fails, a template does. Nothing is stored.',
    example: { body: { instructions: 'Never promise a delivery date.', language: 'en' } },
    data: (result) => result.generateAssistantPrompt,
  }),
});
