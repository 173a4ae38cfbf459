import { anyName } from '../../../engine/index.js';
import { type FlowContent, flowReferencesOf } from '../flows/index.js';

/** The names of the secrets that a graph uses, sorted. */
export function requiredSecretsOf(content: Pick<FlowContent, 'nodes'>): string[] {
  const names = flowReferencesOf(content).filter(({ kind, name }) => kind === 'secret' && name !== anyName);
  return names.map(({ name }) => name).sort();
}
