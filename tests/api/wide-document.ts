import { type GraphQLSchema, getNamedType, isLeafType, isObjectType } from 'graphql';

const types = new Set([
  'Contact',
  'Conversation',
  'Opportunity',
  'Pipeline',
  'CalendarEvent',
  'Message',
  'Member',
  'PipelineStage',
  'Agent',
  'Flow',
]);

/**
 * A document of a few kilobytes that spreads out to tens of thousands of fields: one fragment for each type and depth, with
 * every field without arguments of its own, each list of one. Within the limits of depth, aliases, tokens and cost.
 * @param depth levels of fields
 */
export function wideDocument(schema: GraphQLSchema, depth: number): string {
  const fragments = new Map<string, string>();
  const write = (typeName: string, level: number): string => {
    const name = `${typeName}_${level}`;
    if (fragments.has(name)) return name;
    fragments.set(name, '');
    const type = schema.getType(typeName);
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    const selected = fields.flatMap((field) => {
      const of = getNamedType(field.type);
      if (field.args.some(({ type: argument }) => String(argument).endsWith('!'))) return [];
      if (isLeafType(of)) return of.name.startsWith('JSON') ? [] : [field.name];
      const inner = isObjectType(of) ? of.getFields() : {};
      const item = inner.items && inner.pagination ? getNamedType(inner.items.type) : null;
      const at = level + (item ? 2 : 1);
      const to = item ?? of;
      if (at > depth || !types.has(to.name)) return [];
      const one = field.args.some(({ name: argument }) => argument === 'limit') ? '(limit: 1)' : '';
      const spread = `...${write(to.name, at)}`;
      return [`${field.name}${one} { ${item ? `items { ${spread} }` : spread} }`];
    });
    fragments.set(name, `fragment ${name} on ${typeName} { ${selected.join(' ')} }`);
    return name;
  };
  const root = write('Workspace', 0);
  return `query ($id: ID!) { workspace(id: $id) { ...${root} } } ${[...fragments.values()].join(' ')}`;
}
