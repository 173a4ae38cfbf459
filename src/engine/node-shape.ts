import type { z } from 'zod';
import type { HtmlFields, Sink } from './expressions/index.js';
import type { NodeData } from './graph.js';

export const triggerTypes = [
  'manual',
  'webhook',
  'form',
  'schedule',
  'ai_tool',
  'crm_event',
  'voice_call',
  'execution_failed',
  'poll',
  'feed',
  'page_change',
  'app',
] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** Where the addresses of steps begin. */
export type NodeAddress = 'callbacks' | 'forms';

export const nodeCategories = [
  'trigger',
  'logic',
  'flow',
  'data',
  'state',
  'event',
  'file',
  'http',
  'app',
  'ai',
  'message',
  'wait',
  'crm',
  'voice',
  'webhook',
  'workspace',
  'app',
] as const;
export type NodeCategory = (typeof nodeCategories)[number];

/** A kind of records of the workspace that node data can refer to by ID. */
export interface RecordKind {
  /** Its name in the references of a flow and in exported files: `voiceAgent`. */
  name: string;
  /** Its name in messages: `voice agent`. */
  label: string;
  /** The field also accepts other text than an ID: only UUIDs are looked up. */
  byIdOnly?: false;
  /** The field also accepts the name of the record, as it is written. */
  byName?: true;
}

/**
 * What a field holds that is not resolved before its node runs. `each` is a template that is evaluated for each entry of a
 * list, with the root `item`; `event` one that is evaluated when an event occurs, with the root `event`.
 */
export type Verbatim = 'cel' | 'code' | 'template' | 'each' | 'event';

/**
 * What an expression in an optional field must not come to: with `value` null, with `path` only a path that leads nowhere
 * (null itself is a value of the field), with `entries` null in the field or in any of its entries, with `paths` a path that leads
 * nowhere in any of them.
 */
export type Filled = 'value' | 'path' | 'entries' | 'paths';

/** How many branches must arrive at a node before it starts, at least 1. */
export type Arrivals = number | 'all';

/**
 * The part of a node type that the engine needs to validate and walk graphs. What a node does when it runs is defined in
 * `nodes/define-node.ts`, which extends this.
 */
export interface NodeShape {
  /** The name in the graph, for example `logic.if`. */
  type: string;
  title: string;
  category: NodeCategory;
  description: string;
  /** The type's own fields of `data`. Text fields can contain `{{ expressions }}`. */
  fields: z.ZodObject;
  /** Fields that hold HTML: what expressions insert there is escaped. */
  html?: HtmlFields;
  /** Optional fields that must have a value where they are set to an expression. */
  filled?: Readonly<Record<string, Filled>>;
  /**
   * Fields of `data` that the node receives unchanged: one bare CEL expression, code, or a template that is evaluated
   * later than the other fields.
   */
  verbatim?: Readonly<Record<string, Verbatim>>;
  /** Set on triggers only: the matching `settings.triggerType`. A trigger has no target handle. */
  trigger?: TriggerType;
  /**
   * True where it begins with the execution, without an edge, and ends the rest of it when it completes: only what its edges
   * lead to goes on. It never keeps an execution from ending.
   */
  exits?: true;
  /** Target handles. Defaults to `['in']`; triggers and exits have none. */
  targetHandles?: readonly string[];
  /** Source handles without `error`: fixed, or from the node's data (a switch has one for each case). */
  sourceHandles: readonly string[] | ((data: NodeData) => readonly string[]);
  /**
   * True where the source handles say what was decided or found, and the last of them that nothing was: a step that failed
   * continues by it, not by the first.
   */
  decides?: true;
  /** True where the type also has the source handle `error`. */
  errorHandle?: boolean;
  /** True where the type also has the source handle `timeout`, by which a step leaves whose attempt exceeds its `timeout`. */
  timeoutHandle?: true;
  /** Of a type whose steps wait at an address of their own: the path that it begins with. Expressions read it in `execution.callbacks`. */
  address?: NodeAddress;
  /** How many arrivals start the node. `all`, the default: it waits for every branch that can still arrive. */
  joins?: (data: NodeData) => Arrivals;
  /** With a number of arrivals: true if the last of them ends the steps from which only this node can be reached. */
  cancelsLosers?: (data: NodeData) => boolean;
  /** Fields of `data`, also `auth.connection`, that name a record of the workspace, and its kind. */
  references?: Readonly<Record<string, RecordKind>>;
  /** Fields of `data`, for example `auth.secretName`, that hold the name of a secret instead of an expression. */
  secretNames?: readonly string[];
  /** Fields of `data`, also `request.auth`, that accept secrets at any depth, and what they do with them. No other field does. */
  sinks?: Readonly<Record<string, Sink>>;
  /** The names of nodes that the code in a field reads, as far as they are written out. */
  nodesNamed?: (data: NodeData) => { field: string; names: readonly string[] };
  /** The types of CRM events that running the node causes. */
  causes?: readonly string[] | ((data: NodeData) => readonly string[]);
  /** True where running the node changes or requests anything outside the process: its step is written before it starts. */
  effects: boolean;
  /** True where it takes longer than an event-loop tick although it has no effects: its step is written before, too. */
  slow?: boolean;
  /**
   * True for data with which a type without effects changes the state of its flow: its step is written before, too. A
   * simulation runs it and reads the state, a replay ends it as it was recorded.
   */
  changesState?: (data: NodeData) => boolean;
}

/** The node types by `type`. */
export type NodeCatalogue = ReadonlyMap<string, NodeShape>;
