import { translateSchema, type Words } from './translate.js';

/** A JSON Schema of the input of an operation. */
export interface InputSchema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, InputSchema>>;
  items?: InputSchema;
  anyOf?: readonly InputSchema[];
  [keyword: string]: unknown;
}

/** An operation of the API that flows can call, in the language of the page. */
export interface FlowOperation {
  name: string;
  /** The key of its route: `GET /workspaces/:workspaceId/contacts`. */
  route: string;
  title: string;
  /** What it is about. */
  group: string;
  /** The schema of its input, for a form. */
  input: InputSchema;
}

/** The operations by name. */
export type FlowOperations = ReadonlyMap<string, FlowOperation>;

/** `schema/flow-operations.json`. */
export interface Listed {
  operations: readonly FlowOperation[];
  schemas: Readonly<Record<string, InputSchema>>;
}

/** Schemas inside of schemas are followed so far; what is deeper is written as JSON. */
const deepest = 5;

/** The operations with schemas that forms can show. */
export function operationsIn({ operations, schemas }: Listed, words: Words): FlowOperations {
  const textOf = (text: string) => words.texts[text] ?? text;
  return new Map(
    operations.map(({ name, route, title, group, input }) => [
      name,
      {
        name,
        route,
        title: textOf(title),
        group: textOf(group),
        get input() {
          return translateSchema(formOf(input, schemas, 0), words);
        },
      },
    ]),
  );
}

/** A schema without references and null: a field of a form is empty instead. */
function formOf({ $ref, ...beside }: InputSchema, schemas: Listed['schemas'], depth: number): InputSchema {
  const { properties, items, anyOf, type, ...rest } = $ref
    ? { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...beside }
    : beside;
  const choices = anyOf?.filter((one) => one.type !== 'null');
  const [only] = choices ?? [];
  if (type === undefined && choices?.length === 1 && only) return formOf({ ...only, ...rest }, schemas, depth);
  if (depth > deepest && (properties || items)) return { description: rest.description };
  const below = (schema: InputSchema) => formOf(schema, schemas, depth + 1);
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  return {
    ...rest,
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, below(one)])),
    }),
    ...(items && { items: below(items) }),
    ...(choices && type === undefined && { anyOf: choices.map(below) }),
  };
}
