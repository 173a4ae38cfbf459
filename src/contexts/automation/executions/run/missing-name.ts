import { compileExpression } from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import type { ExecutionValues } from '../../../accounts/secrets/index.js';

/**
 * The error of a step whose expressions read a secret or a global variable that does not exist: it was deleted, renamed
 * or belongs to another flow. Null if there is no such name. Other missing paths are treated as empty, but a call
 * without its credential must not be sent.
 * @param missing expressions whose path has no value
 */
export function missingName(missing: readonly string[], { secrets, globalVars }: ExecutionValues): EngineError | null {
  for (const source of missing) {
    for (const { root, path } of compileExpression(source).references) {
      const name = String(path[0] ?? '(computed at run time)');
      if (root === 'boveda' && !Object.hasOwn(secrets, name)) return missingSecret(name);
      if (root === 'globalVars' && !Object.hasOwn(globalVars, name)) return missingGlobalVar(name);
    }
  }
  return null;
}

function missingSecret(name: string): EngineError {
  const message = `The secret "${name}" was not found, or this flow must not use it. Create it in the vault, or correct the name in this step.`;
  return { code: 'SECRET_MISSING', message };
}

function missingGlobalVar(name: string): EngineError {
  const message = `The global variable "${name}" was not found. Create it, or correct the name in this step.`;
  return { code: 'GLOBAL_VAR_MISSING', message };
}
