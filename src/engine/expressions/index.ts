export { captureScope, referencesInData } from './capture-scope.js';
export { ExpressionError, ExpressionSyntaxError, NullOperandError } from './errors.js';
export { compileExpression, type Expression } from './expression.js';
export { withItemErrors } from './item-results.js';
export { longestOfText } from './limits.js';
export { previewSecret, redactionMark, redactSecret } from './redact-secret.js';
export type { Reference } from './references.js';
export {
  type HtmlFields,
  type NullField,
  type Resolved,
  type ResolveOptions,
  resolveExpression,
  resolveFields,
  textOf,
} from './resolve.js';
export { resolveForEach } from './resolve-each.js';
export { type ExpressionScope, type HiddenScope, type ScopeRoot, scopeRoots, secretRoot } from './scope.js';
export { maskAt, showAs, shownOf } from './shown-forms.js';
export {
  notInFieldProblem,
  partialProblem,
  SecretSinkError,
  type SecretUse,
  type Sink,
} from './sinks.js';
export { type HiddenText, type SecretOrigin, Taint } from './taint.js';
export { compileTemplate, drain, hasExpression, parseTemplate, referencesOf, type Template } from './template.js';
export { PartialUse, wholeOf, wholeReference } from './whole-secrets.js';
