import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLArgument, type GraphQLInputField, isInputObjectType, isObjectType } from 'graphql';
import type { Target } from '../naughty/operation.js';
import type { Ids } from '../naughty/world.js';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));

/** The names of arguments and input fields with the type ID. */
const idNames = new Set(
  Object.values(schema.getTypeMap())
    .flatMap((type): (GraphQLArgument | GraphQLInputField)[] => {
      if (isInputObjectType(type)) return Object.values(type.getFields());
      return isObjectType(type) ? Object.values(type.getFields()).flatMap((field) => field.args) : [];
    })
    .filter(({ type }) => /\bID\b/.test(String(type)))
    .map(({ name }) => name),
);

/** Places with names of IDs that refer to no record, and what they hold. */
const others: readonly [RegExp, string][] = [
  [/(nodes|edges|steps|stages)\[\d\]\.id$|(body|input)\.id$/, 'an ID that the caller chooses inside of a record'],
  [
    /\b(nodeId|startNodeId|untilNodeId|stageId)(\.(eq|in\[\d\]))?$/,
    'an ID that the caller has chosen inside of another record',
  ],
  [/\bafter$/, 'a position between own records'],
  [/\bfilter\.(.+\.)?ne$/, 'what records do not have: the others of the own list, some of which change by themselves'],
  [/\bauth\.clientId$/, 'an ID that another service has given'],
  [/\btargetId$/, 'an ID that the caller has tried before: the own audit log is searched for it'],
];

/** Whether a place of a request holds the ID of a record, by its type or its name. */
export function isIdPlace({ name, format }: Target): boolean {
  const field = fieldOf(name);
  if (others.some(([places]) => places.test(name))) return false;
  return format === 'ID' || idNames.has(field) || /^ids?$|Ids?$/.test(field);
}

/** What names of places hold that do not say it. */
const meanings: Readonly<Record<string, string>> = { assignedto: 'userid', createdby: 'userid', actor: 'userid' };

/**
 * The IDs to try in a place: of the kinds that its name may mean, of the kind that its operation lists where the name is `id`
 * or `ids`, else one of each kind.
 */
export function idsFor(place: string, ids: Ids, operation = ''): string[] {
  const field = fieldOf(place).replace(/s$/, '').toLowerCase();
  const known = Object.entries(ids).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const name = field === 'id' ? listedBy(operation) : (meanings[field] ?? field);
  const fitting = known.filter(([kind]) => name.length > 2 && areAlike(name, kind.toLowerCase()));
  return [...new Set((fitting.length > 0 ? fitting : known).map(([, id]) => id))];
}

/** `Workspace.contacts`, `changeManyContacts` and `POST /workspaces/{workspaceId}/contacts/bulk` list a `contactid`. */
function listedBy(operation: string): string {
  const [last = ''] = /[A-Za-z]+$/.exec(operation.replace(/\/bulk$/, '').replace(/^changeMany/, '')) ?? [];
  return `${last.replace(/ies$/, 'y').replace(/s$/, '')}id`.toLowerCase();
}

/** `errorFlowId` holds a `flowId`, `templateId` an `emailTemplateId` too. */
function areAlike(name: string, kind: string): boolean {
  return name.endsWith(kind) || kind.endsWith(name);
}

/** The field that holds it, or that a filter compares with it. */
function fieldOf(place: string): string {
  return (
    place
      .replace(/\[\d+\]/g, '')
      .replace(/\.(eq|in)$/, '')
      .split('.')
      .at(-1) ?? ''
  );
}
