const placeholder = /\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g;

/**
 * Replaces placeholders such as `{{contact.name}}` with their values; a placeholder without a value becomes empty.
 * @param write escapes a value for the format of the text, for example HTML
 */
export function fillText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  write: (value: string) => string = (value) => value,
): string {
  return text.replace(placeholder, (_, path: string) => write(asText(valueAt(values, path.split('.')))));
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
