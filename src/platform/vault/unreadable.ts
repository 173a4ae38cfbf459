import { AppError } from '../errors/errors.js';

/**
 * An encrypted text cannot be decrypted with the server's keys. The caller cannot solve it, and a retry does not help:
 * the operator must provide the right keys.
 */
export class Unreadable extends AppError {
  constructor(message: string, cause?: unknown) {
    super('UNAVAILABLE', message);
    this.name = 'Unreadable';
    if (cause !== undefined) this.cause = cause;
  }
}
