/** The environment cannot be used. The message lists every error, one a line, and shows no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly errors: readonly string[]) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    super(`The configuration has ${count}:\n${errors.map((line) => `  ${line}`).join('\n')}`);
  }
}
