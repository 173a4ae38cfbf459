import { parse, print } from 'graphql';
import { shownFields } from './encrypted-fields.js';
import { filterArgs } from './filter-args.js';
import { type AnyRecord, idNameOf, lowerFirst, offers, type ResolvedField } from './record-definition.js';
import { sortKeyEnum } from './record-enums.js';

/** The GraphQL operations that the REST routes of a record run, as text for codegen. */
export function recordOperations(record: AnyRecord): string {
  return print(parse(operationTexts(record).join('\n')));
}

function operationTexts(record: AnyRecord): string[] {
  const { name, plural, parent } = record;
  const id = idNameOf(record);
  const [declare, pass] = parent ? [`$${parent.field}: ID!, `, `${parent.field}: $${parent.field}, `] : ['', ''];
  const fields = `...${name}Fields`;
  const listArgs = listArguments(record);
  return [
    `fragment ${name}Fields on ${name} { ${selectionOf(record)} }`,
    offers(record, 'list') &&
      `query List${plural}($workspaceId: ID!, ${declare}${listArgs.map(([arg, type]) => `$${arg}: ${type}`).join(', ')}) {
        workspace(id: $workspaceId) {
          ${lowerFirst(plural)}(${pass}${listArgs.map(([arg]) => `${arg}: $${arg}`).join(', ')}) {
            items { ${fields} } pagination { page limit total totalPages nextCursor }
          }
        }
      }`,
    offers(record, 'find') &&
      `query Get${name}($workspaceId: ID!, ${declare}$${id}: ID!) {
        workspace(id: $workspaceId) { ${lowerFirst(name)}(${pass}id: $${id}) { ${[fields, ...resolvedOf(record, true)].join(' ')} } }
      }`,
    offers(record, 'create') &&
      `mutation Create${name}($workspaceId: ID!, ${declare}$input: Create${name}Input!) {
        create${name}(workspaceId: $workspaceId, ${pass}input: $input) { ${fields} }
      }`,
    offers(record, 'update') &&
      `mutation Update${name}($workspaceId: ID!, ${declare}$${id}: ID!, $input: Update${name}Input!, $ifUnmodifiedSince: DateTime) {
        update${name}(workspaceId: $workspaceId, ${pass}${id}: $${id}, input: $input, ifUnmodifiedSince: $ifUnmodifiedSince) { ${fields} }
      }`,
    offers(record, 'delete') &&
      `mutation Delete${name}($workspaceId: ID!, ${declare}$${id}: ID!, $ifUnmodifiedSince: DateTime) {
        delete${name}(workspaceId: $workspaceId, ${pass}${id}: $${id}, ifUnmodifiedSince: $ifUnmodifiedSince) { id: deletedId }
      }`,
  ].filter((text) => text !== false);
}

function listArguments(record: AnyRecord): [string, string][] {
  const own = filterArgs(record).map(([name, type]): [string, string] => [
    name,
    'name' in type && typeof type !== 'function' ? type.name : type === Boolean ? 'Boolean' : 'String',
  ]);
  const order: [string, string][] = [
    ['sortBy', sortKeyEnum(record).name],
    ['sortOrder', 'SortOrder'],
  ];
  const filter: [string, string][] = [
    ['filter', `${record.name}FilterInput`],
    ['ids', '[ID!]'],
  ];
  return [['page', 'Int'], ['cursor', 'String'], ['limit', 'Int'], ...order, ...own, ...filter];
}

function selectionOf(record: AnyRecord): string {
  return [
    'id',
    'workspaceId',
    ...shownFields(record).map(selected),
    ...resolvedOf(record, false),
    'createdAt',
    'updatedAt',
  ].join(' ');
}

/** The selections of fields with a resolver: those of single records only, or those of every answer. */
function resolvedOf({ resolved = {}, fields: own }: AnyRecord, findOnly: boolean): string[] {
  const fields = Object.entries(resolved as Record<string, ResolvedField>).filter(([name]) => !(name in own));
  return fields.filter(([, field]) => (field.findOnly ?? false) === findOnly).map(selected);
}

function selected([name, { subfields }]: [string, { subfields?: readonly string[] }]): string {
  return subfields ? `${name} { ${subfields.join(' ')} }` : name;
}
