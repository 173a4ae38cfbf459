import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer } from '../naughty/operation.js';
import { type Described, document, type Parameter, type Request, requestOf, send } from '../naughty/rest-operations.js';
import type { World } from '../naughty/world.js';
import { brokenValues } from './broken-values.js';
import type { Random } from './random.js';
import { isNullable, type Schema, type Schemas, ValidValues } from './valid-values.js';

/** An operation of the document whose requests have something to vary. */
export interface Fuzzed {
  /** `POST /workspaces/{workspaceId}/contacts` */
  name: string;
  method: string;
  path: string;
  described: Described;
  query: readonly Parameter[];
  body: Schema | null;
}

/** What the server makes of requests. */
export interface Verdict {
  operation: string;
  kind: 'accepted' | 'refused by a rule' | 'refused' | 'failed' | 'accepted although forbidden' | 'field not named';
  /** What was sent and answered, for what is wrong. */
  text?: string;
  keyword?: string;
}

const schemas = document.components.schemas as Schemas;

/** Bodies that are not JSON by the rules of the document, and requests that end the session of the world. */
const left = [
  /^(POST|GET) \/(webhooks|payments|messages|voice|sms|whatsapp)/,
  /\/flows\/run$/,
  /\/auth\/(refresh|logout)/,
];

/** The operations with a JSON body or query parameters. */
export function fuzzedOperations(): Fuzzed[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]): Fuzzed => {
        const { parameters = [], requestBody } = described;
        const body = (requestBody?.content['application/json']?.schema ?? null) as Schema | null;
        const query = parameters.filter((parameter) => parameter.in === 'query');
        return { name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, described, query, body };
      }),
    )
    .filter(({ name, described }) => !left.some((one) => one.test(name)) && !isRaw(described))
    .filter(({ body, query }) => body !== null || query.length > 0);
}

function isRaw({ requestBody }: Described): boolean {
  return Object.keys(requestBody?.content ?? {}).some((type) => type !== 'application/json');
}

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
formats.default(ajv);
ajv.addSchema({ $id: 'document', components: { schemas } });
const compiled = new WeakMap<Schema, ValidateFunction>();

/** Whether a value is what a schema of the document allows. */
function allows(schema: Schema, value: unknown): boolean {
  let validate = compiled.get(schema);
  if (!validate) {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    validate = ajv.compile(JSON.parse(text));
    compiled.set(schema, validate);
  }
  return validate(value) as boolean;
}

/** Sends a random request that the document allows. */
export async function tryAllowed(world: World, operation: Fuzzed, random: Random): Promise<Verdict> {
  const { described, body, query } = operation;
  const values = new ValidValues(schemas, random);
  const sample = world.sampleFor(described.operationId);
  let sent: Request | undefined;
  const answer = await world.prepared(described.operationId, () => {
    const request = requestOf(world, described.operationId, described.parameters ?? []);
    for (const { name, schema, required } of query) {
      if (!required && !random.chance(0.3)) continue;
      const value = values.value(schema as Schema, sample, name);
      if (allows(schema as Schema, value)) Object.assign(request.query, asQuery(name, value));
    }
    if (body) request.body = allowedBody(values, body, sample);
    sent = request;
    return send(world, operation.method, operation.path, request);
  });
  return verdictOnAllowed(operation, answer, sent);
}

/** Sends the smallest allowed request with null for each field of its body that may be null. */
export async function tryNulls(world: World, operation: Fuzzed, random: Random): Promise<Verdict[]> {
  const { described, body } = operation;
  const values = new ValidValues(schemas, random, 1);
  const fields = body ? Object.entries(values.resolve(body).schema.properties ?? {}) : [];
  const verdicts: Verdict[] = [];
  for (const [name] of fields.filter(([, schema]) => isNullable(schema))) {
    let sent: Request | undefined;
    const answer = await world.prepared(described.operationId, () => {
      const request = requestOf(world, described.operationId, described.parameters ?? []);
      const sparse = values.value(body as Schema, world.sampleFor(described.operationId), '', '', true) as object;
      request.body = { ...sparse, [name]: null };
      sent = request;
      return send(world, operation.method, operation.path, request);
    });
    verdicts.push(verdictOnAllowed(operation, answer, sent));
  }
  return verdicts;
}

function allowedBody(values: ValidValues, body: Schema, sample: ReturnType<World['sampleFor']>): unknown {
  for (let attempt = 0; attempt < 20; attempt++) {
    const value = values.value(body, sample);
    if (allows(body, value)) return value;
  }
  return values.value(body, sample, '', '', true);
}

