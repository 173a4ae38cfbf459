import type { z } from 'zod';
import type { NodeData } from './graph.js';

export const triggerTypes = ['manual', 'webhook', 'schedule', 'ai_tool', 'crm_event', 'voice_call'] as const;
export type TriggerType = (typeof triggerTypes)[number];

export const nodeCategories = [
  'trigger',
  'logic',
  'flow',
  'data',
  'http',
  'ai',
  'message',
  'wait',
  'crm',
  'voice',
] as const;
export type NodeCategory = (typeof nodeCategories)[number];

/** A kind of records of the workspace that node data can name by id. */
export interface RecordKind {
  /** Its name in the references of a flow and in exported files: `voiceAgent`. */
  name: string;
  /** Its name in messages: `voice agent`. */
  label: string;
  /** Something else may stand in the place of an id: text that is no UUID is not looked up. */
  byIdOnly?: false;
}

/**
 * What the engine must know of a node type to validate graphs and to walk them. What a node does when it runs is
 * not the engine's business: see `nodes/define-node.ts`, which extends this.
 */
export interface NodeShape {
  /** The name in the graph, as `logic.if`. */
  type: string;
  title: string;
  category: NodeCategory;
  description: string;
  /** The fields of `data` that are the type's own. Text fields may hold `{{ expressions }}`. */
  fields: z.ZodObject;
  /** Fields of `data` that are no templates: one bare CEL expression, or code. They reach the node as they are. */
  verbatim?: Readonly<Record<string, 'cel' | 'code'>>;
  /** Set on triggers only: the `settings.triggerType` the node stands for. A trigger has no target handle. */
  trigger?: TriggerType;
  /** Target handles; `['in']` when left out, none for triggers. */
  targetHandles?: readonly string[];
  /** Source handles without `error`: fixed, or from the node's data (a switch has one for each case). */
  sourceHandles: readonly string[] | ((data: NodeData) => readonly string[]);
  /** Marked *+e* in the catalogue: has the source handle `error` too. */
  errorHandle?: boolean;
  /** `any`: the first arrival starts the node; a node without it waits for every branch that can still arrive. */
  joins?: (data: NodeData) => 'all' | 'any';
  /** Fields of `data` that name a record of the workspace, and its kind. */
  references?: Readonly<Record<string, RecordKind>>;
  /** Fields of `data`, as `auth.secretName`, that hold the name of a secret itself, not an expression that reads it. */
  secretNames?: readonly string[];
  /** The types of CRM events that running it brings about. */
  causes?: readonly string[] | ((data: NodeData) => readonly string[]);
  /** True where running it changes or asks anything outside the process: its step is written before it starts. */
  effects: boolean;
  /** True where it takes longer than a tick of the event loop although it has no effects: it is written first as well. */
  slow?: boolean;
}

/** The node types there are, by `type`. */
export type NodeCatalogue = ReadonlyMap<string, NodeShape>;
