import type { Logger } from 'pino';
import type { FlowCallRequest, NodeType, Outcome, PortsOf } from '../../../../nodes/index.js';
import type { Capability } from '../../../../platform/access/capabilities.js';
import type { JsonParser } from '../../../../platform/json/index.js';
import type { Outbound } from '../../../../platform/outbound/index.js';
import type { ByteBudget } from '../../../../platform/slots/byte-budget.js';
import type { Vault } from '../../../../platform/vault/index.js';
import type { ReadExecutionValues } from '../../../accounts/secrets/index.js';
import type { MeterDeps } from '../../../billing/usage/index.js';
import type { OpenConnections, OpenDatabase } from '../../connections/index.js';
import type { SlotRequest } from '../../rates/index.js';
import type { ClaimedExecution, Release, StepRecord } from '../store/execution-record.js';
import type { ExecutionStore } from '../store/execution-store.js';
import type { ApprovalTarget } from './approval-link.js';
import type { CallingStep } from './calls.js';
import type { FlowVersionReader } from './flow-version-reader.js';
import type { Simulate } from './simulate-step.js';
import type { AddressTarget } from './step-address.js';

/** Points at which a test may kill the process, or interleave something else. */
export type CrashPoint = 'after-claim' | 'before-effect' | 'after-effect' | 'before-timeout' | 'before-settling';

export interface DriveDeps {
  store: ExecutionStore;
  versions: FlowVersionReader;
  /** Secrets and global variables that an execution refers to. */
  values: ReadExecutionValues;
  /** What a user or API key may do in the workspace now. */
  capabilitiesOf: (workspaceId: string, principalId: string) => Promise<ReadonlySet<Capability>>;
  /** The connections that flows name, with their credentials. */
  openConnection: OpenConnections;
  /** The databases that flows name, with their credentials. */
  openDatabase: OpenDatabase;
  vault: Vault;
  nodes: ReadonlyMap<string, NodeType>;
  outbound: Pick<Outbound, 'fetch'>;
  /** The memory for responses of steps in progress. */
  memory: Pick<ByteBudget, 'share'>;
  json: Pick<JsonParser, 'parse'>;
  /** What nodes may use besides HTTP. */
  ports: PortsOf;
  /** The country of a workspace, whose numbering plan applies to phone numbers in fields; null if none is set. */
  countryOf: (workspaceId: string) => Promise<string | null>;
  /** Credit rates, and the wallets that pay. */
  credits: MeterDeps;
  /** Reserves the next slot of a rate. @returns when it is, in milliseconds since 1970; null if that is too far ahead */
  reserveSlot: (slot: SlotRequest) => Promise<number | null>;
  /** URL of the page on which a step that waits for approval can be decided. */
  approvalLink: (target: ApprovalTarget) => string;
  /** URL at which a step waits that has an address of its own. */
  stepAddress: (target: AddressTarget) => string;
  /** Starts the execution of another flow for a step. */
  callFlow: (caller: CallingStep, request: FlowCallRequest) => Promise<Outcome>;
  /** Called with the steps whose attempts time out while they wait, before they fail. */
  endAttempts: (run: ClaimedExecution, steps: readonly StepRecord[]) => Promise<void>;
  now: () => Date;
  log: Logger;
  /** Ends the steps of every execution that is driven here, none of which affects anything. Defaults to `simulateStep` for simulations. */
  simulate?: Simulate | undefined;
  /** Called after the release of an execution was written. */
  onLeft?: ((how: Release) => void) | undefined;
  /** Called at each crash point, and awaited at `before-effect` and `before-timeout`. Used by tests only. */
  reached?: (point: CrashPoint, executionId: string) => void | Promise<void>;
}
