const credentials: ReadonlySet<string> = new Set([
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'set-cookie',
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'inviteToken',
  'webhookToken',
  'key',
  'apiKey',
  'secret',
  'jwtSecret',
  'vaultKeys',
]);
const censor = '[redacted]';
const levels = 4;

/**
 * A value without credentials: fields with their names are censored up to four levels deep. What has none is returned as it
 * is, so that a line without credentials costs one look at its fields.
 */
export function redactFields<T>(value: T, depth = levels): T {
  if (value === null || typeof value !== 'object' || depth === 0) return value;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return redactFields(toJSON.call(value) as T, depth);
  let redacted: Record<string, unknown> | null = null;
  for (const [name, field] of Object.entries(value)) {
    const shown = credentials.has(name) && field !== undefined ? censor : redactFields(field, depth - 1);
    if (shown === field) continue;
    redacted ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    redacted[name] = shown;
  }
  return (redacted ?? value) as T;
}
