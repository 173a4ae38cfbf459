import type { Taint } from './taint.js';

/** The names that an expression can start with. */
export const scopeRoots = [
  'triggerData',
  'request',
  'variables',
  'globalVars',
  'boveda',
  'steps',
  'loop',
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
  /** Secrets in plain text, by name. */
  boveda?: Readonly<Record<string, unknown>>;
  /** Outputs by node id. */
  steps?: unknown;
  loop?: unknown;
  execution?: unknown;
  flow?: unknown;
  workspace?: unknown;
  now?: Date | string;
  /** The texts that must be redacted; evaluation adds those that expressions derive from secrets. */
  taint?: Taint;
}

/** The root whose values are secret. */
export const secretRoot = 'boveda' satisfies ScopeRoot;
