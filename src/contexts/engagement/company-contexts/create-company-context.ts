import type { Scope } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { createRecordIn } from '../../../platform/records/index.js';
import { analyzeSite } from './analyze-site.js';
import { type CompanyContext, type CompanyContextInput, companyContexts } from './company-context.record.js';
import { enforceSingleDefault } from './enforce-single-default.js';
import { foundIn } from './found-in.js';

/**
 * Stores a context. With `autoScrape` its site is read before: what was found fills what was not sent.
 * @throws AppError VALIDATION_FAILED, also where the site cannot be read; nothing is stored then
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
    if (input.isDefault) await enforceSingleDefault(sql, { workspaceId, id, wanted: true, at });
    return createRecordIn(sql, scope, companyContexts, content, { id, analyzedAt });
  });
}
