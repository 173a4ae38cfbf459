import type { SettingType } from './setting-types.js';

/** What kind of instance is started; some defaults depend on it. */
export interface Instance {
  /** NODE_ENV is `production`. */
  production: boolean;
  /** There is no DATABASE_URL: the server starts its own Postgres. */
  embedded: boolean;
}

/** One environment variable. Parsing, the type `Config`, error messages and docs/configuration.md come from this. */
export interface Setting<T = unknown> {
  /** The name of its value in `Config`; none where the value only becomes a part of something there. */
  as?: string;
  type: SettingType<T>;
  /** The value where the variable is not set. Without one it is undefined. */
  default?: NoInfer<T> | ((instance: Instance) => NoInfer<T>);
  /** In place of a default: what happens where the variable is not set. Markdown. */
  unset?: string;
  /** What it does. Markdown, links relative to docs/. */
  description: string;
  /** Its value never shows, whether it is right or wrong. */
  secret?: true;
  /** The server does not start in production without it. */
  requiredInProduction?: true;
  /** Settings that must be set beside this one. */
  needs?: readonly string[];
}

/** Declares one setting. */
export function setting<T, const S extends Omit<Setting<T>, 'type'>>(
  declared: S & { type: SettingType<T> },
): S & { type: SettingType<T> } {
  return declared;
}

/** Settings that belong together, under their names in the environment. */
export interface Section {
  title: string;
  settings: Readonly<Record<string, Setting>>;
}

/** The value of a setting that is not set. */
export function defaultOf({ default: value }: Setting, instance: Instance): unknown {
  return typeof value === 'function' ? value(instance) : value;
}
