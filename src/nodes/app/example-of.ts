import type { Connector, ConnectorAction, ConnectorTrigger, Fields } from './connector-file.js';

/** Data for a new node: the required fields, and those that have an example. */
export function exampleOf(
  { title, fields }: Connector,
  operation: Pick<ConnectorAction | ConnectorTrigger, 'fields'>,
): Record<string, unknown> {
  const all: Fields = { ...fields, ...operation.fields };
  const shown = Object.entries(all).filter(([, one]) => one.required || one.example !== undefined);
  return {
    connection: title,
    ...Object.fromEntries(shown.map(([name, one]) => [name, one.example ?? placeholderOf(one)])),
  };
}

function placeholderOf({ type, options = [] }: Fields[string]): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'choice':
      return options[0];
    case 'json':
      return {};
    case 'list':
      return ['example'];
    case 'datetime':
      return '2026-01-05T09:00:00Z';
    case 'url':
      return 'https://example.com';
    case 'string':
      return 'example';
  }
}
