import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import pg from 'pg';

/**
 * Every event that was queued for a webhook is as schema/openapi.json defines it.
 * @param url a database that is not in use any more
 * @throws Error that names the first events that are not
 */
export async function requireDefinedEvents(url: string): Promise<void> {
  const bodies = await queuedBodies(url);
  if (bodies.length === 0) return;
  const check = await eventValidator();
  const wrong = bodies.flatMap((body) => {
    const event = JSON.parse(body) as { type: string };
    return check(event) ? [] : [`${event.type}: ${check.reason()} in ${body.slice(0, 500)}`];
  });
  if (wrong.length > 0) throw new Error(`Events are not as they are defined:\n${wrong.slice(0, 5).join('\n')}`);
}

async function queuedBodies(url: string): Promise<string[]> {
  const address = new URL(process.env.TEST_ADMIN_URL ?? url);
  address.pathname = new URL(url).pathname;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ body: string }>(
      // A row that a test writes itself has no event.
      "select body from webhook_deliveries where body <> '{}' limit 2000",
    );
    return rows.map(({ body }) => body);
  } finally {
    await client.end();
  }
}

export interface EventValidator {
  (event: { type: string }): boolean;
  /** Why the last event was refused. */
  reason(): string;
}

/** Validates events by `webhooks` of the document. A property that the schema does not name is refused, too. */
export async function eventValidator(): Promise<EventValidator> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const { default: formats } = await import('ajv-formats');
  const document = JSON.parse(readFileSync('schema/openapi.json', 'utf8'), closed) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const checks = new Map<string, ValidateFunction>();
  let reason = '';
  const check = (event: { type: string }) => {
    const type = event.type.replace(/^custom\..*/, 'custom.<name>');
    const { $ref } = document.webhooks[type]?.post.requestBody.content['application/json']?.schema ?? {};
    if (!$ref) {
      reason = 'no such event';
      return false;
    }
    const validate = checks.get(type) ?? ajv.compile({ $ref: `document${$ref}` });
    checks.set(type, validate);
    const isValid = validate(event);
    reason = ajv.errorsText(validate.errors);
    return isValid;
  };
  return Object.assign(check, { reason: () => reason });
}

interface Document {
  components: object;
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>;
}

/** An object with named properties has no others: the server sends none that the document does not name. */
function closed(_key: string, value: unknown): unknown {
  const isNamed = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value;
  return isNamed && !('additionalProperties' in value) ? { ...value, additionalProperties: false } : value;
}
