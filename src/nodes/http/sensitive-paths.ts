import { z } from 'zod';

const names = ['access_token', 'refresh_token', 'id_token', 'client_secret'];
const defaultPaths = names.map((name) => ['body', name]);
const pathRule = 'must be the path of a field of the response, for example "body.access_token" or "headers.set-cookie"';

/** The paths of a response whose values are secret. */
export const sensitiveField = z
  .array(
    z
      .string()
      .max(500)
      .regex(/^(body|headers)([.][^.\x5b\x5d]+|\[\d{1,6}\])*$/, pathRule),
  )
  .max(50)
  .describe(
    'The paths of the response whose values are secret, for example `["body.session.key"]`: masked in every record, and accepted by later nodes only where secrets are. Defaults to `body.access_token`, `body.refresh_token`, `body.id_token` and `body.client_secret`.',
  );

/** The paths of the sensitive values in a response. */
export function sensitivePaths(
  { sensitive }: { sensitive?: readonly string[] | undefined },
  output: object,
): (string | number)[][] {
  const { body, encoding } = output as { body?: unknown; encoding?: string };
  const fields = sensitive?.map(keysOf) ?? defaultPaths;
  if (typeof body !== 'string') return fields;
  const text = encoding === 'base64' ? Buffer.from(body, 'base64').toString('latin1') : body;
  const isSecret = fields.some(([root, ...keys]) => root === 'body' && keys.some((key) => holdsField(text, key)));
  return isSecret ? [...fields, ['body']] : fields;
}

function keysOf(path: string): (string | number)[] {
  return path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/**
 * Whether a body that is one text has the field. Some token endpoints answer with a form, and some with JSON that is not
 * called so: a text is masked as a whole.
 */
function holdsField(text: string, name: string | number): boolean {
  if (typeof name !== 'string') return false;
  const isForm = /^[\w.~%+-]+=[^\s&]*(&[\w.~%+-]+=[^\s&]*)*$/.test(text);
  return isForm ? new URLSearchParams(text).has(name) : text.includes(JSON.stringify(name));
}
