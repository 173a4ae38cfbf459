import type { Taint } from './taint.js';

/** The names that an expression can begin with. */
export const scopeRoots = [
  'triggerData',
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

/** What expressions may read: JSON values, and times as `Date`. Only own properties are ever looked at. */
export interface ExpressionScope {
  triggerData?: unknown;
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
  /** What must not be seen of all this; expressions add to it what they make of secrets. */
  taint?: Taint;
}

/** The root whose values are secret. */
export const secretRoot = 'boveda' satisfies ScopeRoot;
