import type { Scope } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { createRecordIn } from '../../../platform/records/index.js';
import { analyzeSite } from './analyze-site.js';
import { type CompanyContext, type CompanyContextInput, companyContexts } from './company-context.record.js';
import { enforceSingleDefault } from './enforce-single-default.js';
import { foundIn } from './found-in.js';

/**
 * Creates a context. With `autoScrape`, its website is analyzed first, and what is found fills the fields that were not sent.
 * @throws AppError VALIDATION_FAILED, also if the website cannot be read; nothing is stored then
 */
export async function createCompanyContext(scope: Scope, input: CompanyContextInput): Promise<CompanyContext> {
  const found = input.autoScrape && input.websiteUrl ? foundIn(await analyzeSite(scope, input.websiteUrl)) : {};
  const at = scope.services.now();
  const { workspaceId } = scope;
  const id = newId();
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const companyName = sent.companyName ?? found.companyName ?? input.name;
  const content: CompanyContextInput = { ...found, ...sent, companyName } as CompanyContextInput;
  const analyzedAt = input.autoScrape && input.websiteUrl ? at : null;
  return scope.transaction(async (sql) => {
    if (input.isDefault) await enforceSingleDefault(sql, { workspaceId, id, isDefault: true, at });
    return createRecordIn(sql, scope, companyContexts, content, { id, analyzedAt });
  });
}
