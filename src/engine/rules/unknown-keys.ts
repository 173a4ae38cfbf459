import type { z } from 'zod';

/** A key of node data that its schema does not have. */
export interface UnknownKey {
  /** The path of the object that has the key. */
  path: readonly (string | number)[];
  key: string;
  /** The keys that the object can have. */
  known: readonly string[];
}

/** The keys of an object with their schemas. */
interface Keys {
  known: ReadonlyMap<string, readonly z.core.$ZodType[]>;
  /** Whether it may have others, too. */
  open: boolean;
}

const deepest = 64;

/**
 * The keys of a value that its schema does not have, at any depth. An object that may have one of several forms may have the
 * keys of each form that its own `type`, or another discriminator, allows.
 */
export function unknownKeys(value: unknown, schema: z.core.$ZodType): UnknownKey[] {
  const found: UnknownKey[] = [];
  collect(value, [schema], [], found);
  return found;
}

function collect(
  value: unknown,
  schemas: readonly z.core.$ZodType[],
  path: readonly (string | number)[],
  found: UnknownKey[],
): void {
  if (typeof value !== 'object' || value === null || path.length > deepest) return;
  const forms = schemas.flatMap((schema) => formsOf(schema, value));
  if (Array.isArray(value)) {
    const elements = forms.flatMap((form) => (isA(form, 'array') ? [form._zod.def.element] : []));
    if (elements.length > 0) for (const [at, item] of value.entries()) collect(item, elements, [...path, at], found);
    return;
  }
  const keys = keysOf(forms);
  if (!keys) {
    collectValues(value, forms, path, found);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const schemasOfKey = keys.known.get(key);
    if (schemasOfKey) collect(inner, schemasOfKey, [...path, key], found);
    else if (!keys.open) found.push({ path, key, known: [...keys.known.keys()] });
  }
}

function collectValues(
  value: object,
  forms: readonly z.core.$ZodType[],
  path: readonly (string | number)[],
  found: UnknownKey[],
): void {
  const inners = forms.flatMap((form) => (isA(form, 'record') ? [form._zod.def.valueType] : []));
  if (inners.length !== forms.length) return;
  for (const [key, inner] of Object.entries(value)) collect(inner, inners, [...path, key], found);
}

/** The keys of all forms together; null for what is no object with known keys. */
function keysOf(forms: readonly z.core.$ZodType[]): Keys | null {
  const objects = forms.filter((form) => isA(form, 'object'));
  if (objects.length === 0 || forms.some((form) => isA(form, 'record') || isA(form, 'unknown') || isA(form, 'any')))
    return null;
  const keys = new Map<string, z.core.$ZodType[]>();
  for (const { _zod } of objects) {
    for (const [key, schema] of Object.entries(_zod.def.shape)) keys.set(key, [...(keys.get(key) ?? []), schema]);
  }
  return { known: keys, open: objects.some(({ _zod }) => _zod.def.catchall) };
}

/** A schema without what surrounds it; of the members of a union, those that the value may be. */
function formsOf(schema: z.core.$ZodType, value: object): z.core.$ZodType[] {
  if (isA(schema, 'pipe')) {
    const { in: from, out: to } = schema._zod.def;
    // What is converted first is described by the schema behind it.
    return formsOf(isA(from, 'transform') ? to : from, value);
  }
  if (isA(schema, 'union')) {
    const { options, discriminator } = schema._zod.def as {
      options: readonly z.core.$ZodType[];
      discriminator?: string;
    };
    const matching = discriminator ? options.filter((option) => hasLiteral(option, discriminator, value)) : [];
    return (matching.length > 0 ? matching : options).flatMap((option) => formsOf(option, value));
  }
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? formsOf(innerType, value) : [schema];
}

/** True for the member of a union whose literal the value has. */
function hasLiteral(option: z.core.$ZodType, discriminator: string, value: object): boolean {
  const literal = isA(option, 'object') ? option._zod.def.shape[discriminator] : undefined;
  const own = (value as Record<string, unknown>)[discriminator];
  return literal !== undefined && isA(literal, 'literal') && literal._zod.def.values.includes(own as string);
}

interface Kinds {
  object: z.core.$ZodObject;
  array: z.core.$ZodArray;
  record: z.core.$ZodRecord;
  union: z.core.$ZodUnion;
  pipe: z.core.$ZodPipe;
  transform: z.core.$ZodTransform;
  literal: z.core.$ZodLiteral;
  unknown: z.core.$ZodUnknown;
  any: z.core.$ZodAny;
}

function isA<Kind extends keyof Kinds>(schema: z.core.$ZodType, kind: Kind): schema is Kinds[Kind] {
  return schema._zod.def.type === kind;
}
