import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { type BillableOperation, credits, meterOperation } from '../../billing/usage/index.js';
import type { SiteAnalysis } from './company-context.object.js';
import { SiteError } from './site/site-error.js';
import { siteReader } from './site/site-reader.js';

const analysis: BillableOperation = { eventType: 'site_analysis', country: null, source: 'platform', quantity: 1 };

/**
 * Reads a page and up to five more pages of its website, and stores nothing. A successful analysis is charged.
 * @throws AppError VALIDATION_FAILED if the page cannot be read: private address, too slow, too large, not HTML …;
 * INSUFFICIENT_CREDITS, BUDGET_EXCEEDED
 */
export async function analyzeSite(scope: Scope, websiteUrl: string): Promise<SiteAnalysis> {
  const { services } = scope;
  const read = () => services.get(siteReader).read(websiteUrl);
  const operation = { ...analysis, metadata: { websiteUrl } };
  const { metadata, ...reading } = await meterOperation(
    services.get(credits),
    scope.workspaceId,
    operation,
    read,
  ).catch(refuse);
  return { ...reading, ...metadata };
}

function refuse(error: unknown): never {
  if (error instanceof ProviderError && (error.code === 'INSUFFICIENT_CREDITS' || error.code === 'BUDGET_EXCEEDED')) {
    throw new AppError(error.code, error.message);
  }
  if (!(error instanceof SiteError)) throw error;
  throw validationFailed([{ field: 'websiteUrl', rule: error.code, message: error.message }]);
}
