/**
 * Converts a query parameter to the type of its variable. A list is separated by commas, or the parameter is repeated; for
 * other types the last value counts. An empty optional parameter counts as not sent, but an empty list of IDs is one: a caller
 * without records must not get all of them. Text that does not match the type
 * stays text, so that the schema rejects it by name.
 * @param type in SDL: `Int`, `[String!]`, `DateTime!`
 */
export function convertQueryValue(sent: string | string[] | undefined, type: string): unknown {
  if (sent === undefined) return undefined;
  const optional = !type.endsWith('!');
  const bare = optional ? type : type.slice(0, -1);
  if (bare.startsWith('[')) {
    const item = bare.slice(1, -1).replace(/!$/, '');
    const parts = (typeof sent === 'string' ? sent : sent.join(','))
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return optional && parts.length === 0 && item !== 'ID' ? undefined : parts.map((part) => convertText(part, item));
  }
  const text = typeof sent === 'string' ? sent : (sent.at(-1) ?? '');
  return optional && text === '' ? undefined : convertText(text, bare);
}

const integer = /^[+-]?\d{1,15}$/;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function convertText(text: string, type: string): unknown {
  if (type === 'Int') return integer.test(text) ? Number(text) : text;
  if (type === 'Float') return decimal.test(text) ? Number(text) : text;
  if (type === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
