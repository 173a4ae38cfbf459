import { AppError } from '../errors.js';

/**
 * What is sealed cannot be opened with the keys that the server has. The caller did nothing wrong and another try does
 * not help: whoever runs the server has to give the right keys.
 */
export class Unreadable extends AppError {
  constructor(message: string, cause?: unknown) {
    super('UNAVAILABLE', message);
    this.name = 'Unreadable';
    if (cause !== undefined) this.cause = cause;
  }
}
