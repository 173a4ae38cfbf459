/** What an input consists of, whichever document describes it. */
export type Shape =
  | { is: 'text'; format: string; values?: readonly string[] }
  | { is: 'other' }
  | { is: 'json'; list: boolean }
  | { is: 'list'; of: Shape }
  | { is: 'object'; name: string; fields: () => ReadonlyMap<string, Field> };

export interface Field {
  shape: Shape;
  required: boolean;
}

/** A valid value for a field of an input type, other than a text of its own. */
export type SampleOf = (field: string, owner: string) => unknown;

export type Path = readonly (string | number)[];

/** One place of an input that holds text, with everything around it that the input needs to be valid. */
export interface TextPlace {
  path: Path;
  /** The kind of text: `String`, `ID`, `DateTime`, …; `JSON` inside free JSON, `key` for a key of it. */
  format: string;
  around: (text: string) => unknown;
}

/** Every place for text in a value of this shape. */
export function textPlaces(shape: Shape, sample: SampleOf, field = '', owner = ''): TextPlace[] {
  switch (shape.is) {
    case 'text':
      return [{ path: [], format: shape.format, around: (text) => text }];
    case 'list':
      return textPlaces(shape.of, sample, field, owner).map((inner) => within(0, inner, (value) => [value]));
    case 'json':
      return shape.list
        ? jsonPlaces(sample(field, owner) ?? [{ key: 'text' }])
        : jsonPlaces(sample(field, owner) ?? { key: 'text' });
    case 'object':
      return [...shape.fields()].flatMap(([name, { shape: inner }]) =>
        textPlaces(inner, sample, name, shape.name).map((place) =>
          within(name, place, (value) => ({ ...(validOf(shape, sample) as object), [name]: value })),
        ),
      );
    case 'other':
      return [];
  }
}

/** The smallest valid value of a shape, and what `sample` adds to it. */
export function validOf(shape: Shape, sample: SampleOf, field = '', owner = ''): unknown {
  const given = sample(field, owner);
  if (given !== undefined) return given;
  if (shape.is === 'list') return [];
  if (shape.is === 'json') return shape.list ? [] : {};
  if (shape.is === 'text') return shape.values?.[0] ?? 'text';
  if (shape.is === 'other') return 1;
  const valid: Record<string, unknown> = {};
  for (const [name, { shape: inner, required }] of shape.fields()) {
    if (required) valid[name] = validOf(inner, sample, name, shape.name);
  }
  return { ...valid, ...(sample('*', shape.name) as object | undefined) };
}

function within(step: string | number, place: TextPlace, wrap: (value: unknown) => unknown): TextPlace {
  return { ...place, path: [step, ...place.path], around: (text) => wrap(place.around(text)) };
}

/** Each text of a JSON value, and the first key of each object that could have any. */
function jsonPlaces(value: unknown): TextPlace[] {
  if (typeof value === 'string') return [{ path: [], format: 'JSON', around: (text) => text }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      jsonPlaces(item).map((inner) => within(index, inner, (changed) => value.with(index, changed))),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const values = entries.flatMap(([name, inner]) =>
    jsonPlaces(inner).map((place) => within(name, place, (changed) => ({ ...value, [name]: changed }))),
  );
  const key: TextPlace = { path: [], format: 'key', around: (text) => ({ ...value, ...keyed(text) }) };
  return 'key' in value ? [...values, key] : values;
}

/** Also for `__proto__`, which is a key like any other in JSON. */
export function keyed(text: string): object {
  return Object.defineProperty({}, text, { value: 'keyed', enumerable: true }) as object;
}
