import { createContext, runInContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

const schemaCharacters = 32 * 1024;
/** Milliseconds to compile a schema and check a value. Both come from outside and could take arbitrarily long. */
const checkMs = 1_000;
const options = { strict: false, allErrors: true, validateFormats: true, logger: false } as const;
const metaAjv = new Ajv2020(options);

/** A field with a JSON Schema. Whether it compiles is checked when it is used. */
export const schemaField = z
  .record(z.string(), z.unknown())
  .refine((schema) => JSON.stringify(schema).length <= schemaCharacters, 'must have at most 32 KiB')
  .refine((schema) => isSchema(schema), 'must be a JSON Schema, for example {"type": "object", "properties": {}}');

/** The violations of a schema by a value; empty where it is valid. A schema that cannot be used is a violation, too. */
export function answerSchemaViolations(schema: Readonly<Record<string, unknown>>, value: unknown): string[] {
  const check = () => {
    // The field has validated the schema itself; compiling the meta-schema each time would be slow.
    const ajv = new Ajv2020({ ...options, validateSchema: false });
    addFormats.default(ajv);
    const validate = ajv.compile(plain(schema));
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, 10)
      .map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  };
  try {
    // The timeout of `runInContext` also covers the functions that the script calls.
    return runInContext('check()', createContext({ check }), { timeout: checkMs }) as string[];
  } catch (error) {
    return [`the schema cannot be used: ${(error as Error).message.slice(0, 300)}`];
  }
}

function isSchema(schema: Readonly<Record<string, unknown>>): boolean {
  try {
    return metaAjv.validateSchema(plain(schema)) === true;
  } catch {
    return false;
  }
}

/** Removes the keys that refer to other documents: a schema must be self-contained. */
function plain({ $schema, $id, ...schema }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return schema;
}
