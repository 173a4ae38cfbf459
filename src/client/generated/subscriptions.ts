/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What happened to a record. */
export type ChangeAction =
  /** It was created. */
  | 'created'
  /** It was deleted. */
  | 'deleted'
  /** It was updated. */
  | 'updated';

/** The type of a record that changed. */
export type ChangedType =
  /** A calendar event. */
  | 'calendar_event'
  /** A campaign, also as its messages are sent. */
  | 'campaign'
  /** A contact. */
  | 'contact'
  /** A conversation. */
  | 'conversation'
  /** A flow, also as its draft is saved or discarded. */
  | 'flow'
  /** An invitation to the workspace, until it is accepted or revoked. Its expiry changes nothing. */
  | 'invitation'
  /** A member. */
  | 'member'
  /** A message of a conversation. */
  | 'message'
  /** An opportunity. */
  | 'opportunity'
  /** The wallet that pays for the workspace. */
  | 'wallet';

/** What an execution does */
export type ExecutionPhase =
  /** A worker drives it */
  | 'active'
  /** It has ended */
  | 'done'
  /** It waits for a free slot */
  | 'queued'
  /** It waits for a time, a signal or an event */
  | 'waiting';

/** The status of an execution */
export type ExecutionStatus =
  /** The execution was cancelled */
  | 'cancelled'
  /** The execution ended without an error */
  | 'completed'
  /** The execution ended with an error */
  | 'failed'
  /** The execution is queued, in progress or waiting; see `phase` */
  | 'running';

/** What started an execution */
export type ExecutionTrigger =
  /** An assistant that used the flow as a tool */
  | 'ai_tool'
  /** A change of a record */
  | 'crm_event'
  /** The failure of another execution */
  | 'execution_failed'
  /** A user or API key */
  | 'manual'
  /** The schedule of the flow */
  | 'schedule'
  /** A simulation, which affects nothing outside the execution */
  | 'simulation'
  /** A phone call */
  | 'voice_call'
  /** A request to the webhook of the flow */
  | 'webhook';

/** The status of a step */
export type StepStatus =
  /** The step was stopped because the execution or its loop ended */
  | 'cancelled'
  /** The step ended without an error */
  | 'completed'
  /** The step ended with an error */
  | 'failed'
  /** The step is in progress */
  | 'running'
  /** No branch reached the node */
  | 'skipped'
  /** The step waits for a time, a signal, an event or its next attempt */
  | 'waiting';

export type WatchExecutionSubscriptionVariables = Exact<{
  workspaceId: string;
  executionId: string;
  after?: string | null | undefined;
}>;


export type WatchExecutionSubscription = { executionUpdated: { cursor: string, execution: { id: string, flowId: string, flowName: string, flowVersion: number, status: ExecutionStatus, phase: ExecutionPhase, trigger: ExecutionTrigger, startedAt: string, finishedAt: string | null, durationMs: number | null, output: unknown, creditsUsed: string, error: { code: string, message: string } | null }, step: { id: string, nodeId: string, nodeType: string, name: string, status: StepStatus, attempt: number, iteration: string | null, startedAt: string, finishedAt: string | null, durationMs: number | null, output: unknown, error: { code: string, message: string } | null } | null } };

export type WatchWorkspaceSubscriptionVariables = Exact<{
  workspaceId: string;
  after?: string | null | undefined;
  flowIds?: Array<string> | string | null | undefined;
  statuses?: Array<ExecutionStatus> | ExecutionStatus | null | undefined;
  steps?: boolean;
}>;


export type WatchWorkspaceSubscription = { workspaceExecutionUpdated: { cursor: string, execution: { id: string, flowId: string, flowName: string, flowVersion: number, status: ExecutionStatus, phase: ExecutionPhase, trigger: ExecutionTrigger, startedAt: string, finishedAt: string | null, durationMs: number | null, output: unknown, creditsUsed: string, error: { code: string, message: string } | null }, step: { id: string, nodeId: string, nodeType: string, name: string, status: StepStatus, attempt: number, iteration: string | null, startedAt: string, finishedAt: string | null, durationMs: number | null, output: unknown, error: { code: string, message: string } | null } | null } };

export type WatchChangesSubscriptionVariables = Exact<{
  workspaceId: string;
  after?: string | null | undefined;
  types?: Array<ChangedType> | ChangedType | null | undefined;
}>;


export type WatchChangesSubscription = { workspaceChanged: { cursor: string, type: ChangedType, action: ChangeAction, id: string } };
