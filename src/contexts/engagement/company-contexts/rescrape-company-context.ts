import { validationFailed } from '../../../platform/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { findRecord, updateRecord } from '../../../platform/records/index.js';
import { analyzeSite } from './analyze-site.js';
import { type CompanyContext, companyContexts } from './company-context.record.js';
import { foundIn } from './found-in.js';

/**
 * Reads a context's site again. What is found takes the place of what stood there, contact data by key; what is not
 * found stays.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED without an address, or where the site cannot be read
 */
export async function rescrapeCompanyContext(scope: Scope, contextId: string): Promise<CompanyContext> {
  const { websiteUrl } = await findRecord(scope, companyContexts, contextId);
  if (!websiteUrl) {
    const message = 'The context has no websiteUrl. Set it first.';
    throw validationFailed([{ field: 'websiteUrl', message }]);
  }
  const found = foundIn(await analyzeSite(scope, websiteUrl));
  const analyzedAt = scope.services.now();
  return updateRecord(scope, companyContexts, contextId, (before) => ({
    ...found,
    ...(found.contactInfo && { contactInfo: { ...before.contactInfo, ...found.contactInfo } }),
    analyzedAt,
  }));
}
