import { anyName, type ExternalReference } from '../../../engine/index.js';

/** The names of the secrets among what a graph refers to, sorted. */
export function requiredSecretsOf(references: readonly ExternalReference[]): string[] {
  const names = references.filter(({ kind, name }) => kind === 'secret' && name !== anyName);
  return names.map(({ name }) => name).sort();
}
