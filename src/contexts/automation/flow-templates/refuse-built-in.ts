import { AppError } from '../../../platform/errors.js';
import { builtInIds } from './built-in-templates.js';

/** @throws AppError CONFLICT for a template that is part of the server */
export function refuseBuiltIn(id: string): void {
  if (!builtInIds.has(id)) return;
  throw new AppError(
    'CONFLICT',
    'Built-in templates cannot be changed or deleted. Store a template of your own with its content instead.',
  );
}
