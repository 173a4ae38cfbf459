/** The configuration is invalid. The message lists every error, one per line, and contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly errors: readonly string[]) {
    const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
    super(`The configuration has ${count}:\n${errors.map((line) => `  ${line}`).join('\n')}`);
  }
}
