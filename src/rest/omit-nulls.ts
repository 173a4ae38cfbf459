import { getNamedType } from 'graphql';
import { parsed } from '../platform/graphql/answer.js';
import { omitsNull } from '../platform/graphql/omit-null.js';
import type { PreparedOperation } from '../platform/graphql/operation.js';
import type { SelectedField } from './openapi/read-operation.js';

/** Where in a result objects are whose nulls are left out. */
interface Place {
  omits: boolean;
  below: readonly [name: string, place: Place][];
}

/** The operation, whose results lack the fields that are null in objects of types with `@OmitNull()`. */
export function omittingNulls(operation: PreparedOperation, selected: readonly SelectedField[]): PreparedOperation {
  const omit = omitsNullsOf(selected);
  if (!omit) return operation;
  const print: PreparedOperation['print'] = async (...asked) => {
    const answer = await operation.print(...asked);
    omit(answer.data);
    return answer;
  };
  return { ...operation, print, run: async (...asked) => parsed(await print(...asked)) };
}

/** Removes those nulls from the data of a result; null if it never has any. */
export function omitsNullsOf(selected: readonly SelectedField[]): ((data: unknown) => void) | null {
  const below = placesBelow(selected);
  return below.length === 0 ? null : (data) => omitNulls(data, { omits: false, below });
}

function placesBelow(selected: readonly SelectedField[]): [string, Place][] {
  return selected.flatMap((field): [string, Place][] => {
    const place = { omits: omitsNull(getNamedType(field.type)), below: placesBelow(field.below) };
    return place.omits || place.below.length > 0 ? [[field.name, place]] : [];
  });
}

function omitNulls(value: unknown, place: Place): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) omitNulls(item, place);
    return;
  }
  const object = value as Record<string, unknown>;
  if (place.omits) for (const name of Object.keys(object)) if (object[name] === null) delete object[name];
  for (const [name, inner] of place.below) omitNulls(object[name], inner);
}
