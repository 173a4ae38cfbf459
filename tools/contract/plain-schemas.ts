import { breaking, type ContractChange } from './change.js';
import type { Schema } from './document.js';
import { addedValue, type CompareBelow, type Keywords, namesOf, type Place, type Side } from './place.js';

/** What a schema without alternatives accepts. @param below compares properties and items */
export function comparePlain(
  old: Keywords,
  now: Keywords,
  side: Side,
  at: Place,
  below: CompareBelow,
): ContractChange[] {
  return [
    ...compareTypes(old, now, side, at),
    ...compareValues(old, now, side, at),
    ...compareTexts(old, now, side, at),
    ...(side === 'request' ? compareBounds(old, now, at) : []),
    ...compareProperties(old, now, side, at, below),
    ...compareOthers(old, now, side, at, below),
    ...(old.items !== undefined || now.items !== undefined ? below(schemaOf(old.items), schemaOf(now.items), at) : []),
  ];
}

const schemaOf = (value: unknown) => (value ?? true) as Schema;

/** The types besides null; null for all. */
function typesOf({ type }: Keywords): string[] | null {
  return type === undefined ? null : ([type].flat() as string[]).filter((one) => one !== 'null');
}

/** The first accepts a type that the second does not; null if it accepts no more than the second. */
function typeBeyond(wide: string[] | null, narrow: string[] | null): string | null {
  if (narrow === null) return null;
  if (wide === null) return 'any type';
  const fits = (type: string) => narrow.includes(type) || (type === 'integer' && narrow.includes('number'));
  return wide.find((type) => !fits(type)) ?? null;
}

function compareTypes(old: Keywords, now: Keywords, side: Side, at: Place): ContractChange[] {
  const [before, after] = [typesOf(old), typesOf(now)];
  const type = side === 'request' ? typeBeyond(before, after) : typeBeyond(after, before);
  if (type === null) return [];
  return [breaking(namesOf(at), side === 'request' ? `${type} is refused` : `it can be ${type}`)];
}

/** The values of a closed set, besides null. */
function valuesOf(schema: Keywords): unknown[] | null {
  const values = 'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
  return values?.filter((value) => value !== null) ?? null;
}

function compareValues(old: Keywords, now: Keywords, side: Side, at: Place): ContractChange[] {
  const [before, after] = [valuesOf(old), valuesOf(now)];
  if (side === 'request') {
    if (after === null) return [];
    if (before === null) return [breaking(namesOf(at), `only ${after.join(', ')} are accepted`)];
    const removed = before.filter((value) => !after.includes(value));
    return removed.map((value) => breaking([...namesOf(at), String(value)], 'the value is refused'));
  }
  if (before === null) return [];
  if (after === null) return [breaking(namesOf(at), 'it can have any value')];
  const added = after.filter((value) => !before.includes(value));
  if ('const' in old) return added.map(() => breaking(namesOf(at), 'its value has changed'));
  return added.map((value) => addedValue(at, value));
}

function compareTexts(old: Keywords, now: Keywords, side: Side, at: Place): ContractChange[] {
  const changes: ContractChange[] = [];
  const [wide, narrow] = side === 'request' ? [old, now] : [now, old];
  if (narrow.format !== undefined && wide.format !== narrow.format) {
    changes.push(breaking(namesOf(at), `the format is ${now.format ?? 'any'}`));
  }
  if (side === 'answer') return changes;
  const [before, after] = [patternsOf(old), patternsOf(now)];
  const isAdded = before.length > 0 && before.every((pattern) => after.includes(pattern));
  const added = after.filter((pattern) => !before.includes(pattern));
  const what = (pattern: string) => (isAdded ? `it must also match ${pattern}` : `the pattern is ${pattern}`);
  return [...changes, ...added.map((pattern) => breaking(namesOf(at), what(pattern)))];
}

/** What a text must match: `pattern`, and more of them below `allOf`. */
function patternsOf({ pattern, allOf = [] }: Keywords): string[] {
  const all = [pattern, ...(allOf as Keywords[]).map((one) => one.pattern)];
  return all.filter((one) => typeof one === 'string');
}

function withoutPatterns({ allOf, ...keywords }: Keywords): Keywords {
  const others = ((allOf ?? []) as Keywords[]).filter((one) => Object.keys(one).join() !== 'pattern');
  return others.length > 0 ? { ...keywords, allOf: others } : keywords;
}

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

/** Bounds of requests. Those of answers follow them, because answers show what was sent. */
function compareBounds(old: Keywords, now: Keywords, at: Place): ContractChange[] {
  const isNarrower = (name: string) => {
    const [before, after] = [old[name], now[name]] as (number | undefined)[];
    if (after === undefined) return false;
    if (before === undefined) return name.startsWith('max') || name.startsWith('exclusive') || after !== 0;
    return upper.includes(name) ? after < before : after > before;
  };
  return [...upper, ...lower]
    .filter(isNarrower)
    .map((name) => breaking(namesOf(at), `${name} is ${now[name]}${name in old ? `, before ${old[name]}` : ''}`));
}

function compareProperties(old: Keywords, now: Keywords, side: Side, at: Place, below: CompareBelow): ContractChange[] {
  const before = (old.properties ?? {}) as Record<string, Schema>;
  const after = (now.properties ?? {}) as Record<string, Schema>;
  const [needed, needs] = [old.required, now.required].map((names) => new Set((names ?? []) as string[]));
  const place = (name: string) => ({ ...at, path: [...at.path, name] });
  const changes = Object.entries(before).flatMap(([name, schema]) => {
    const found = after[name];
    if (found === undefined) return [breaking(namesOf(place(name)), 'it was removed')];
    return below(schema, found, place(name));
  });
  const required =
    side === 'request'
      ? [...(needs ?? [])].filter((name) => !needed?.has(name))
      : [...(needed ?? [])].filter((name) => name in after && !needs?.has(name));
  const what = side === 'request' ? 'it is required' : 'it can be missing';
  return [...changes, ...required.map((name) => breaking(namesOf(place(name)), what))];
}

const annotations = ['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'];
const compared = [...upper, ...lower, ...annotations].concat(
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'oneOf',
  'anyOf',
);

/** Other fields of an object, defaults, and keywords of which only is known whether they differ. */
function compareOthers(old: Keywords, now: Keywords, side: Side, at: Place, below: CompareBelow): ContractChange[] {
  const changes: ContractChange[] = [];
  const [before, after] = [schemaOf(old.additionalProperties), schemaOf(now.additionalProperties)];
  if (side === 'request' && before !== false && after === false) {
    changes.push(breaking(namesOf(at), 'other fields are refused'));
  } else if (before !== false && after !== false) {
    changes.push(...below(before, after, { ...at, path: [...at.path, '*'] }));
  }
  if (side === 'request' && 'default' in old && !isSame(old.default, now.default)) {
    changes.push(breaking(namesOf(at), `the default is ${JSON.stringify(now.default) ?? 'none'}`));
  }
  const [known, present] = [withoutPatterns(old), withoutPatterns(now)];
  const isOther = (name: string) => !compared.includes(name) && !name.startsWith('x-');
  const others = Object.keys({ ...known, ...present }).filter(isOther);
  const narrowing =
    side === 'request' ? others.filter((name) => name in present) : others.filter((name) => name in known);
  return [
    ...changes,
    ...narrowing
      .filter((name) => !isSame(known[name], present[name]))
      .map((name) => breaking(namesOf(at), `${name} has changed`)),
  ];
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
