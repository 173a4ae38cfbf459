import generated from '../../../schema/flow-operations.json' with { type: 'json' };
import examples from '../../../schema/response-examples.json' with { type: 'json' };
import type { Capability } from '../../platform/access/capabilities.js';

/** A JSON Schema, as far as inputs of operations use it. */
export interface InputSchema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  default?: unknown;
  properties?: Readonly<Record<string, InputSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | InputSchema;
  items?: InputSchema;
  anyOf?: readonly InputSchema[];
  oneOf?: readonly InputSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** An operation of the API that flows can call in their workspace. */
export interface Operation {
  /** Its `operationId` in REST. */
  name: string;
  /** The key of its route. */
  route: string;
  title: string;
  /** What it is about: its tag in the documentation of the API. */
  group: string;
  capabilities: readonly Capability[];
  /** The fields of its path and query, which are never null: null would mean every record. */
  query: readonly string[];
  /** The fields of its path, query and body. */
  input: InputSchema;
}

interface Generated {
  operations: readonly Operation[];
  schemas: Readonly<Record<string, InputSchema>>;
}

// Inferred from the file, its type has a property for each field of any operation.
const { operations: listed, schemas }: Generated = generated as unknown as Generated;

/** The operations by name, in the order of the documentation. */
export const operations: ReadonlyMap<string, Operation> = new Map(listed.map((one) => [one.name, one]));

/** The names of operations of the API that flows cannot call. */
export const unavailable: ReadonlySet<string> = new Set(generated.unavailable);

/** The schema that a reference leads to, with what is said beside the reference. */
export function resolved({ $ref, ...beside }: InputSchema): InputSchema {
  return $ref === undefined ? beside : { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...beside };
}

/** What the documentation shows as the answer of an operation, as `workspace.request` outputs it. */
export function sampleOfOperation(name: unknown): unknown {
  const { route = '' } = operations.get(`${name}`) ?? {};
  const recorded = (examples as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[route];
  const [body] = Object.values(recorded ?? {});
  const { data = null, pagination } = (body ?? {}) as { data?: unknown; pagination?: unknown };
  return pagination === undefined ? data : { data, pagination };
}
