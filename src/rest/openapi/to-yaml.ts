/** Texts that YAML reads as themselves without quotes. */
const plain = /^[A-Za-z$/_][\w$/.{}-]*(?: [\w$/.{}()-]+)*$/;
/** Texts that YAML, in any of its versions, reads as something else. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** A JSON value as YAML: the same document, in blocks. Texts that could be read in two ways are quoted as in JSON. */
export function toYaml(value: unknown): string {
  return `${block(value, '').trimStart()}\n`;
}

/** The value as it stands behind a key or a dash, with the space or line feed before it. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `\n${indent}-${block(item, `${indent}  `)}`).join('');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    if (entries.length > 0)
      return entries.map(([key, one]) => `\n${indent}${scalar(key)}:${block(one, `${indent}  `)}`).join('');
  }
  return ` ${scalar(value)}`;
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  return plain.test(value) && !reserved.test(value) ? value : JSON.stringify(value);
}
