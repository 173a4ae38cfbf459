import { AppError } from '../../../platform/errors/errors.js';
import { builtInIds } from './built-in-templates.js';

/** Requires that a template is not built in. @throws AppError CONFLICT */
export function refuseBuiltIn(id: string): void {
  if (!builtInIds.has(id)) return;
  throw new AppError(
    'CONFLICT',
    'Built-in templates cannot be changed or deleted. Create a template with the same content and change that instead.',
  );
}
