import type { ClaimedExecution } from '../store/execution-record.js';

const ofStored = {
  encrypted: null,
  mocks: null,
  chain: [],
  callDepth: 0,
  signals: 0,
  takeovers: 0,
  activeMs: 0,
  fence: 0,
  steps: [],
} satisfies Partial<ClaimedExecution>;

/** An execution that is not stored, as if it was claimed before its first step: without calls, signals, takeovers and recorded steps. */
export function claimInMemory(execution: Omit<ClaimedExecution, keyof typeof ofStored>): ClaimedExecution {
  return { ...execution, ...ofStored };
}
