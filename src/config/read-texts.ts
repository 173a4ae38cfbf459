import { readFileSync } from 'node:fs';
import { type SettingName, settings } from './settings/index.js';

/** Environment variables. A name that is not a setting does not compile. */
export type Environment = { readonly [N in SettingName | `${SettingName}_FILE`]?: string | undefined };

export interface Texts {
  texts: Partial<Record<SettingName, string>>;
  /** Errors by the name of the setting. */
  errors: Map<SettingName, string>;
}

/** Reads the texts of all settings, from the environment or from the files that it names, without empty ones. */
export function readTexts(env: Environment): Texts {
  const texts: Texts['texts'] = {};
  const errors: Texts['errors'] = new Map();
  for (const name of Object.keys(settings) as SettingName[]) {
    const file = env[`${name}_FILE`];
    const text = env[name]?.trim();
    if (text && file) {
      errors.set(name, `${name} and ${name}_FILE must not both be set; set one of them.`);
    } else if (file) {
      try {
        texts[name] = readFileSync(file, 'utf8').trim() || undefined;
        if (!texts[name]) errors.set(name, `${name}_FILE must not name an empty file; write the value into ${file}.`);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        errors.set(name, `${name}_FILE must name a readable file that holds ${name} (${reason}).`);
      }
    } else if (text) {
      texts[name] = text;
    }
  }
  return { texts, errors };
}
