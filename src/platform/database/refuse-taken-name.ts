import { AppError } from '../errors.js';

const uniqueViolation = '23505';

/**
 * For the end of a write of named things: a name that another one has. The unique constraint tells, so there is no gap
 * between check and write.
 * @throws AppError NAME_TAKEN, or the error itself where it is another one
 */
export function refuseTakenName(constraintName: string, what: string, name: string): (error: unknown) => never {
  return (error) => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== uniqueViolation || constraint !== constraintName) throw error;
    const message = `The workspace has a ${what} of the name ${name} already. Choose another name, or change that one.`;
    throw new AppError('NAME_TAKEN', message, [{ field: 'name', message }]);
  };
}
