import { branchUnwired } from './branch-unwired.js';
import { caseDuplicate } from './case-duplicate.js';
import { codeNodeUnknown } from './code-node-unknown.js';
import { cycleDisallowed } from './cycle-disallowed.js';
import { edgeDuplicate } from './edge-duplicate.js';
import { edgeIdDuplicate } from './edge-id-duplicate.js';
import { edgeSourceHandleUnknown } from './edge-source-handle-unknown.js';
import { edgeSourceUnknown } from './edge-source-unknown.js';
import { edgeTargetHandleUnknown } from './edge-target-handle-unknown.js';
import { edgeTargetUnknown } from './edge-target-unknown.js';
import { eventSelfTrigger } from './event-self-trigger.js';
import { exprCallInvalid } from './expr-call-invalid.js';
import { exprRefNotUpstream } from './expr-ref-not-upstream.js';
import { exprRefUnknown } from './expr-ref-unknown.js';
import { exprSyntax } from './expr-syntax.js';
import { fieldInvalid } from './field-invalid.js';
import { fieldRequired } from './field-required.js';
import { fieldUnknown } from './field-unknown.js';
import { flowEmpty } from './flow-empty.js';
import { globalVarMissing } from './global-var-missing.js';
import { hardcodedSecret } from './hardcoded-secret.js';
import { loopBoundary } from './loop-boundary.js';
import { loopNoBackEdge } from './loop-no-back-edge.js';
import { nodeDisabled } from './node-disabled.js';
import { nodeIdDuplicate } from './node-id-duplicate.js';
import { nodeLimit } from './node-limit.js';
import { nodeNameDuplicate } from './node-name-duplicate.js';
import { nodeOrphan } from './node-orphan.js';
import { nodeTypeUnknown } from './node-type-unknown.js';
import { nodeUnreachable } from './node-unreachable.js';
import { referenceMissing } from './reference-missing.js';
import type { Rule } from './rule.js';
import { scheduleOverlapIgnored } from './schedule-overlap-ignored.js';
import { secretMissing } from './secret-missing.js';
import { secretOutOfScope } from './secret-out-of-scope.js';
import { secretSink } from './secret-sink.js';
import { subflowMissing } from './subflow-missing.js';
import { subflowRecursion } from './subflow-recursion.js';
import { triggerConfigInvalid } from './trigger-config-invalid.js';
import { triggerHasInput } from './trigger-has-input.js';
import { triggerLimit } from './trigger-limit.js';
import { triggerMissing } from './trigger-missing.js';
import { triggerMultiple } from './trigger-multiple.js';
import { triggerTypeMismatch } from './trigger-type-mismatch.js';
import { variableUndefined } from './variable-undefined.js';
import { variableUnused } from './variable-unused.js';
import { waitNoTimeout } from './wait-no-timeout.js';

/** Every rule, in the order in which issues are listed. */
export const rules: readonly Rule[] = [
  nodeLimit,
  nodeIdDuplicate,
  edgeIdDuplicate,
  nodeTypeUnknown,
  edgeSourceUnknown,
  edgeTargetUnknown,
  edgeSourceHandleUnknown,
  edgeTargetHandleUnknown,
  flowEmpty,
  triggerMissing,
  triggerLimit,
  triggerMultiple,
  triggerHasInput,
  triggerTypeMismatch,
  triggerConfigInvalid,
  nodeOrphan,
  nodeUnreachable,
  cycleDisallowed,
  loopBoundary,
  loopNoBackEdge,
  fieldRequired,
  fieldInvalid,
  fieldUnknown,
  caseDuplicate,
  exprSyntax,
  exprCallInvalid,
  exprRefUnknown,
  exprRefNotUpstream,
  secretMissing,
  secretOutOfScope,
  secretSink,
  globalVarMissing,
  variableUndefined,
  subflowMissing,
  subflowRecursion,
  referenceMissing,
  variableUnused,
  codeNodeUnknown,
  nodeNameDuplicate,
  edgeDuplicate,
  branchUnwired,
  hardcodedSecret,
  waitNoTimeout,
  eventSelfTrigger,
  nodeDisabled,
  scheduleOverlapIgnored,
];
