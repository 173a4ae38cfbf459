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
      .regex(/^(body|headers)([.][^.[\]]+|\[\d{1,6}\])*$/, pathRule),
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
  const { body } = output as { body?: unknown };
  const fields = sensitive?.map(keysOf) ?? defaultPaths;
  // Some token endpoints answer with the fields of a form, which is one text.
  const isForm = typeof body === 'string' && fields.some(([root, name]) => root === 'body' && holdsField(body, name));
  return isForm ? [...fields, ['body']] : fields;
}

function keysOf(path: string): (string | number)[] {
  return path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

function holdsField(form: string, name: string | number | undefined): boolean {
  return /^[\w.~%+-]+=[^\s&]*(&[\w.~%+-]+=[^\s&]*)*$/.test(form) && new URLSearchParams(form).has(String(name));
}
