import { z } from 'zod';
import { nodePolicies } from '../../../../engine/index.js';
import { describeNode, type NodeType, nodeTypes } from '../../../../nodes/index.js';
import type { JsonForm } from '../../../../platform/graphql/json-form.js';
import { graphDescriptions } from './graph-descriptions.js';

/*
 * Nodes and edges as OpenAPI describes them, from the catalogue. A draft may hold any type, and any data: the last form of
 * a node, and of its data, is an open one, so the others say what a type accepts and refuse nothing.
 */

type Schema = Readonly<Record<string, unknown>>;

/** Longer IDs would not fit an idempotency key, nor an index. */
export const maxIdLength = 200;

const name = { type: 'string', minLength: 1, maxLength: maxIdLength };
const handle = { type: ['string', 'null'] };
const openObject = { type: 'object', additionalProperties: true };
const refer = (to: string) => ({ $ref: `#/components/schemas/${to}` });

/** What types of nodes that come with a connection, with an import or with a package begin with. */
const otherTypes = ['app.', 'import.'];

/** The types that every server has in its document. Those of services come and go. */
const described = nodeTypes.filter(({ category }) => category !== 'app');

export const flowNodeForm: JsonForm = {
  name: 'FlowNode',
  components: () => ({
    FlowNode: {
      description: graphDescriptions.node,
      anyOf: [...described.map(({ type }) => refer(nodeName(type))), refer('OtherFlowNode')],
    },
    OtherFlowNode: nodeSchema(
      'A node of a type that the catalogue of this server does not have, or of any type as a draft may hold it.',
      { ...name, 'x-prefixes': otherTypes, description: 'The type of the node.' },
      { ...openObject, description: graphDescriptions.data },
    ),
    FlowNodePosition: {
      type: 'object',
      description: graphDescriptions.position,
      properties: {
        x: { type: 'number', description: graphDescriptions.x },
        y: { type: 'number', description: graphDescriptions.y },
      },
      required: ['x', 'y'],
      additionalProperties: false,
    },
    FlowNodeRetry: { ...retry, description: policies.retry?.description },
    ...Object.assign({}, ...described.map(componentsOf)),
  }),
};

export const flowEdgeForm: JsonForm = {
  name: 'FlowEdge',
  components: () => ({
    FlowEdge: {
      type: 'object',
      description: graphDescriptions.edge,
      properties: {
        id: { ...name, description: graphDescriptions.edgeId },
        source: { ...name, description: graphDescriptions.source },
        target: { ...name, description: graphDescriptions.target },
        sourceHandle: { ...handle, description: graphDescriptions.sourceHandle },
        targetHandle: { ...handle, description: graphDescriptions.targetHandle },
      },
      required: ['id', 'source', 'target'],
      additionalProperties: true,
    },
  }),
};

const { properties: policies = {} } = z.toJSONSchema(nodePolicies, { io: 'input' }) as {
  properties?: Record<string, { description?: string; anyOf?: Schema[] }>;
};
const [retry] = policies.retry?.anyOf ?? [];

/** What the data of every node accepts besides the fields of its type. */
const common: Readonly<Record<string, Schema>> = {
  ...policies,
  retry: { anyOf: [refer('FlowNodeRetry'), { type: 'null' }] },
};

function componentsOf(node: NodeType): Record<string, Schema> {
  const { type, title, fields } = describeNode(node);
  const own = nodeName(type);
  const data = { anyOf: [refer(`${own}Data`), openObject], description: graphDescriptions.data };
  return {
    [own]: nodeSchema(`A node of the type \`${type}\`: ${title}.`, { type: 'string', const: type }, data),
    [`${own}Data`]: {
      ...plain(fields),
      description: `The data of a node of the type \`${type}\`. Each field can also be a text with expressions.`,
      properties: { ...common, ...(fields.properties as object) },
    },
  };
}

function nodeSchema(description: string, type: Schema, data: Schema): Schema {
  return {
    type: 'object',
    description,
    properties: {
      id: { ...name, description: graphDescriptions.nodeId },
      type: { description: graphDescriptions.type, ...type },
      position: refer('FlowNodePosition'),
      data,
      pinnedData: { description: graphDescriptions.pinnedData },
    },
    required: ['id', 'type'],
    additionalProperties: true,
  };
}

/** A schema of a node's data for a document: it must be complete in itself. @throws Error for one with definitions */
function plain({ $schema: _, ...schema }: Record<string, unknown>): Schema {
  if ('$defs' in schema) throw new Error('The fields of a node must have a schema without definitions.');
  return schema;
}

/** `LogicIfNode` for `logic.if`. */
function nodeName(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Node`;
}
