import { validationFailed } from '../../platform/errors.js';
import type { Scope } from '../../platform/graphql/context.js';
import type { SiteAnalysis } from './company-context.object.js';
import { SiteError } from './site/site-error.js';

/**
 * Reads a site: the page and up to five more of it. Stores nothing.
 * @throws AppError VALIDATION_FAILED where the page cannot be read: private, slow, huge, no HTML …
 */
export async function analyzeSite(scope: Scope, websiteUrl: string): Promise<SiteAnalysis> {
  const { facts, ...reading } = await scope.services.sites.read(websiteUrl).catch(refuse);
  return { ...reading, ...facts, contactInfo: { ...facts.contactInfo } };
}

function refuse(error: unknown): never {
  if (!(error instanceof SiteError)) throw error;
  throw validationFailed([{ field: 'websiteUrl', rule: error.code, message: error.message }]);
}
