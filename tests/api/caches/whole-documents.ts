import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** Arguments of fields that need some, and of fields with an answer for each. */
const given: Readonly<Record<string, string>> = {
  'Workspace.search': 'q: "a"',
  'Workspace.auditLog': 'sortOrder: asc',
};
/** What differs each time it is read: reads of exports are audited themselves, and test calls expire. */
const momentary = ['Flow.testCalls', 'FlowFile.exportedAt', 'Workspace.auditLogExport', 'Workspace.cursor'];
/** What costs too much to be read of each of several workspaces: it is read of one. */
const ofOne = ['Workspace.nodeTypes'];
/** Objects whose parts nobody reads one by one. */
const together = ['SearchResult', 'NodeType'];
/** The limits of lists by their depth: each another one, at least two. */
const limits = [5, 3, 4, 2];
/** How many objects deep a document reads below an item of a list. */
const depthOfItems = 2;

/**
 * Documents that together read every field of a workspace that needs no ID, with all values of its objects and of those
 * below them. Objects without an ID of their own, such as `usage`, are read in parts, as the pages of a dashboard do.
 */
export function wholeDocuments(schema: GraphQLSchema): string[] {
  const fields = Object.values((schema.getType('Workspace') as GraphQLObjectType).getFields());
  const readable = fields.filter((field) => isReadable('Workspace', field));
  const parts = readable.flatMap((field) => partsOf('Workspace', field));
  const inWorkspace = parts.map(
    (part) => `($workspaceId: ID!) { workspace(id: $workspaceId) { __typename id ${part} } }`,
  );
  const own = ['me', 'workspaces', 'sessions', 'creditRates', 'capabilities', 'nodeTypes'];
  const query = schema.getQueryType()?.getFields() ?? {};
  const besides = own.map((name) => `{ ${selected('Query', query[name] as Field, 1)} }`);
  return [...inWorkspace, ...besides].map((document, index) => `query Part${index} ${document}`);
}

/** A document that reads all values of some records of a type. */
export function nodesDocument(type: GraphQLObjectType): string {
  return `query Nodes${type.name} ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on ${type.name} { ${valuesOf(type, 1)} } } }`;
}

function isReadable(parent: string, field: Field): boolean {
  const name = `${parent}.${field.name}`;
  if (momentary.includes(name)) return false;
  return given[name] !== undefined || !field.args.some(isRequiredArgument);
}

/** A field in parts, if its object has neither an ID nor items: the values, and each of the objects in it. */
function partsOf(parent: string, field: Field): string[] {
  const type = getNamedType(field.type);
  const isPart = isObjectType(type) && !type.getInterfaces().some(({ name }) => name === 'Node');
  if (!isPart || 'items' in type.getFields() || together.includes(type.name))
    return [selected(parent, field, depthOfItems + 1)];
  const id = 'id' in type.getFields() ? 'id ' : '';
  const inner = Object.values(type.getFields()).filter((one) => isReadable(type.name, one));
  const values = inner.filter((one) => isLeafType(getNamedType(one.type)));
  const objects = inner.filter((one) => !values.includes(one));
  const parts = [values, ...objects.map((one) => [one])].filter(({ length }) => length > 0);
  return parts.map((part) => {
    const selection = part.map((one) => selected(type.name, one, depthOfItems)).join(' ');
    return `${called(parent, field, depthOfItems)} { __typename ${id}${selection} }`;
  });
}

/**
 * A field with the arguments that it needs. Lists of another depth have another limit, because they are read with other
 * fields: a cache keeps only the last of two selections of one page.
 */
function called(parent: string, field: Field, depth: number): string {
  const limit = field.args.some(({ name }) => name === 'limit') ? [`limit: ${limits[depth]}`] : [];
  const own = given[`${parent}.${field.name}`];
  const args = [...limit, ...(own ? [own] : [])];
  return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
}

function selected(parent: string, field: Field, depth: number): string {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return called(parent, field, depth);
  if (isInterfaceType(type) || isUnionType(type)) return `${called(parent, field, depth)} { __typename }`;
  return `${called(parent, field, depth)} { ${valuesOf(type as GraphQLObjectType, depth)} }`;
}

/** All values of an object and of its parts, always the same, and of other objects in it down to a depth. */
function valuesOf(type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      isReadable(type.name, field) && !ofOne.includes(`${type.name}.${field.name}`) && (depth > 0 || isEmbedded(field)),
  );
  const values = fields.map((field) => selected(type.name, field, isEmbedded(field) ? 1 : depth - 1));
  return ['__typename', ...values].join(' ');
}

/** Whether a field is a value, or a part without an ID, which a cache keeps as one value. */
function isEmbedded(field: Field): boolean {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return true;
  return isObjectType(type) && !('id' in type.getFields()) && !('items' in type.getFields());
}
