import { notFound } from '../../../../platform/errors/errors.js';
import type { LoginProvider } from '../../../../platform/login-provider.js';
import type { Settings } from '../../../../platform/services.js';

/** A provider by its ID. @throws AppError NOT_FOUND */
export function findProvider({ loginProviders }: Settings, id: string): LoginProvider {
  const found = loginProviders.find((provider) => provider.id === id);
  if (!found) throw notFound('provider');
  return found;
}
