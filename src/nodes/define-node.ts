import type { z } from 'zod';
import type { Condition } from '../engine/conditions.js';
import type { BoundConditions, EventConditions } from '../engine/event-conditions.js';
import type { NodeCategory, NodeShape } from '../engine/node-shape.js';
import type { EngineError } from '../engine/step.js';
import type { Capability } from '../platform/access/capabilities.js';
import type { OutboundResponse } from '../platform/outbound/index.js';
import type { NodeCost } from './node-cost.js';
import type { NodeRequest } from './node-request.js';
import type { PollSource } from './poll-source.js';
import type { FreePorts, NodePorts } from './ports.js';
import type { Rate } from './rate-field.js';
import type { StoredKind } from './record-kinds.js';

/** How one attempt of a step ended. Callers switch over `kind` exhaustively. */
export type Outcome =
  /** It succeeded and leaves by `handle`, by default the type's first source handle. */
  | { kind: 'done'; output: unknown; handle?: string }
  /**
   * It waits until `until` without holding a worker. Then the step ends with `output` by `handle`, by default the first
   * source handle. A signal from outside ends it earlier; with null only a signal ends it. With `event` the first matching
   * event of the workspace is the signal.
   */
  | { kind: 'wait'; until: Date | null; output?: unknown; handle?: string; event?: EventFilter }
  /** It has not begun, for the reason in `error`: it is attempted at `until`, and that is no further attempt. */
  | { kind: 'postponed'; until: Date; error: EngineError }
  /** It starts a loop over these items, which are stored in its step, up to `concurrency` side by side (by default one). */
  | { kind: 'loop'; items: unknown[]; concurrency?: number }
  /** It starts a loop whose condition decides before each iteration, and fails after `atMost` iterations. */
  | { kind: 'loop'; items: null; atMost: number }
  /** It ends the whole execution at once (`logic.stop`). */
  | { kind: 'stop'; status: 'completed' | 'failed'; message?: string }
  /**
   * It failed. `retryable: false` where another attempt would fail in the same way. `output` is kept for the error branch.
   * When no attempt is left the step leaves by the first of `handles` that is connected, else `onError` decides. Another
   * attempt does not begin before `retryAfterMs`.
   */
  | {
      kind: 'failed';
      error: EngineError;
      retryable?: boolean;
      retryAfterMs?: number;
      output?: unknown;
      handles?: readonly string[];
    };

