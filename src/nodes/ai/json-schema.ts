import { createContext, runInContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

const schemaCharacters = 32 * 1024;
/** Milliseconds for compiling a schema and checking a value: both come from outside, and can be made to take forever. */
const checkMs = 1_000;
const options = { strict: false, allErrors: true, validateFormats: true, logger: false } as const;
const metaAjv = new Ajv2020(options);

/** A field that holds a JSON Schema. Whether it can be compiled shows when it is used. */
export const schemaField = z
  .record(z.string(), z.unknown())
  .refine((schema) => JSON.stringify(schema).length <= schemaCharacters, 'Keep the schema below 32 KiB.')
  .refine((schema) => isSchema(schema), 'Give a JSON Schema, as {"type": "object", "properties": {…}}.');

/** What is wrong with a value by a schema; empty where nothing is. A schema that cannot be used is a fault, too. */
export function answerSchemaViolations(schema: Readonly<Record<string, unknown>>, value: unknown): string[] {
  const check = () => {
    // Its field has checked the schema itself; compiling the schema of schemas each time would cost far more.
    const ajv = new Ajv2020({ ...options, validateSchema: false });
    addFormats.default(ajv);
    const validate = ajv.compile(plain(schema));
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, 10)
      .map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  };
  try {
    // The limit of a context's run holds for what it calls as well.
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

/** Without the names that refer to other documents: a schema of ours stands alone. */
function plain({ $schema, $id, ...schema }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return schema;
}
