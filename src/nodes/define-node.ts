import type { z } from 'zod';
import type { NodeShape } from '../engine/node-shape.js';
import type { RunError } from '../engine/step.js';
import type { OutboundRequest, OutboundResponse } from '../platform/outbound/index.js';
import type { NodeCost } from './node-cost.js';
import type { FreePorts, NodePorts } from './ports.js';
import type { StoredKind } from './record-kinds.js';

/** How one attempt at a step ended. Exhaustive: whoever reads it switches over `kind`. */
export type Outcome =
  /** Went well and leaves by `handle` (the type's first source handle when left out). */
  | { kind: 'done'; output: unknown; handle?: string }
  /**
   * Nothing to do before `until`; the run gives its worker back. At that time the step ends with `output` by `handle`
   * (the first source handle when left out). A signal from outside ends it earlier; with null nothing else does. With
   * `event` the first such event of the workspace is its signal.
   */
  | { kind: 'wait'; until: Date | null; output?: unknown; handle?: string; event?: EventFilter }
  /** Begins a loop over these items, which are kept with its step. */
  | { kind: 'loop'; items: unknown[] }
  /** Ends the whole run at once (`logic.stop`). */
  | { kind: 'stop'; status: 'completed' | 'failed'; message?: string }
  /**
   * Could not be done. `retryable: false` where another attempt must fail alike. `output` is kept for the error branch.
   * When no attempt is left the step leaves by the first of `handles` that is wired, else as `onError` says.
   */
  | { kind: 'failed'; error: RunError; retryable?: boolean; output?: unknown; handles?: readonly string[] };

/** The event that a step waits for. */
export interface EventFilter {
  /** A type of CRM event. */
  type: string;
  /** What the event must hold, by path: `{"data.id": "…"}`. */
  match: Readonly<Record<string, unknown>>;
  /** The way the step goes on. */
  handle: string;
  /** The name under which its output holds the event's data; the output is the event itself when left out. */
  as?: string;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The run of another flow, as a step asks for it. */
export interface FlowCallRequest {
  flowId: string;
  /** Becomes the run's trigger data. */
  input: unknown;
  /** Whether the step waits for its end. */
  wait: boolean;
}

/** What a node may use while it runs. All of the outside world is handed in, so that tests need no mocks. */
export interface NodeContext<Data, Ports = NodePorts> {
  /** The node's own fields, expressions resolved and parsed by `fields`. */
  data: Data;
  /** The outputs that arrived, by node id. */
  inputs: Record<string, unknown>;
  triggerData: unknown;
  now: Date;
  /** `executionId:nodeId:iteration`, the same at each attempt. */
  idempotencyKey: string;
  /** HTTP through the outbound guard. */
  fetch: (url: string, init: OutboundRequest) => Promise<OutboundResponse>;
  /** Aborted on cancel, on a lost lease and on timeout. */
  signal: AbortSignal;
  log: (level: LogLevel, message: string) => void;
  /** Sets `variables.name` for the rest of the run. */
  setVariable: (name: string, value: unknown) => void;
  /** Works out a bare CEL expression on what the step's own expressions see. @throws ExpressionError */
  evaluate: (expression: string) => unknown;
  /** Starts a run of another flow, once for each attempt, and says how the step goes on. */
  callFlow: (request: FlowCallRequest) => Promise<Outcome>;
  /** The address at which this approver can decide without login. */
  approvalLink: (approver: string) => string;
  /** Messages, models and sandboxed code, as the step's workspace has them. */
  ports: Ports;
}

/** What surrounds a node in the run of its example. */
export interface Tried {
  /** What the run was started with. A trigger's is its sample. */
  triggerData?: unknown;
  /** The outputs that arrived, by node. */
  inputs?: Record<string, unknown>;
  /** What is answered by whatever it calls: a port, another flow, or HTTP (`status`, `headers` and a JSON `body`). */
  answer?: unknown;
}

/** A node type: its shape and what it does. One file a type. */
export interface NodeType<Fields extends z.ZodObject = z.ZodObject> extends NodeShape {
  fields: Fields;
  references?: Readonly<Record<string, StoredKind>>;
  /** The source handles as the catalogue writes them where they depend on data: `case:ID`. */
  handlePatterns?: readonly string[];
  /** What a simulation answers with in place of an effect. */
  sample: unknown;
  /** Data as somebody would write it, for the editor to begin with. Its own fields accept it. */
  example: Readonly<Record<string, unknown>>;
  /** What its output is, as the end of a sentence. */
  output: string;
  /** Codes of its own that a step of it can fail with, besides those of its fields and its timeout. */
  errors?: readonly string[];
  /** What the example meets when the documentation runs it. */
  tried: Tried;
  /** What a visit is billed for. Left out: nothing, and it cannot reach a paid port. */
  cost?: NodeCost;
  /** Its steps can wait for an event: some outcome of `run` has `event`. */
  waitsForEvents?: true;
  /** The event that it will wait for, of a type with effects: heard from before it acts, whenever it comes. */
  awaits?(data: z.output<Fields>): EventFilter;
  run(context: NodeContext<z.output<Fields>>): Outcome | Promise<Outcome>;
}

/** A node type that costs nothing: it declares no cost, and its `run` gets no paid port. */
export interface FreeNodeType<Fields extends z.ZodObject> extends Omit<NodeType<Fields>, 'cost' | 'run'> {
  cost?: never;
  /** A property, not a method: a function that asks for more ports than these is refused. */
  run: (context: NodeContext<z.output<Fields>, FreePorts>) => Outcome | Promise<Outcome>;
}

/** A node type that declares its cost, and gets every port. */
export interface PaidNodeType<Fields extends z.ZodObject> extends NodeType<Fields> {
  cost: NodeCost;
}

/** Declares a node type; only checks the types. */
export function defineNode<Fields extends z.ZodObject>(node: PaidNodeType<Fields>): NodeType;
export function defineNode<Fields extends z.ZodObject>(node: FreeNodeType<Fields>): NodeType;
export function defineNode(node: object): NodeType {
  return node as NodeType;
}
