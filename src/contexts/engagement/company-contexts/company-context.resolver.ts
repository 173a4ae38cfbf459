import type { GraphQLResolveInfo } from 'graphql';
import { Arg, FieldResolver, ID, Info, Mutation, Resolver } from 'type-graphql';
import { notFound } from '../../../platform/errors/errors.js';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { IfUnmodifiedSince } from '../../../platform/graphql/if-unmodified-since.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { type RequestedFields, requestedFields } from '../../../platform/graphql/requested-fields.js';
import { classesOf, listRecords } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { analyzeSite } from './analyze-site.js';
import { AnalyzeSiteInput, GeneratePromptInput } from './company-context.input.js';
import { AssistantPrompt, SiteAnalysis } from './company-context.object.js';
import { type CompanyContext, companyContexts } from './company-context.record.js';
import { createCompanyContext } from './create-company-context.js';
import { generateAssistantPrompt } from './generate-assistant-prompt.js';
import { rescrapeCompanyContext } from './rescrape-company-context.js';
import { siteRules } from './site/site-error.js';
import { updateCompanyContext } from './update-company-context.js';

const { type, create, update } = classesOf(companyContexts);

@Resolver(() => Workspace)
export class WorkspaceCompanyContextResolver {
  @FieldResolver(() => type, { description: 'Get the default company context: the one with isDefault.' })
  @Allow('contexts:read')
  defaultCompanyContext(@CurrentScope() scope: Scope, @Info() info: GraphQLResolveInfo): Promise<CompanyContext> {
    return findDefaultContext(scope, requestedFields(info));
  }
}

@Resolver()
export class CompanyContextMutations {
  @Mutation(() => type, {
    description: 'Create a company context. With autoScrape, its website fills the fields that are not sent.',
  })
  @Allow('contexts:write')
  @Refuses(...siteRules)
  createCompanyContext(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => create) input: object,
  ): Promise<CompanyContext> {
    return createCompanyContext(scope, { ...input });
  }

  @Mutation(() => type, { description: 'Update a company context.' })
  @Allow('contexts:write')
  updateCompanyContext(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('companyContextId', () => ID) companyContextId: string,
    @Arg('input', () => update) input: object,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<CompanyContext> {
    return updateCompanyContext(scope, companyContextId, { ...input }, ifUnmodifiedSince);
  }

  @Mutation(() => SiteAnalysis, { description: 'Analyze a website: read up to six of its pages, and store nothing.' })
  @Allow('contexts:write')
  @Refuses(...siteRules)
  analyzeSite(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => AnalyzeSiteInput) input: AnalyzeSiteInput,
  ): Promise<SiteAnalysis> {
    return analyzeSite(scope, input.websiteUrl);
  }

  @Mutation(() => type, {
    description: 'Read the website of a company context again. What is found replaces the stored fields.',
  })
  @Allow('contexts:write')
  @Refuses('REQUIRED_WITH', ...siteRules)
  rescrapeCompanyContext(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('companyContextId', () => ID) companyContextId: string,
  ): Promise<CompanyContext> {
    return rescrapeCompanyContext(scope, companyContextId);
  }

  @Mutation(() => AssistantPrompt, {
    description: 'Generate an assistant prompt from a company context. Nothing is stored.',
  })
  @Allow('contexts:write')
  generateAssistantPrompt(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('companyContextId', () => ID) companyContextId: string,
    @Arg('input', () => GeneratePromptInput, { nullable: true }) input?: GeneratePromptInput | null,
  ): Promise<AssistantPrompt> {
    return generateAssistantPrompt(scope, companyContextId, input ?? {});
  }
}

/** The workspace's default context. @throws AppError NOT_FOUND if there is none */
async function findDefaultContext(scope: Scope, fields: RequestedFields): Promise<CompanyContext> {
  const requested: RequestedFields = { has: (name) => name === 'items', below: () => fields };
  const { items } = await listRecords(scope, companyContexts, { isDefault: true, limit: 1 }, requested);
  if (!items[0]) throw notFound('default company context');
  return items[0];
}
