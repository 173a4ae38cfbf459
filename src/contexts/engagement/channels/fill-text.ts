/** Whatever stands between double braces; the length keeps the search linear. */
const placeholder = /\{\{([^{}]{0,200})\}\}/g;

/** The names in the placeholders of a text, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim()))];
}

/**
 * Replaces placeholders such as `{{contact.name}}` with their values; a placeholder without a value becomes empty. Names
 * are compared without case and without surrounding spaces: `{{city}}` takes the value of `City`.
 * @param write escapes a value for the format of the text, for example HTML
 */
export function fillText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  write: (value: string) => string = (value) => value,
): string {
  return text.replace(placeholder, (_, path: string) => write(asText(valueAt(values, path.trim()))));
}

/** The form in which names of fields are compared. */
export function foldName(name: string): string {
  return name.trim().toLowerCase();
}

/** The value of a key, or else of the key before one of the dots and the path behind it. */
function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = keyOf(value, path);
  if (found !== undefined) return (value as Record<string, unknown>)[found];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const key = keyOf(value, path.slice(0, dot));
    if (key !== undefined) return valueAt((value as Record<string, unknown>)[key], path.slice(dot + 1));
  }
  return undefined;
}

function keyOf(value: object, name: string): string | undefined {
  if (Object.hasOwn(value, name)) return name;
  return Object.keys(value).find((key) => foldName(key) === foldName(name));
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
