import { compileExpression } from '../../../../engine/index.js';
import type { RunError } from '../../../../engine/step.js';
import type { ExecutionValues } from '../../../accounts/secrets/index.js';

/**
 * The failure of a step whose expressions read a secret or a global variable that is not there, be it deleted, renamed
 * or another flow's; null where there is none such. Other empty paths are taken as empty, but a call without its
 * credential must not go out.
 *
 * @param missing expressions whose path led nowhere
 */
export function missingName(missing: readonly string[], { secrets, globalVars }: ExecutionValues): RunError | null {
  for (const source of missing) {
    for (const { root, path } of compileExpression(source).references) {
      const name = String(path[0] ?? '(worked out in the run)');
      if (root === 'boveda' && !Object.hasOwn(secrets, name)) return missingSecret(name);
      if (root === 'globalVars' && !Object.hasOwn(globalVars, name)) return missingGlobalVar(name);
    }
  }
  return null;
}

function missingSecret(name: string): RunError {
  const message = `There is no secret "${name}" that this flow may use. Store it in the vault, or correct the name in this step.`;
  return { code: 'SECRET_MISSING', message };
}

function missingGlobalVar(name: string): RunError {
  const message = `There is no global variable "${name}". Create it, or correct the name in this step.`;
  return { code: 'GLOBAL_VAR_MISSING', message };
}
