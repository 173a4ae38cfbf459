import type { SettingType } from './setting-types.js';

/** The kind of instance; some defaults depend on it. */
export interface Instance {
  /** NODE_ENV is `production`. */
  production: boolean;
  /** There is no DATABASE_URL: the server starts its own Postgres. */
  embedded: boolean;
}

/** One environment variable. The parser, the type `Config`, error messages and docs/configuration.md are derived from it. */
export interface Setting<T = unknown> {
  /** The name of its value in `Config`. Without one the value is only a part of another property. */
  as?: string;
  type: SettingType<T>;
  /** The value when the variable is not set. Defaults to undefined. */
  default?: NoInfer<T> | ((instance: Instance) => NoInfer<T>);
  /** Instead of a default: what happens when the variable is not set. Markdown. */
  unset?: string;
  /** What it does. Markdown with links relative to docs/. */
  description: string;
  /** Its value is never shown, whether it is valid or not. */
  secret?: true;
  /** Whether the server refuses to start in production without it. */
  requiredInProduction?: true;
  /** Settings that must be set together with this one. */
  needs?: readonly string[];
}

/** Declares one setting. */
export function setting<T, const S extends Omit<Setting<T>, 'type'>>(
  declared: S & { type: SettingType<T> },
): S & { type: SettingType<T> } {
  return declared;
}

/** A group of settings, by the names of their environment variables. */
export interface Section {
  title: string;
  settings: Readonly<Record<string, Setting>>;
}

/** The value of a setting that is not set. */
export function defaultOf({ default: value }: Setting, instance: Instance): unknown {
  return typeof value === 'function' ? value(instance) : value;
}
