/** Words whose spelling differs from the one in names and paths. */
const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  crm: 'CRM',
  csv: 'CSV',
  doc: 'document',
  docs: 'documents',
  id: 'ID',
  ids: 'IDs',
  sms: 'SMS',
  url: 'URL',
  whatsapp: 'WhatsApp',
};

/** The words of a name or a path segment: `whatsappTemplate` and `whatsapp-template` are `WhatsApp template`. */
export function wordsOfName(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
  return words
    .map((word) => spellings[word] ?? word)
    .join(' ')
    .replace(/\bfollow up\b/, 'follow-up');
}

/** `a contact`, `an opportunity` */
export function withArticle(words: string): string {
  return `${/^([aeio]|un(?!i))/i.test(words) ? 'an' : 'a'} ${words}`;
}

/** A text with an upper-case letter at its start. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Values in code marks: `` `asc`, `desc` ``. */
export function inCode(values: readonly unknown[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

/** A text with a full stop at its end. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** `1 entry`, `2 entries`. */
export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`}`;
}
