import { validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { findRecord, updateRecord } from '../../../platform/records/index.js';
import { analyzeSite } from './analyze-site.js';
import { type CompanyContext, companyContexts } from './company-context.record.js';
import { foundIn } from './found-in.js';

/**
 * Reads a context's website again. What is found replaces the stored fields, in `contactInfo` by key; the other fields stay.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED without a `websiteUrl`, or if the website cannot be read
 */
export async function rescrapeCompanyContext(scope: Scope, contextId: string): Promise<CompanyContext> {
  const { websiteUrl } = await findRecord(scope, companyContexts, contextId);
  if (!websiteUrl) {
    const message = 'websiteUrl is required to read the website. Update the context first.';
    throw validationFailed([{ field: 'websiteUrl', rule: 'REQUIRED_WITH', message }]);
  }
  const found = foundIn(await analyzeSite(scope, websiteUrl));
  const analyzedAt = scope.services.now();
  return updateRecord(scope, companyContexts, contextId, (before) => ({
    ...found,
    ...(found.contactInfo && { contactInfo: { ...before.contactInfo, ...found.contactInfo } }),
    analyzedAt,
  }));
}
