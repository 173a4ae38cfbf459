export { type AddressedVisit, addressesFor } from './addresses.js';
export { type Condition, evaluateCondition, evaluateConditions, type Operator, operators } from './conditions.js';
export {
  type ControlBatch,
  type ControlDecision,
  type ControlledKey,
  type ControlThrottle,
  controlAtMost,
  decideStarts,
  type FlowControl,
  type HeldExecution,
  type Overlap,
  overlaps,
} from './control.js';
export { type ControlProblem, controlProblems, controlRoots } from './control-problems.js';
export { decideNext } from './decide.js';
export type { AskedLoop, Change, Decision, EndedLoop, FoldedIteration } from './decision.js';
export { didYouMean } from './did-you-mean.js';
export { mostConcurrent, mostItems } from './each.js';
export { type BoundConditions, bindConditions, conditionsHold, type EventConditions } from './event-conditions.js';
export {
  eachItemOf,
  executionOutput,
  inputsOf,
  isInLoop,
  type LoopItem,
  loopItemOf,
  type Steps,
  upstreamOf,
  visibleOutputs,
} from './execution-data.js';
export { itemResult, loopItems } from './execution-scope.js';
export { ExecutionState } from './execution-state.js';
export {
  compileExpression,
  compileTemplate,
  type Expression,
  ExpressionError,
  type ExpressionScope,
  ExpressionSyntaxError,
  type HiddenScope,
  type HiddenText,
  hasExpression,
  maskAt,
  type NullField,
  NullOperandError,
  parseTemplate,
  previewSecret,
  type Reference,
  type Resolved,
  type ResolveOptions,
  redactionMark,
  redactSecret,
  referencesOf,
  resolveExpression,
  resolveFields,
  resolveForEach,
  type ScopeRoot,
  type SecretOrigin,
  SecretSinkError,
  type SecretUse,
  type Sink,
  scopeRoots,
  secretRoot,
  showAs,
  shownOf,
  Taint,
  type Template,
  textOf,
} from './expressions/index.js';
export { emailRule, fieldProblem, fieldProblems } from './field-problem.js';
export { type FileFacts, type FileValue, fileValue } from './file-value.js';
export type * from './graph.js';
export {
  dataOf,
  errorHandle,
  firstHandleOf,
  isLoop,
  loopHandles,
  sourceHandlesOf,
  targetHandlesOf,
  timeoutHandle,
  verbatimFieldsOf,
} from './handles.js';
export { sharedNodes } from './kept-nodes.js';
export { contentOf, LargeValue, type ValueReference } from './large-value.js';
export {
  bodyNodes,
  endOfLoop,
  isItemVisit,
  itemError,
  nodeAt,
  resultNodes,
  withErrors,
} from './loop-items.js';
export * from './node-shape.js';
export { compilePlan, nodesFrom, type Plan, type PlannedNode } from './plan.js';
export { type AfterFailure, afterFailure, nextRetryDelay, spansItems } from './policies.js';
export { matchesRegex, RegexError } from './regex.js';
export {
  anyName,
  type CalledFlow,
  type DeclaredVariable,
  type ExternalReference,
  externalReferencesOf,
  type FlowInput,
  type FlowReport,
  handedSecrets,
  type Issue,
  isPlainSecret,
  nodePolicies,
  type ParsedNodes,
  type PlainSecret,
  parseCalledNodes,
  parseNames,
  parseNodes,
  plainSecretsOf,
  referencesOfNode,
  savingRuleIds,
  validateDraft,
  validateFlow,
} from './rules/index.js';
export { sinkNames, sinkOf, sinkProblem } from './secret-sinks.js';
export * from './step.js';
export { untilNode } from './until-node.js';
export { isSettled, itemIteration, splitIteration, type Visit, visitKey } from './visit.js';
export {
  metered,
  tooMuchForOperation,
  WorkLimitError,
  WorkMeter,
  workOfOperation,
  workOfStep,
  workOfTrigger,
} from './work.js';
