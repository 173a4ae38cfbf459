/** A JSON Schema, as far as it has texts. */
interface Described {
  description?: string | undefined;
  /** What the field is called; without it the name is shown as words. */
  title?: string | undefined;
  [part: string]: unknown;
}

/** What is translated: English texts, and names of fields. */
export interface Words {
  texts: Readonly<Record<string, string>>;
  fieldNames: Readonly<Record<string, string>>;
}

interface NodeTexts {
  title: string;
  description?: string;
  fields?: unknown;
  presets?: readonly { title: string }[];
}

/** A type of node in another language. What has no translation stays English, so that it is seen. */
export function translateNode<Type extends NodeTexts>(type: Type, words: Words): Type {
  const { title, description, fields, presets } = type;
  return {
    ...type,
    title: words.texts[title] ?? title,
    ...(description !== undefined && { description: words.texts[description] ?? description }),
    ...(fields !== undefined && { fields: translateSchema(fields, words) }),
    ...(presets && { presets: presets.map((one) => ({ ...one, title: words.texts[one.title] ?? one.title })) }),
  };
}

/** The schema of fields with their names and descriptions in another language. */
export function translateSchema<Schema>(schema: Schema, words: Words): Schema {
  if (Array.isArray(schema)) return schema.map((one) => translateSchema(one, words)) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { description, properties, ...rest } = schema as Described;
  const nested = Object.entries(rest).filter(([, value]) => typeof value === 'object');
  return {
    ...rest,
    ...Object.fromEntries(nested.map(([name, value]) => [name, translateSchema(value, words)])),
    ...(description !== undefined && { description: words.texts[description] ?? description }),
    ...(properties !== undefined && { properties: named(properties as Record<string, Described>, words) }),
  } as Schema;
}

const named = (properties: Readonly<Record<string, Described>>, words: Words) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const title = words.fieldNames[name];
      return [name, { ...translateSchema(schema, words), ...(title && { title }) }];
    }),
  );
