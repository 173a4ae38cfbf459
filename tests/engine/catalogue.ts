import { z } from 'zod';
import type { Graph, GraphEdge, GraphNode, NodeCatalogue, NodeData, NodeShape } from '../../src/engine/index.js';

/** A small catalogue for tests, with one node type of each kind that the engine distinguishes. */
const shapes: NodeShape[] = [
  shape({ type: 'trigger.manual', trigger: 'manual', sourceHandles: ['out'] }),
  shape({
    type: 'trigger.schedule',
    trigger: 'schedule',
    sourceHandles: ['out'],
    fields: z.object({
      cron: z.string().regex(/^\S+( \S+){4}$/, 'Write five fields, as in "0 8 * * 1".'),
      timezone: z.string().optional(),
      overlap: z.string().optional(),
    }),
  }),
  shape({ type: 'task', sourceHandles: ['out'], sinks: { text: 'uses', auth: 'uses', password: 'uses' } }),
  shape({ type: 'risky', sourceHandles: ['out'], errorHandle: true, effects: true }),
  shape({ type: 'if', sourceHandles: ['true', 'false'], decides: true }),
  shape({
    type: 'any',
    sourceHandles: ['out'],
    joins: () => 1,
    cancelsLosers: ({ cancelLosers }) => cancelLosers === true,
  }),
  shape({ type: 'two', sourceHandles: ['out'], joins: () => 2, cancelsLosers: () => true }),
  shape({ type: 'stop', sourceHandles: [] }),
  shape({ type: 'exit', exits: true, sourceHandles: ['event'] }),
  shape({ type: 'loop', sourceHandles: ['item', 'done'], targetHandles: ['in', 'next', 'break'] }),
  shape({ type: 'switch', sourceHandles: (data) => [...caseIds(data).map((id) => `case:${id}`), 'default'] }),
  shape({ type: 'set', sourceHandles: ['out'] }),
  shape({ type: 'each', sourceHandles: ['out'], verbatim: { by: 'each' } }),
  shape({
    type: 'code',
    sourceHandles: ['out'],
    fields: z.object({ expression: z.string(), source: z.string().optional() }),
    verbatim: { expression: 'cel', source: 'code' },
    nodesNamed: ({ source }) => ({ field: 'source', names: `${source ?? ''}`.match(/(?<=\$\(')[^']*/g) ?? [] }),
  }),
  shape({
    type: 'mail',
    sourceHandles: ['sent', 'failed'],
    effects: true,
    fields: z.object({
      to: z.string().min(1),
      copies: z.int().max(9).optional(),
      urgent: z.boolean().optional(),
      mode: z.enum(['text', 'html']).optional(),
      tags: z.array(z.string().min(2)).optional(),
      headers: z
        .array(z.object({ name: z.string().min(1), value: z.union([z.string().max(5), z.number()]) }))
        .optional(),
      one: z
        .union([z.object({ kind: z.literal('a'), size: z.number() }), z.object({ kind: z.literal('b') })])
        .optional(),
    }),
  }),
  shape({
    type: 'trigger.tool',
    trigger: 'ai_tool',
    sourceHandles: ['out'],
    fields: z.object({ toolName: z.string() }),
  }),
  shape({ type: 'trigger.event', trigger: 'crm_event', sourceHandles: ['out'] }),
  shape({ type: 'call', sourceHandles: ['out'], references: { flowId: { name: 'flow', label: 'flow' } } }),
  shape({
    type: 'deal',
    sourceHandles: ['out'],
    references: { pipelineId: { name: 'pipeline', label: 'pipeline' } },
    causes: ['deal.created'],
  }),
  shape({
    type: 'tag',
    sourceHandles: ['out'],
    causes: ({ mode }) => [mode === 'remove' ? 'tag.removed' : 'tag.added'],
  }),
  shape({
    type: 'wait',
    sourceHandles: ['event', 'timeout'],
    fields: z.object({ timeoutMinutes: z.number().optional() }),
  }),
];

export const catalogue: NodeCatalogue = new Map(shapes.map((one) => [one.type, one]));

type Partially = Pick<NodeShape, 'type' | 'sourceHandles'> & Partial<NodeShape>;

function shape(given: Partially): NodeShape {
  return { title: given.type, category: 'logic', description: '', fields: z.looseObject({}), effects: false, ...given };
}

function caseIds({ cases }: NodeData): string[] {
  return (cases as { id: string }[]).map(({ id }) => id);
}

export function node(id: string, type = 'task', data: NodeData = {}): GraphNode {
  return { id, type, position: { x: 0, y: 0 }, data };
}

/** An edge from text: `a.true>b`, `body>loop.next`, `a>b`. Its ID is the text. */
export function edge(text: string): GraphEdge {
  const [source, target] = text.split('>').map(end);
  return {
    id: text,
    source: source?.node ?? '',
    target: target?.node ?? '',
    ...(source?.handle !== undefined && { sourceHandle: source.handle }),
    ...(target?.handle !== undefined && { targetHandle: target.handle }),
  };
}

function end(text: string): { node: string; handle: string | undefined } {
  const dot = text.indexOf('.');
  return dot < 0 ? { node: text, handle: undefined } : { node: text.slice(0, dot), handle: text.slice(dot + 1) };
}

/** A graph from nodes and edges, the edges as one text: `t>a a.true>b`. */
export function graphOf(nodes: GraphNode[], edges = ''): Graph {
  return { nodes, edges: edges.split(/\s+/).filter(Boolean).map(edge) };
}
