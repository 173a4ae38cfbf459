import { notFound } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { listRecords } from '../../../platform/records/index.js';
import { type CompanyContext, companyContexts } from './company-context.record.js';

/** The workspace's default context. @throws AppError NOT_FOUND if there is none */
export async function findDefaultContext(scope: Scope, fields: RequestedFields): Promise<CompanyContext> {
  const requested: RequestedFields = { has: (name) => name === 'items', below: () => fields };
  const { items } = await listRecords(scope, companyContexts, { isDefault: true, limit: 1 }, requested);
  if (!items[0]) throw notFound('default company context');
  return items[0];
}