function verdictOnAllowed({ name, described }: Fuzzed, answer: Answer, sent?: Request): Verdict {
  const { status, code, message, details } = answer;
  const text = `${name} ${shown(sent?.query)} ${shown(sent?.body)}: ${status} ${code} ${message} ${shown(details)}`;
  if (status < 300) return { operation: name, kind: 'accepted' };
  if (status >= 500) return { operation: name, kind: 'failed', text };
  const rules = described['x-business-rules'] ?? [];
  const isRule = details.length > 0 && details.every(({ rule }) => rule !== undefined && rules.includes(rule));
  // Other codes name what is wrong themselves; so do the statuses of access and of conflicts.
  const isOther = status !== 400 || !['VALIDATION_FAILED', 'BAD_REQUEST'].includes(code ?? '');
  return isRule || isOther
    ? { operation: name, kind: 'refused by a rule' }
    : { operation: name, kind: 'refused', text };
}

/** Sends requests that differ from an allowed one in one place, where the document forbids them. @param most how many */
export async function tryForbidden(world: World, operation: Fuzzed, random: Random, most: number): Promise<Verdict[]> {
  const { described, body, query } = operation;
  const sample = world.sampleFor(described.operationId);
  const values = new ValidValues(schemas, random, 1);
  const verdicts: Verdict[] = [];
  const valid = () => {
    const request = requestOf(world, described.operationId, described.parameters ?? []);
    if (body) request.body = values.value(body, sample, '', '', true);
    return request;
  };
  const ofBody = body
    ? brokenValues(values, body, valid().body).filter(({ value, field }) => field !== '' && !allows(body, value))
    : [];
  const ofQuery = query.flatMap(({ name, schema }) =>
    brokenValues(values, schema as Schema, values.value(schema as Schema, sample, name))
      .filter(({ keyword, value }) => !['type', 'null'].includes(keyword) && !allows(schema as Schema, value))
      .concat(numbers(schema as Schema).map((value) => ({ field: '', keyword: 'type', value })))
      .filter(
        ({ value }) =>
          Object.values(asQuery(name, value)).every((text) => text !== '') &&
          Object.keys(asQuery(name, value)).length > 0,
      )
      .map((one) => ({ ...one, parameter: name })),
  );
  const all = [...ofBody, ...ofQuery];
  const chosen = all.length <= most ? all : Array.from({ length: most }, () => random.pick(all));
  for (const fault of chosen) {
    const answer = await world.prepared(described.operationId, () => {
      const request = valid();
      if ('parameter' in fault) Object.assign(request.query, asQuery(fault.parameter as string, fault.value));
      else request.body = fault.value;
      return send(world, operation.method, operation.path, request);
    });
    const field = 'parameter' in fault ? (fault.parameter as string) : fault.field;
    verdicts.push(verdictOnForbidden(operation, field, fault, answer));
  }
  return verdicts;
}

/** Texts that are no numbers, for parameters that are. */
function numbers({ type }: Schema): string[] {
  return type === 'integer' ? ['many', '1.5'] : type === 'boolean' ? ['maybe'] : [];
}

function verdictOnForbidden(
  { name }: Fuzzed,
  field: string,
  { keyword, value }: { keyword: string; value: unknown },
  { status, code, message, details }: Answer,
): Verdict {
  const text = `${name} ${field} ${keyword} ${shown(value)}: ${status} ${code} ${message} ${shown(details)}`;
  if (status >= 500) return { operation: name, kind: 'failed', text, keyword };
  if (status < 300) return { operation: name, kind: 'accepted although forbidden', text, keyword };
  const isNamed = details.some((one) => one.field && (field.startsWith(one.field) || one.field.startsWith(field)));
  if (status === 400 && !isNamed) return { operation: name, kind: 'field not named', text, keyword };
  return { operation: name, kind: 'refused by a rule', keyword };
}

/** A parameter as the query has it; an object is one parameter for each of its values. */
function asQuery(name: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return { [name]: String(value) };
  if (Array.isArray(value) && !value.some((entry) => typeof entry === 'object' && entry !== null))
    return { [name]: value.join(',') };
  const entries = Object.entries(value).flatMap(([field, inner]) => {
    if (field !== 'customFields' || !Array.isArray(inner)) return Object.entries(asQuery(`${name}[${field}]`, inner));
    return inner.flatMap((entry) => {
      const { key = '', ...sent } = Object(entry) as { key?: string };
      return Object.entries(asQuery(`${name}[customFields.${key}]`, sent));
    });
  });
  return Object.fromEntries(entries);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 600 ? `${text.slice(0, 580)}… (${text.length})` : text;
}
