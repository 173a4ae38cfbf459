import { GraphQLError } from 'graphql';
import { JsonText } from './json-text.js';
import type { PlannedField, PlannedSelection, Shape } from './plan-query.js';
import { arrayOf, type Column, isObject, type Level, notIterable, ownValue } from './read-levels.js';

/** The `data` of an answer as JSON, and the errors of its nulls. */
export interface PrintedAnswer {
  text: string;
  errors: GraphQLError[];
}

/**
 * Prints what was read as the answer. Where a field failed that cannot be null, the nearest object that can is null.
 * @param omitsNulls whether it lacks the nulls of types with `OmitNull`
 */
export function printAnswer(
  selection: PlannedSelection,
  level: Level,
  root: object,
  omitsNulls: boolean,
): PrintedAnswer {
  const printer = new Printer(omitsNulls);
  try {
    return { text: printer.object(selection, level, root, 0), errors: printer.errors };
  } catch (failure) {
    return { text: printer.nullFor(failure, 0, 0), errors: printer.errors };
  }
}

class Printer {
  readonly errors: GraphQLError[] = [];
  /** Where the value is that is printed at present; after a failure, that of the value that failed. */
  readonly #path: (string | number)[] = [];

  constructor(readonly omitsNulls: boolean) {}

  /** @param at the place of the object among those of its level */
  object({ fields, omitsNull }: PlannedSelection, level: Level, source: object, at: number): string {
    const omits = this.omitsNulls && omitsNull;
    let text = '{';
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] as PlannedField;
      const column = level[index] as Column | null;
      const head = omits && text === '{' ? field.head.replace(/^,/, '') : field.head;
      if (field.constant !== null) {
        text += head + field.constant;
        continue;
      }
      const value = column ? column.values[at] : ownValue(source, field.name);
      this.#path.push(field.key);
      const printed = this.#place(field, field.shape, value, column, column?.below?.starts[at] ?? 0);
      if (!omits || printed !== 'null') text += head + printed;
      this.#path.pop();
    }
    return `${text}}`;
  }

  /** The `null` in place of what failed, with its error: the only one about what is gone with it. */
  nullFor(failure: unknown, depth: number, errorsBefore: number): 'null' {
    const error = failure as Error;
    this.errors.length = errorsBefore;
    this.errors.push(new GraphQLError(error.message, { path: [...this.#path], originalError: error }));
    this.#path.length = depth;
    return 'null';
  }

  /** A value in a place that can be null, or throws. @param start the place of its first object among those of its level */
  #place(field: PlannedField, shape: Shape, value: unknown, column: Column | null, start: number): string {
    if (!shape.nullable) return this.#value(field, shape, value, column, start);
    if (value === null || value === undefined) return 'null';
    const depth = this.#path.length;
    const known = this.errors.length;
    try {
      return this.#value(field, shape, value, column, start);
    } catch (failure) {
      return this.nullFor(failure, depth, known);
    }
  }

  #value(field: PlannedField, shape: Shape, value: unknown, column: Column | null, start: number): string {
    if (value === null || value === undefined) throw noValue(field);
    if (value instanceof Error) throw value;
    if (value instanceof JsonText) return value.text;
    if (shape.items) return this.#list(field, shape.items, value, column, start);
    if (field.print) return field.print(value);
    return this.object(field.inner ?? ofType(field, value), column?.below?.level ?? [], value as object, start);
  }

  #list(field: PlannedField, item: Shape, list: unknown, column: Column | null, start: number): string {
    const values = arrayOf(list);
    if (!values) throw notIterable(field);
    let text = '[';
    let next = start;
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      this.#path.push(index);
      text += (index > 0 ? ',' : '') + this.#place(field, item, value, column, next);
      this.#path.pop();
      if (isObject(value)) next += 1;
    }
    return `${text}]`;
  }
}

/** What is selected of the type of a value, where it can have several. */
function ofType({ possible, info: { parentType, fieldName } }: PlannedField, value: unknown): PlannedSelection {
  const found = possible?.selections.get(possible.nameOf(value) ?? '');
  if (!found) throw new Error(`The value of ${parentType.name}.${fieldName} has no type that it can have.`);
  return found;
}

function noValue({ info: { parentType, fieldName } }: PlannedField): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${fieldName}.`);
}
