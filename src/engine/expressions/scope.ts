import type { Taint } from './taint.js';

/** The names that an expression can start with. */
export const scopeRoots = [
  'triggerData',
  'request',
  'variables',
  'globalVars',
  'state',
  'boveda',
  'steps',
  'loop',
  'item',
  'index',
  'event',
  'execution',
  'flow',
  'workspace',
  'now',
] as const;
export type ScopeRoot = (typeof scopeRoots)[number];

/** What expressions can read: JSON values, and times as `Date`. Only own properties are visible. */
export interface ExpressionScope {
  triggerData?: unknown;
  /** The HTTP request that started an execution by webhook. */
  request?: unknown;
  variables?: unknown;
  globalVars?: unknown;
  /** The state of the flow, by key: the entries that the expressions of the step name. */
  state?: unknown;
  /** Secrets in plain text, by name. */
  boveda?: Readonly<Record<string, unknown>>;
  /** Outputs by node id. */
  steps?: unknown;
  loop?: unknown;
  /** In fields that are evaluated for each entry of a list: the entry. In a node with `each`: its item. */
  item?: unknown;
  /** In a node with `each`: the index of its item. */
  index?: unknown;
  /** In conditions that wait for an event: the event. */
  event?: unknown;
  execution?: unknown;
  flow?: unknown;
  workspace?: unknown;
  now?: Date | string;
  /** What is secret besides `boveda`. Without it nothing is. */
  hidden?: HiddenScope;
}

/** What of a scope is secret. */
export interface HiddenScope {
  /** The same scope as records show it; null if nothing in it is secret besides `boveda`. */
  shown: ExpressionScope | null;
  /** The secret texts that are known, with the hosts that they may be sent to. */
  texts: Taint;
}

/** The root whose values are secret. */
export const secretRoot = 'boveda' satisfies ScopeRoot;
