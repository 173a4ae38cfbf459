import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { ErrorDetail } from '../../errors/errors.js';
import { must } from '../../errors/violation-words.js';

/** Limits on the variables of one operation. What is inside of JSON values is not counted: it is not checked by type. */
export const inputLimits = {
  /** Input objects or JSON values in one list. The longest list that anything accepts is that of the edges of a flow, 2,000. */
  objectsInList: 2_500,
  /** Input objects and JSON values of lists in all variables. */
  objects: 5_000,
  /** Entries of lists and fields of objects in all variables. */
  entries: 50_000,
} as const;

/**
 * The violation of variables that are too large to be checked entry by entry; null if there is none. Takes time linear in
 * the limits, however large the variables are.
 */
export function inputSizeViolation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): ErrorDetail | null {
  const sizes = new InputSizes();
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const inputType = typeFromAST(schema, type) as GraphQLInputType | undefined;
    const violation = sizes.add(name, inputType, variables[name], '');
    if (violation) return violation;
  }
  return null;
}

class InputSizes {
  #objects = 0;
  #entries = 0;

  /** @param prefix of the paths of inner fields; those of a variable begin without its name */
  add(field: string, type: GraphQLInputType | undefined, value: unknown, prefix = `${field}.`): ErrorDetail | null {
    const bare = type && getNullableType(type);
    if (typeof value !== 'object' || value === null) return null;
    if (isListType(bare) && Array.isArray(value)) return this.#addList(field, bare.ofType, value);
    return isInputObjectType(bare) ? this.#addObject(field, bare.getFields(), value, prefix) : null;
  }

  #addList(field: string, type: GraphQLInputType, list: readonly unknown[]): ErrorDetail | null {
    const entryType = getNullableType(type);
    const isOfJson = isScalarType(entryType) && entryType.name.startsWith('JSON');
    const most = isOfJson || isInputObjectType(entryType) ? inputLimits.objectsInList : inputLimits.entries;
    if (list.length > most) return { field, rule: 'TOO_LARGE', message: `${field} ${must.haveAtMostEntries(most)}` };
    if (isOfJson) this.#objects += list.length;
    this.#entries += list.length;
    for (const [index, entry] of list.entries()) {
      const violation = typeof entry === 'object' ? this.add(`${field}[${index}]`, type, entry) : null;
      if (violation) return violation;
    }
    return this.#totalViolation(field);
  }

  #addObject(
    field: string,
    fields: Readonly<Record<string, { type: GraphQLInputType }>>,
    value: object,
    prefix: string,
  ): ErrorDetail | null {
    this.#objects += 1;
    const names = Object.keys(value);
    this.#entries += names.length;
    const violation = this.#totalViolation(field);
    if (violation) return violation;
    for (const name of names) {
      const inner = this.add(prefix + name, fields[name]?.type, (value as Record<string, unknown>)[name]);
      if (inner) return inner;
    }
    return null;
  }

  #totalViolation(field: string): ErrorDetail | null {
    const { objects, entries } = inputLimits;
    if (this.#objects > objects) return { field, message: totalMessage(field, objects, 'objects') };
    if (this.#entries > entries) return { field, message: totalMessage(field, entries, 'entries and fields') };
    return null;
  }
}

function totalMessage(field: string, most: number, what: string): string {
  return `${field} must be smaller: an operation may have at most ${most} ${what} in its input.`;
}
