import { RE2JS } from '@bufbuild/re2';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import QuickLRU from 'quick-lru';

/** Where a value violates a schema, and how. */
export interface SchemaViolation {
  /** For example `items.0.price`; empty for the value itself. */
  path: string;
  message: string;
}

/** A JSON Schema that is not valid, or refers to another document. */
export class JsonSchemaError extends Error {}

const mostCharacters = 64 * 1024;
const mostViolations = 20;

const compiled = new QuickLRU<string, ValidateFunction>({ maxSize: 200 });

/**
 * Validates a value against a JSON Schema (2020-12). Schemas come from users: their size is limited, they cannot refer
 * to other documents, and their patterns run on RE2, whose time is linear.
 * @returns every violation, at most 20
 * @throws JsonSchemaError
 */
export function schemaViolations(schema: object, value: unknown): SchemaViolation[] {
  const validate = compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, mostViolations).map(toViolation);
}

/** The error of a schema itself; null if it is valid. */
export function schemaProblem(schema: object): string | null {
  try {
    compile(schema);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function compile(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  if (text.length > mostCharacters)
    throw new JsonSchemaError(`A JSON Schema must have at most ${mostCharacters} characters.`);
  let validate = compiled.get(text);
  if (!validate) {
    validate = build(schema);
    compiled.set(text, validate);
  }
  return validate;
}

function build(schema: object): ValidateFunction {
  // A new instance for each schema: IDs in one workspace's schema must not be visible to another's.
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, code: { regExp } });
  formats.default(ajv, { mode: 'fast' });
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new JsonSchemaError(`The JSON Schema is not valid: ${(error as Error).message}.`);
  }
}

function re2(pattern: string) {
  const regex = RE2JS.compile(pattern);
  // Patterns are distinguished by their text.
  return { test: (text: string) => regex.test(text), toString: () => pattern };
}
const regExp = Object.assign(re2, { code: 're2' });

function toViolation({ instancePath, message = 'does not fit', keyword, params }: ErrorObject): SchemaViolation {
  const extra = keyword === 'additionalProperties' ? `: ${String(params.additionalProperty)}` : '';
  const allowed = keyword === 'enum' ? `: ${(params.allowedValues as unknown[]).map(String).join(', ')}` : '';
  return { path: instancePath.slice(1).replaceAll('/', '.'), message: `${message}${extra}${allowed}` };
}
