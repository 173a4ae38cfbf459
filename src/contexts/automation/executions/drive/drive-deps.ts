import type { Logger } from 'pino';
import type { FlowCallRequest, NodeType, Outcome, PortsOf } from '../../../../nodes/index.js';
import type { Outbound } from '../../../../platform/outbound/index.js';
import type { Vault } from '../../../../platform/vault/index.js';
import type { ReadExecutionValues } from '../../../accounts/secrets/index.js';
import type { MeterDeps } from '../../../billing/usage/index.js';
import type { Release } from '../checkpoint/execution-record.js';
import type { ExecutionStore } from '../checkpoint/execution-store.js';
import type { ApprovalTarget } from '../signals/approval-link.js';
import type { CallingStep } from '../tree/calls.js';
import type { FlowVersionReader } from './flow-version-reader.js';

/** Moments at which a test may kill the process, or let something else happen before the run goes on. */
export type CrashPoint = 'after-claim' | 'before-effect' | 'after-effect' | 'before-timeout' | 'before-settling';

export interface DriveDeps {
  store: ExecutionStore;
  versions: FlowVersionReader;
  /** Secrets and global variables that a run names. */
  values: ReadExecutionValues;
  vault: Vault;
  nodes: ReadonlyMap<string, NodeType>;
  outbound: Pick<Outbound, 'fetch'>;
  /** What nodes may use of the outside besides HTTP. */
  ports: PortsOf;
  /** Rates, and the wallets that pay. */
  credits: MeterDeps;
  /** Where somebody can decide for a step that waits for approval. */
  approvalLink: (target: ApprovalTarget) => string;
  /** Starts the run of another flow for a step. */
  callFlow: (caller: CallingStep, request: FlowCallRequest) => Promise<Outcome>;
  now: () => Date;
  log: Logger;
  /** Told when a run has left this process and that is written. */
  onLeft?: ((how: Release) => void) | undefined;
  /** Called at each named moment, and awaited at `before-effect` and `before-timeout`; only tests listen. */
  reached?: (point: CrashPoint, executionId: string) => void | Promise<void>;
}