/** Which event a step waits for. */
export interface EventFilter {
  /** Types of CRM events, or `execution.failed`: any of them. */
  types: readonly string[];
  /** Values that the event must have, by path: `{"data.id": "…"}`. */
  match: Readonly<Record<string, unknown>>;
  /** What must hold for it besides. */
  conditions?: EventConditions | null;
  /** How many seconds before the wait began it may have occurred. Defaults to 0. */
  lookbackSeconds?: number | undefined;
  /** The handle by which the step leaves. */
  handle: string;
  /** The key of the event's data in the output; empty if these are the output. Without it the output is the event itself. */
  as?: string;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A request to run another flow. */
export interface FlowCallRequest {
  flowId: string;
  /** The trigger data of the called execution. */
  input: unknown;
  /** Whether the step waits until it ends. */
  wait: boolean;
}

/** The names in a graph, as a node sees them. */
export interface GraphNames {
  /** Every node, its label or, without one, its ID. */
  nodes: readonly { id: string; name: string }[];
  /** The IDs of the nodes whose edges enter the node. */
  incoming: readonly string[];
}

/** What a node can read of its execution, as records show it: without secrets. */
export interface VisibleExecution {
  /** The nodes that ran before it, and their outputs. */
  nodes: readonly { id: string; name: string; output: unknown }[];
  /** The outputs that arrived. Of the loop around the node that is its item. */
  arrived: readonly unknown[];
  globalVars: unknown;
  execution: unknown;
  flow: unknown;
  now: string;
}

/** What a node can use while it runs. All access to the outside is passed in, so that tests need no mocks. */
export interface NodeContext<Data, Ports = NodePorts> {
  /** The node's own fields, with expressions resolved, parsed by `fields`. */
  data: Data;
  /** The same fields as records show them, with masks in place of secrets. What fails a step is decided by these. */
  recorded: Data;
  /** The outputs that arrived, by node ID. */
  inputs: Record<string, unknown>;
  triggerData: unknown;
  now: Date;
  /** Whether no other step of this type has completed in the execution, as far as the worker has read its steps. */
  isFirst: boolean;
  nodeId: string;
  /** `executionId:nodeId:iteration`; the same for each attempt. */
  idempotencyKey: string;
  /** Sends an HTTP request through the outbound guard. */
  fetch: (url: string, init: NodeRequest) => Promise<OutboundResponse>;
  /** Parses JSON of any length without holding the event loop. @throws SyntaxError */
  parseJson: (text: string) => Promise<unknown>;
  /** Aborted on cancel, on a lost lease and on timeout. */
  signal: AbortSignal;
  log: (level: LogLevel, message: string) => void;
  /** Sets `variables.name` for the rest of the execution. */
  setVariable: (name: string, value: unknown) => void;
  /** Evaluates a bare CEL expression in the scope of the step. @throws ExpressionError */
  evaluate: (expression: string) => unknown;
  /**
   * The value of data with `{{ expressions }}` for each item, which they read as `item`. For fields that are `each` in
   * `verbatim`. @throws ExpressionError
   */
  evaluateEach: <T>(data: T, items: readonly unknown[]) => T[];
  /**
   * Reads what conditions on a later event need of the scope of the step.
   * @param taken paths of the event that are compared with other values already
   * @throws ExpressionError
   */
  bindConditions: (conditions: readonly Condition[], taken: readonly string[]) => BoundConditions;
  /**
   * Waits until a further call of the step may start by a rate; the node's own `rateOf` has let the first one start. Returns how the
   * step ends if that takes too long.
   */
  takeSlot: (rate: Rate, signal: AbortSignal) => Promise<Outcome | null>;
  /** What the node can read of its execution besides its fields. Large outputs are there only of `readsOutputs`. */
  visible: () => VisibleExecution;
  /** Starts an execution of another flow, once for each attempt, and returns how the step continues. */
  callFlow: (request: FlowCallRequest) => Promise<Outcome>;
  /** The URL at which this approver can decide without signing in. */
  approvalLink: (approver: string) => string;
  /** Messages, models and sandboxed code, with the credentials of the step's workspace. */
  ports: Ports;
}

/** The inputs with which the documentation runs a node's example. */
export interface ExampleRun {
  /** The trigger data. For a trigger its sample is used. */
  triggerData?: unknown;
  /** The outputs that arrived, by node. */
  inputs?: Record<string, unknown>;
  /** The answer of what the node calls: a port, another flow, or HTTP (`status`, `headers` and a JSON `body`). */
  answer?: unknown;
}

/** A node of a type with some of its fields filled, which editors offer as an entry of its own. */
export interface NodePreset {
  title: string;
  category: NodeCategory;
  data: Readonly<Record<string, unknown>>;
}

/** A node type: its shape and what it does. One file for each type. */
export interface NodeType<Fields extends z.ZodObject = z.ZodObject> extends NodeShape {
  fields: Fields;
  /**
   * What the node does for its flow, as a right: a caller who stores, activates or starts a flow with such a node needs it, and
   * so does the user or API key that its executions run as. Null for a node that reaches nothing that `flows:write` does not.
   */
  capability: Capability | null;
  /**
   * The rights to read what its output shows, required in addition: of an event, which the node names in its data.
   * @param data as the flow stores it, which may be incomplete
   */
  reads?(data: Readonly<Record<string, unknown>>): readonly Capability[];
  /** Of a trigger that asks a source for something new, again and again. */
  poll?: PollSource;
  /** The IDs of the nodes whose outputs it reads by `visible`. */
  readsOutputs?(data: Readonly<Record<string, unknown>>, names: GraphNames): readonly string[];
  references?: Readonly<Record<string, StoredKind>>;
  /** The source handles as the catalogue lists them where they depend on data: `case:ID`. */
  handlePatterns?: readonly string[];
  /** The output of the node in simulations, instead of its effect. */
  sample: unknown;
  /** The sample for these data, where it depends on them: the event that a trigger names. */
  sampleOf?(data: Readonly<Record<string, unknown>>): unknown;
  /** Example data, which editors can start with. The type's fields accept it. */
  example: Readonly<Record<string, unknown>>;
  /** Nodes of the type that editors offer beside it. */
  presets?: readonly NodePreset[];
  /** A description of the output, as the end of a sentence. */
  output: string;
  /** The error codes of its steps, besides those of its fields and its timeout. */
  errors?: readonly string[];
  /** The inputs of the example when the documentation runs it. */
  exampleRun: ExampleRun;
  /** What a visit is billed. Without it the node is free and cannot use paid ports. */
  cost?: NodeCost;
  /** The resolved fields as they are recorded, if more of them is masked than secrets. */
  recordedInput?(input: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The paths in an output that are secret. */
  sensitive?(data: z.output<Fields>, output: object): readonly (readonly (string | number)[])[];
  /** The host of its request, one of the things by which the causes of failures differ, of the fields as they are recorded. */
  hostOf?(recorded: Readonly<Record<string, unknown>>): string | null;
  /** The rate by which its call may start; null for none. Its step waits before it begins. */
  rateOf?(data: z.output<Fields>): Rate | null;
  /** When its step may begin, which waits until then; null for now. */
  opensAt?(data: z.output<Fields>, context: { now: Date; ports: FreePorts }): Promise<Date | null>;
  /** Set where some outcome of `run` waits for an event. */
  waitsForEvents?: true;
  /** The events that its waits find although they occurred before: their types, `*` for any, and for how many seconds. */
  looksBack?(data: Readonly<Record<string, unknown>>): { types: readonly string[]; seconds: number } | null;
  /** The event that a type with effects will wait for. It is subscribed before the effect, so that no event is missed. */
  awaits?(data: z.output<Fields>): EventFilter;
  run(context: NodeContext<z.output<Fields>>): Outcome | Promise<Outcome>;
}

/** A node type that costs nothing: it declares no cost, and its `run` gets no paid port. */
export interface FreeNodeType<Fields extends z.ZodObject> extends Omit<NodeType<Fields>, 'cost' | 'run'> {
  cost?: never;
  /** A property instead of a method, so that the type checker rejects a function that needs more ports. */
  run: (context: NodeContext<z.output<Fields>, FreePorts>) => Outcome | Promise<Outcome>;
}

/** A node type that declares its cost and gets every port. */
export interface PaidNodeType<Fields extends z.ZodObject> extends NodeType<Fields> {
  cost: NodeCost;
}

/** Declares a node type. Has no effect at run time; the overloads check the types. */
export function defineNode<Fields extends z.ZodObject>(node: PaidNodeType<Fields>): NodeType;
export function defineNode<Fields extends z.ZodObject>(node: FreeNodeType<Fields>): NodeType;
export function defineNode(node: object): NodeType {
  return node as NodeType;
}
