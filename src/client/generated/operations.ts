// Written by `npm run codegen` from schema/openapi.json.
import type { Call, List, RequestOptions } from '../settings.js';
import type * as Schemas from './schemas.js';

/** The codes of errors. */
export type ErrorCode = "ANSWER_TOO_LARGE" | "BAD_REQUEST" | "BUDGET_EXCEEDED" | "CONFLICT" | "CURSOR_EXPIRED" | "EMAIL_NOT_VERIFIED" | "EXECUTION_NOT_RUNNING" | "FLOW_INVALID" | "FLOW_PAUSED" | "FORBIDDEN" | "INSUFFICIENT_CREDITS" | "INTERNAL" | "INVALID_TOKEN" | "LAST_OWNER" | "METHOD_NOT_ALLOWED" | "MISDIRECTED_REQUEST" | "NAME_TAKEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "PERSISTED_QUERY_NOT_FOUND" | "PRECONDITION_FAILED" | "QUOTA_EXCEEDED" | "RATE_LIMITED" | "REQUEST_TIMEOUT" | "SESSION_REQUIRED" | "TOTP_INVALID" | "TOTP_REQUIRED" | "TRIGGER_TYPE_NOT_WEBHOOK" | "UNAUTHENTICATED" | "UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_FAILED" | "VERSION_CONFLICT";

/** A function for each operation of the REST API. */
export interface Operations {
  /**
   * List flows.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows`
   */
  listFlows(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.FlowSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only flows with this status. */
    status?: Schemas.FlowStatus;
    /** The ID of a folder, or `none` for flows in no folder. */
    folderId?: string;
    /** Only flows with this tag. */
    tag?: string;
    /** Only flows that start in this way. */
    triggerType?: Schemas.TriggerType;
    /** Text to find in name, description and tags. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.FlowOfListFlows>;

  /**
   * Create a flow.
   *
   * The flow is paused until you activate it.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows`
   */
  createFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateFlowInput;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * List node types.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/node-types`
   */
  listNodeTypes(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.NodeType[]>;

  /**
   * Get a flow.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}`
   */
  getFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * Delete a flow.
   *
   * The executions of the flow stay.
   *
   * Requires the capability `flows:write`.
   *
   * `DELETE /workspaces/{workspaceId}/flows/{flowId}`
   */
  deleteFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a flow.
   *
   * Fields that are not sent stay as they are. Each sent field replaces the stored one; `settings` is merged by key. If the flow is not at `expectedVersion`, the request fails with 409 `VERSION_CONFLICT`.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `flows:write`.
   *
   * `PATCH /workspaces/{workspaceId}/flows/{flowId}`
   */
  updateFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body?: Schemas.UpdateFlowInput;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * Validate unsaved content of a flow.
   *
   * Returns the validation rules that the content breaks, and the predicted cost of an execution. Nothing is saved.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/validate`
   */
  validateFlowContent(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body?: Schemas.ValidateFlowContentInput;
  }, options?: RequestOptions): Call<Schemas.FlowValidation>;

  /**
   * Batch flow tags.
   *
   * The only action is `update`, the only field of `data` is `tags`. Operations are carried out in order, with the rules, rights and events of the request for one record. `results` has an entry for each, with the status that this request would have. With `atomic`, all are carried out or none: the first failure is 400 and names `operations[n]`.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/batch`
   */
  batchFlows(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.BatchInput;
  }, options?: RequestOptions): Call<Schemas.BatchResult>;

  /**
   * Import a flow from a file.
   *
   * Returns the new flow, which is paused, and `issues`: the validation rules that it breaks, for example because this workspace lacks a secret.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/import`
   */
  importFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.ImportFlowInput;
  }, options?: RequestOptions): Call<Schemas.ImportedFlow>;

  /**
   * Simulate unsaved content of a flow.
   *
   * Runs `nodes` and `edges` as they are sent, of the flow `flowId` or of none, until `untilNodeId` if it is set. Steps are answered by their mock, the pinned data of their node, what `fromExecutionId` recorded, or the sample of their type.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/simulate`
   */
  simulateContent(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body?: Schemas.SimulateFlowInput;
  }, options?: RequestOptions): Call<Schemas.StartedExecution>;

  /**
   * Evaluate an expression.
   *
   * Returns `value` and `type`, or `error` with its position and a suggestion. The expression reads the recorded data of an execution, or `data`. Secrets cannot be read.
   *
   * Requires the capability `flows:write` and `flows:read`.
   *
   * `POST /workspaces/{workspaceId}/flows/evaluate`
   */
  evaluateExpression(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.EvaluateExpressionInput;
  }, options?: RequestOptions): Call<{
  /** The value, of any type; null if there is an error. */
  value?: unknown;
  /** The type of the value: `string`, `number`, `boolean`, `null`, `array` or `object`; null if there is an error. */
  type?: string;
  /** The expressions whose path has no value in the data: they count as null, or as an empty text. */
  missing?: string[];
  /** Why the expression has no value; null if it has one. */
  error?: Schemas.ExpressionProblem;
}>;

  /**
   * List flow tools.
   *
   * Lists the active flows that assistants can call as tools.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/tools`
   */
  listFlowTools(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.FlowToolSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Text to find in the name and description of the tool. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.FlowTool>;

  /**
   * Validate a flow.
   *
   * Returns the validation rules that the flow breaks, and the predicted cost of an execution.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}/validate`
   */
  validateFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.FlowValidation>;

  /**
   * Regenerate the webhook token of a flow.
   *
   * The old token stops working immediately.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/regenerate-token`
   */
  regenerateWebhookToken(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * List the versions of a flow.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}/versions`
   */
  listFlowVersions(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `version`. */
    sortBy?: Schemas.FlowVersionSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Text to search for, regardless of case. Searched fields: `name`, `description`. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.FlowVersionOfListFlowVersions>;

  /**
   * Get the draft of a flow.
   *
   * Returns 404 if the flow has no draft.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}/draft`
   */
  getFlowDraft(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.FlowDraft>;

  /**
   * Save the draft of a flow.
   *
   * The draft may break validation rules; `validation` lists them. Nothing that runs changes until you publish it. Send the `revision` that you read: if another user saved the draft meanwhile, the request fails with 409 `CONFLICT`.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `flows:write`.
   *
   * `PUT /workspaces/{workspaceId}/flows/{flowId}/draft`
   */
  saveFlowDraft(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body?: Schemas.FlowDraftInput;
  }, options?: RequestOptions): Call<Schemas.FlowDraft>;

  /**
   * Discard the draft of a flow.
   *
   * Requires the capability `flows:write`.
   *
   * `DELETE /workspaces/{workspaceId}/flows/{flowId}/draft`
   */
  discardFlowDraft(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Publish the draft of a flow.
   *
   * The draft becomes the next version, and is deleted. A draft that breaks validation rules is refused with 400 `FLOW_INVALID`. If the flow was published since the draft was begun, the request fails with 409 `CONFLICT` unless it sends the current version as `expectedVersion`.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/publish`
   */
  publishFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body?: Schemas.PublishFlowInput;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * Duplicate a flow.
   *
   * The copy is paused and has its own webhook token.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/duplicate`
   */
  duplicateFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body?: Schemas.CopyFlowInput;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * Export a flow as a file.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}/export`
   */
  exportFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.FlowFile>;

  /**
   * Trigger a flow.
   *
   * Returns immediately; the execution continues in the background. Paused flows can be triggered too.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/trigger`
   */
  triggerFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body?: Schemas.TriggerFlowInput;
  }, options?: RequestOptions): Call<Schemas.StartedExecution>;

  /**
   * Simulate a flow.
   *
   * Nodes with effects return their mock, or the sample of their type, instead of running. Waits end immediately. Paused flows can be simulated too.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/simulate`
   */
  simulateFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The flow. Defaults to that of the input */
    flowId: string;
    body?: Schemas.SimulateFlowInput;
  }, options?: RequestOptions): Call<Schemas.StartedExecution>;

  /**
   * Replay executions with the draft of a flow.
   *
   * Drives the draft, or the current version if there is no draft, with the trigger data of past executions. Effects and waits end as they were recorded, or with the sample of their type if they were not: nothing leaves the server, costs credits or is stored. Each step is compared with the recorded one. A request has at most 20 seconds.
   *
   * Requires the capability `flows:execute` and `flows:read`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/shadow-replay`
   */
  replayExecutions(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body?: Schemas.ShadowReplayInput;
  }, options?: RequestOptions): Call<Schemas.ShadowReplay>;

  /**
   * Call a flow as a tool.
   *
   * Returns 200 with `status`, `output` and `error` when the execution has ended, or 202 with `status: running` after 25 seconds. In that case get the execution later.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/call`
   */
  callFlowTool(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body?: Schemas.CallFlowToolInput;
  }, options?: RequestOptions): Call<Schemas.ExecutionAnswer>;

  /**
   * Get a version of a flow.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}/versions/{version}`
   */
  getFlowVersion(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    /** The number of the version, from 1. */
    version: number;
  }, options?: RequestOptions): Call<Schemas.FlowVersion>;

  /**
   * Compare two versions of a flow.
   *
   * Returns the differences from the version `against` to this one.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}/versions/{version}/diff`
   */
  compareFlowVersions(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    /** The number of the version, from 1. */
    version: number;
    /** The version to compare with; 0 is an empty flow. Defaults to the version before `version`. */
    against?: number;
  }, options?: RequestOptions): Call<Schemas.FlowVersionDiff>;

  /**
   * Restore a version of a flow.
   *
   * The content of the version becomes a new version of the flow, unless it is equal to the current one. If an active flow would become invalid, the request fails with 400 `FLOW_INVALID`.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/{flowId}/versions/{version}/restore`
   */
  restoreFlowVersion(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    /** The number of the version to restore. */
    version: number;
    body?: Schemas.RestoreFlowVersionInput;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * List folders.
   *
   * Each has the number of its flows.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/folders`
   */
  listFolders(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.FolderSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a folder, or `none` for records without one. */
    parentId?: string;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.Folder>;

  /**
   * Create a folder.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/folders`
   */
  createFolder(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateFolderInput;
  }, options?: RequestOptions): Call<Schemas.Folder>;

  /**
   * Get a folder.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/folders/{folderId}`
   */
  getFolder(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the folder. */
    folderId: string;
  }, options?: RequestOptions): Call<Schemas.Folder>;

  /**
   * Delete a folder.
   *
   * Its flows and subfolders move to its parent.
   *
   * Requires the capability `flows:write`.
   *
   * `DELETE /workspaces/{workspaceId}/flows/folders/{folderId}`
   */
  deleteFolder(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the folder. */
    folderId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a folder.
   *
   * A folder cannot be moved into itself or one of its subfolders.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `flows:write`.
   *
   * `PATCH /workspaces/{workspaceId}/flows/folders/{folderId}`
   */
  updateFolder(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the folder. */
    folderId: string;
    body?: Schemas.UpdateFolderInput;
  }, options?: RequestOptions): Call<Schemas.Folder>;

  /**
   * List flow templates.
   *
   * Lists the templates of the workspace and the built-in ones.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/templates`
   */
  listFlowTemplates(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.FlowTemplateSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only templates of this category. */
    category?: string;
    /** Only templates with this tag. */
    tag?: string;
    /** True: only built-in templates. False: only templates of the workspace. */
    builtIn?: boolean;
    /** Text to find in name, description and tags. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.FlowTemplateOfListFlowTemplates>;

  /**
   * Create a flow template.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/templates`
   */
  createFlowTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateFlowTemplateInput;
  }, options?: RequestOptions): Call<Schemas.FlowTemplate>;

  /**
   * Get a flow template.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/templates/{templateId}`
   */
  getFlowTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the template. */
    templateId: string;
  }, options?: RequestOptions): Call<Schemas.FlowTemplate>;

  /**
   * Delete a flow template.
   *
   * Flows that were created from the template stay. Fails with 409 `CONFLICT` for built-in templates.
   *
   * Requires the capability `flows:write`.
   *
   * `DELETE /workspaces/{workspaceId}/flows/templates/{templateId}`
   */
  deleteFlowTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the template. */
    templateId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a flow template.
   *
   * Flows that were created from the template stay unchanged. Fails with 409 `CONFLICT` for built-in templates.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `flows:write`.
   *
   * `PATCH /workspaces/{workspaceId}/flows/templates/{templateId}`
   */
  updateFlowTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the template. */
    templateId: string;
    body?: Schemas.UpdateFlowTemplateInput;
  }, options?: RequestOptions): Call<Schemas.FlowTemplate>;

  /**
   * Create a flow from a template.
   *
   * The flow is paused. Later changes of the template do not affect it.
   *
   * Requires the capability `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/flows/templates/{templateId}/use`
   */
  createFlowFromTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the template. */
    templateId: string;
    body?: Schemas.CopyFlowInput;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * List secrets.
   *
   * Values are masked.
   *
   * API keys require the capability `flows:read`; members require none.
   *
   * `GET /workspaces/{workspaceId}/flows/secrets`
   */
  listSecrets(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.SecretSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a flow, or `none` for records without one. */
    flowId?: string;
    /** Text to search for, regardless of case. Searched fields: `name`, `description`. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.SecretOfListSecrets>;

  /**
   * Create a secret.
   *
   * The value is sent in this request only and never returned.
   *
   * Requires the capability `boveda:manage`.
   *
   * `POST /workspaces/{workspaceId}/flows/secrets`
   */
  createSecret(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateSecretInput;
  }, options?: RequestOptions): Call<Schemas.SecretOfListSecrets>;

  /**
   * Get a secret.
   *
   * The value is masked; `usedBy` lists the flows that use it.
   *
   * API keys require the capability `flows:read`; members require none.
   *
   * `GET /workspaces/{workspaceId}/flows/secrets/{secretId}`
   */
  getSecret(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the secret. */
    secretId: string;
  }, options?: RequestOptions): Call<Schemas.Secret>;

  /**
   * Delete a secret.
   *
   * Allowed while flows use it: their steps that use it then fail with `SECRET_MISSING`.
   *
   * Requires the capability `boveda:manage`.
   *
   * `DELETE /workspaces/{workspaceId}/flows/secrets/{secretId}`
   */
  deleteSecret(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the secret. */
    secretId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a secret.
   *
   * Flows that use the old name are not rewritten: their steps that use it fail with `SECRET_MISSING`.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `boveda:manage`.
   *
   * `PATCH /workspaces/{workspaceId}/flows/secrets/{secretId}`
   */
  updateSecret(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the secret. */
    secretId: string;
    body?: Schemas.UpdateSecretInput;
  }, options?: RequestOptions): Call<Schemas.SecretOfListSecrets>;

  /**
   * List global variables.
   *
   * API keys require the capability `flows:read`; members require none.
   *
   * `GET /workspaces/{workspaceId}/flows/global-vars`
   */
  listGlobalVariables(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.GlobalVariableSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Text to search for, regardless of case. Searched fields: `name`, `description`. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.GlobalVariableOfListGlobalVariables>;

  /**
   * Create a global variable.
   *
   * API keys require the capability `flows:write`; members require none.
   *
   * `POST /workspaces/{workspaceId}/flows/global-vars`
   */
  createGlobalVariable(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateGlobalVariableInput;
  }, options?: RequestOptions): Call<Schemas.GlobalVariableOfListGlobalVariables>;

  /**
   * Get a global variable.
   *
   * `usedBy` lists the flows that use it.
   *
   * API keys require the capability `flows:read`; members require none.
   *
   * `GET /workspaces/{workspaceId}/flows/global-vars/{varId}`
   */
  getGlobalVariable(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the global variable. */
    varId: string;
  }, options?: RequestOptions): Call<Schemas.GlobalVariable>;

  /**
   * Delete a global variable.
   *
   * Steps of flows that still use it fail with `GLOBAL_VAR_MISSING`.
   *
   * API keys require the capability `flows:write`; members require none.
   *
   * `DELETE /workspaces/{workspaceId}/flows/global-vars/{varId}`
   */
  deleteGlobalVariable(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the global variable. */
    varId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a global variable.
   *
   * Flows that use its former name are not rewritten: their steps that read it fail with `GLOBAL_VAR_MISSING`.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * API keys require the capability `flows:write`; members require none.
   *
   * `PATCH /workspaces/{workspaceId}/flows/global-vars/{varId}`
   */
  updateGlobalVariable(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the global variable. */
    varId: string;
    body?: Schemas.UpdateGlobalVariableInput;
  }, options?: RequestOptions): Call<Schemas.GlobalVariableOfListGlobalVariables>;

  /**
   * List executions.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/executions`
   */
  listExecutions(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.ExecutionSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only executions with this status */
    status?: Schemas.ExecutionStatus;
    /** Only executions that were started in this way */
    trigger?: Schemas.ExecutionTrigger;
    /** Only executions in this phase */
    phase?: Schemas.ExecutionPhase;
    /** The ID of the flow. */
    flowId?: string;
    /** Created at or after this ISO 8601 time, or on or after this date (UTC) */
    from?: string;
    /** Created at or before this ISO 8601 time, or on or before this date (UTC) */
    to?: string;
    /** Text to search for, regardless of case. Searched fields: the present name of the flow; or the whole ID of an execution. */
    search?: string;
    /** Only executions that failed with an error of this code */
    errorCode?: string;
    /** Only executions that failed at this node */
    nodeId?: string;
    /** Only executions of this version of the flow */
    flowVersion?: number;
  }, options?: RequestOptions): List<Schemas.ExecutionOfListExecutions>;

  /**
   * List the executions of a flow.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/{flowId}/executions`
   */
  listFlowExecutions(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.ExecutionSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only executions with this status */
    status?: Schemas.ExecutionStatus;
    /** Only executions that were started in this way */
    trigger?: Schemas.ExecutionTrigger;
    /** Only executions in this phase */
    phase?: Schemas.ExecutionPhase;
    /** Created at or after this ISO 8601 time, or on or after this date (UTC) */
    from?: string;
    /** Created at or before this ISO 8601 time, or on or before this date (UTC) */
    to?: string;
    /** Text to search for, regardless of case. Searched fields: the present name of the flow; or the whole ID of an execution. */
    search?: string;
    /** Only executions that failed with an error of this code */
    errorCode?: string;
    /** Only executions that failed at this node */
    nodeId?: string;
    /** Only executions of this version of the flow */
    flowVersion?: number;
  }, options?: RequestOptions): List<Schemas.ExecutionOfListExecutions>;

  /**
   * Get an execution.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/executions/{executionId}`
   */
  getExecution(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the execution. */
    executionId: string;
  }, options?: RequestOptions): Call<Schemas.Execution>;

  /**
   * Retry executions.
   *
   * Retries ended executions, by default failed ones, that were not retried before. `from`, `nodeId`, `version` and `triggerData` are those of the retry of one execution, and apply to each. At most 100 executions are processed, oldest first. If there are more, `next` is not null: send it as `after` with the same filter. `skipped` lists executions that were left as they are, with the reason. `dryRun` only counts. A request with `after` leaves out retries of executions before it; with `to`, only what was created later is left out.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/executions/retry`
   */
  retryExecutions(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.ExecutionBulkInput;
  }, options?: RequestOptions): Call<{
  /** The number of executions that were retried or cancelled; with `dryRun`, of those that match. */
  count?: number;
  /** The executions that a retry started, or that were cancelled. Null with `dryRun`. */
  executionIds?: string[];
  /** Those that were left as they are. Null with `dryRun`. */
  skipped?: Schemas.SkippedExecution[];
  /** Send it as `after` to continue with the other executions; null at the end. */
  next?: string;
}>;

  /**
   * Cancel executions.
   *
   * Cancels running executions with the executions that they called. At most 100 executions are processed, oldest first. If there are more, `next` is not null: send it as `after` with the same filter. `skipped` lists executions that were left as they are, with the reason. `dryRun` only counts.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/executions/cancel`
   */
  cancelExecutions(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.ExecutionBulkInput;
  }, options?: RequestOptions): Call<{
  /** The number of executions that were retried or cancelled; with `dryRun`, of those that match. */
  count?: number;
  /** The executions that a retry started, or that were cancelled. Null with `dryRun`. */
  executionIds?: string[];
  /** Those that were left as they are. Null with `dryRun`. */
  skipped?: Schemas.SkippedExecution[];
  /** Send it as `after` to continue with the other executions; null at the end. */
  next?: string;
}>;

  /**
   * List the causes of failed executions.
   *
   * Groups the newest 10,000 failed executions by flow, version, node and error code, that of the newest failure first. `hours` counts those of the last 24 hours. Simulations are left out.
   *
   * Requires the capability `flows:read`.
   *
   * `GET /workspaces/{workspaceId}/flows/executions/error-groups`
   */
  listExecutionErrorGroups(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Only executions of this flow */
    flowId?: string;
    /** Created at or after this ISO 8601 time, or on or after this date (UTC) */
    from?: string;
    /** How many to return. Defaults to 20, at most 100; higher values count as 100 */
    limit?: number;
  }, options?: RequestOptions): Call<Schemas.ExecutionErrorGroup[]>;

  /**
   * Cancel an execution.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/executions/{executionId}/cancel`
   */
  cancelExecution(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the execution. */
    executionId: string;
  }, options?: RequestOptions): Call<Schemas.ExecutionOfListExecutions>;

  /**
   * Retry an execution.
   *
   * Uses the same flow version and trigger data unless the request names others. `from: "failed"` keeps the steps that have completed, `from: "step"` those that do not come after `nodeId`, `from: "start"` runs all steps again.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/executions/{executionId}/retry`
   */
  retryExecution(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the execution. */
    executionId: string;
    body?: Schemas.RetryExecutionInput;
  }, options?: RequestOptions): Call<Schemas.StartedExecution>;

  /**
   * Decide an approval.
   *
   * Requires the capability `flows:execute`.
   *
   * `POST /workspaces/{workspaceId}/flows/executions/{executionId}/approvals/{stepId}`
   */
  decideApproval(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the execution. */
    executionId: string;
    /** The ID of the step. */
    stepId: string;
    body: Schemas.DecideApprovalInput;
  }, options?: RequestOptions): Call<Schemas.ExecutionOfListExecutions>;

  /**
   * Run a flow by webhook with GET.
   *
   * The trigger must list GET in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `GET /flows/run`
   */
  runWebhookWithGet(input: {
    /** The token in the flow's webhook URL */
    token: string;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook with PUT.
   *
   * The trigger must list PUT in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `PUT /flows/run`
   */
  runWebhookWithPut(input: {
    /** The token in the flow's webhook URL */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook.
   *
   * The body becomes `triggerData` in the flow: a JSON value, the fields of a form, or a text. Of other types, the flow reads it as `request.rawBody`. No API key is needed. With `responseMode: "result"` the response is 200 with `status`, `output` and `error` once the execution has ended, or 202 after 25 seconds; a flow with the node `webhook.respond` defines the status, headers and body of the response itself.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `POST /flows/run`
   */
  runWebhook(input: {
    /** The token in the flow's webhook URL */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook with DELETE.
   *
   * The trigger must list DELETE in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `DELETE /flows/run`
   */
  runWebhookWithDelete(input: {
    /** The token in the flow's webhook URL */
    token: string;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook with PATCH.
   *
   * The trigger must list PATCH in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `PATCH /flows/run`
   */
  runWebhookWithPatch(input: {
    /** The token in the flow's webhook URL */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook and path with GET.
   *
   * The flow reads the rest of the path as `request.path`. The trigger must list GET in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `GET /flows/run/{suffix}`
   */
  runWebhookBySuffixWithGet(input: {
    /** What follows `/flows/run/` in the path of the request. Defaults to nothing */
    suffix: string;
    /** The token in the flow's webhook URL */
    token: string;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook and path with PUT.
   *
   * The flow reads the rest of the path as `request.path`. The trigger must list PUT in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `PUT /flows/run/{suffix}`
   */
  runWebhookBySuffixWithPut(input: {
    /** What follows `/flows/run/` in the path of the request. Defaults to nothing */
    suffix: string;
    /** The token in the flow's webhook URL */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook and path.
   *
   * The flow reads the rest of the path as `request.path`. The body becomes `triggerData` in the flow: a JSON value, the fields of a form, or a text. Of other types, the flow reads it as `request.rawBody`. No API key is needed. With `responseMode: "result"` the response is 200 with `status`, `output` and `error` once the execution has ended, or 202 after 25 seconds; a flow with the node `webhook.respond` defines the status, headers and body of the response itself.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `POST /flows/run/{suffix}`
   */
  runWebhookBySuffix(input: {
    /** What follows `/flows/run/` in the path of the request. Defaults to nothing */
    suffix: string;
    /** The token in the flow's webhook URL */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook and path with DELETE.
   *
   * The flow reads the rest of the path as `request.path`. The trigger must list DELETE in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `DELETE /flows/run/{suffix}`
   */
  runWebhookBySuffixWithDelete(input: {
    /** What follows `/flows/run/` in the path of the request. Defaults to nothing */
    suffix: string;
    /** The token in the flow's webhook URL */
    token: string;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Run a flow by webhook and path with PATCH.
   *
   * The flow reads the rest of the path as `request.path`. The trigger must list PATCH in `methods`; otherwise the response is 405 with `Allow`. The response is that of POST.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `PATCH /flows/run/{suffix}`
   */
  runWebhookBySuffixWithPatch(input: {
    /** What follows `/flows/run/` in the path of the request. Defaults to nothing */
    suffix: string;
    /** The token in the flow's webhook URL */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<{
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
  /** The status of the execution; null if the call did not wait for the end */
  status: Schemas.ExecutionStatus;
  /** The output of the execution, any value; null if the call did not wait for the end */
  output: unknown;
  error?: Schemas.ExecutionError;
} | {
  /** ID of the execution; null if the request started none: a verification request or a preflight */
  executionId: string;
}>;

  /**
   * Get an approval request by token.
   *
   * Does not decide the request. The token comes from the approval link; no API key is needed.
   *
   * Requires no authentication.
   *
   * `GET /approvals`
   */
  getApprovalRequest(input: {
    /** The token of the approval link, after `#token=` */
    token: string;
  }, options?: RequestOptions): Call<Schemas.ApprovalRequest>;

  /**
   * Decide an approval by token.
   *
   * A link that was created for an approver needs a confirmation: the first call returns 202 with `confirmation: "sent"` and mails the approver a code of six digits, which is valid for 10 minutes. The call with this `code` decides. A signed-in member with the address of the approver decides at once.
   *
   * Requires no authentication.
   *
   * `POST /approvals`
   */
  decideApprovalByLink(input: {
    /** The token of the approval link, after `#token=` */
    token: string;
    body: Schemas.DecideApprovalByLinkInput;
  }, options?: RequestOptions): Call<{
  /** The name of the flow whose execution waits */
  flowName: string;
  /** The message of the step: what is to be approved */
  message: string | null;
  /** Email address of the approver for whom the link was created; null if the step names no approvers */
  approver: string | null;
  /** Whether a decision is still accepted. False once the request was decided or has timed out, or the execution has ended */
  open: boolean;
  /** When the request times out; null if it has no timeout */
  closesAt: string | null;
} | {
  /** `sent` if the decision was not recorded yet: a code was mailed to the approver, and the decision must be sent again with it. Otherwise null */
  confirmation: Schemas.ApprovalConfirmation;
}>;

  /**
   * List members and pending invitations.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `GET /workspaces/{workspaceId}/members`
   */
  listMembers(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.MemberSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only members with this text in their name or email, case-insensitive. */
    search?: string;
    /** Only members with this status. */
    status?: Schemas.MemberStatus;
    /** Only members with this role. */
    role?: Schemas.Role;
  }, options?: RequestOptions): List<Schemas.MemberOfListMembers>;

  /**
   * Invite a member.
   *
   * The token can be used once, within seven days, with `POST /auth/accept-invite`. If `SMTP_URL` is set it is only mailed: `inviteToken` is null, and `mailed` is true if the mail server accepted it. Resend the invitation if it did not.
   *
   * Requires an access token; API keys are not accepted. Requires the capability `members:manage`.
   *
   * `POST /workspaces/{workspaceId}/members`
   */
  inviteMember(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.InviteMemberInput;
  }, options?: RequestOptions): Call<Schemas.InvitedMember>;

  /**
   * Get a member.
   *
   * `owns` is what runs as the member or their API keys, and stops with them: after a removal, or with `role` after that change of the role. It is null unless it is about you, or you have `members:manage`.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `GET /workspaces/{workspaceId}/members/{userId}`
   */
  getMember(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the user. */
    userId: string;
    /** List only what this role would stop; everything by default. */
    role?: Schemas.Role;
  }, options?: RequestOptions): Call<Schemas.Member>;

  /**
   * Remove a member.
   *
   * Their API keys are revoked, and what runs as them is paused: `paused`. The last OWNER cannot be removed: 409 `LAST_OWNER`.
   *
   * Requires an access token; API keys are not accepted. Requires the capability `members:manage`.
   *
   * `DELETE /workspaces/{workspaceId}/members/{userId}`
   */
  removeMember(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the user. */
    userId: string;
  }, options?: RequestOptions): Call<Schemas.Removed>;

  /**
   * Leave a workspace.
   *
   * Allowed in every role. The last OWNER cannot leave: 409 `LAST_OWNER`.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /workspaces/{workspaceId}/members/leave`
   */
  leaveWorkspace(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.Removed>;

  /**
   * Update a member's role and capabilities.
   *
   * Flows and webhooks that need capabilities which the member loses are paused: `paused`. The last OWNER cannot be demoted: 409 `LAST_OWNER`.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires an access token; API keys are not accepted. Requires the capability `members:manage`.
   *
   * `PATCH /workspaces/{workspaceId}/members/{userId}/role`
   */
  updateMember(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the user. */
    userId: string;
    body: Schemas.ChangeMemberRoleInput;
  }, options?: RequestOptions): Call<Schemas.MemberOfUpdateMember>;

  /**
   * Revoke an invitation.
   *
   * Requires an access token; API keys are not accepted. Requires the capability `members:manage`.
   *
   * `DELETE /workspaces/{workspaceId}/members/invitations/{invitationId}`
   */
  revokeInvitation(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the invitation. */
    invitationId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Resend an invitation.
   *
   * Requires an access token; API keys are not accepted. Requires the capability `members:manage`.
   *
   * `POST /workspaces/{workspaceId}/members/invitations/{invitationId}/resend`
   */
  resendInvitation(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the invitation. */
    invitationId: string;
  }, options?: RequestOptions): Call<Schemas.InvitedMember>;

  /**
   * Search the workspace.
   *
   * Each requested type is a key of the answer. Types that the caller cannot read are empty.
   *
   * `GET /workspaces/{workspaceId}/search`
   */
  searchWorkspace(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Query, 1 to 120 characters. */
    q: string;
    /** Types to search. Defaults to all. */
    types?: Schemas.SearchType[];
    /** Hits of each type. Defaults to 10, at most 25. */
    limit?: number;
  }, options?: RequestOptions): Call<{
  /** Hits of the type contacts; null if it was not requested. */
  contacts?: Schemas.SearchHit[];
  /** Hits of the type flows; null if it was not requested. */
  flows?: Schemas.SearchHit[];
  /** Hits of the type pipelines; null if it was not requested. */
  pipelines?: Schemas.SearchHit[];
  /** Hits of the type agents; null if it was not requested. */
  agents?: Schemas.SearchHit[];
  /** Hits of the type voiceAgents; null if it was not requested. */
  voiceAgents?: Schemas.SearchHit[];
  /** Hits of the type campaigns; null if it was not requested. */
  campaigns?: Schemas.SearchHit[];
  /** Hits of the type emailTemplates; null if it was not requested. */
  emailTemplates?: Schemas.SearchHit[];
  /** Hits of the type whatsappTemplates; null if it was not requested. */
  whatsappTemplates?: Schemas.SearchHit[];
  /** Hits of the type conversations; null if it was not requested. */
  conversations?: Schemas.SearchHit[];
  /** Hits of the type calendarEvents; null if it was not requested. */
  calendarEvents?: Schemas.SearchHit[];
  /** Hits of the type knowledgeDocs; null if it was not requested. */
  knowledgeDocs?: Schemas.SearchHit[];
  /** Hits of the type callCampaigns; null if it was not requested. */
  callCampaigns?: Schemas.SearchHit[];
  /** Hits of the type callerIds; null if it was not requested. */
  callerIds?: Schemas.SearchHit[];
}>;

  /**
   * List company contexts.
   *
   * Requires the capability `contexts:read`.
   *
   * `GET /workspaces/{workspaceId}/company-contexts`
   */
  listCompanyContexts(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.CompanyContextSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `isDefault`. */
    isDefault?: boolean;
    /** Text to search for, regardless of case. Searched fields: `name`, `companyName`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.CompanyContext>;

  /**
   * Create a company context.
   *
   * With `autoScrape` and `websiteUrl`, the website is analyzed first, and what is found fills the fields that are not sent. If the website cannot be read, nothing is created.
   *
   * Requires the capability `contexts:write`.
   *
   * `POST /workspaces/{workspaceId}/company-contexts`
   */
  createCompanyContext(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateCompanyContextInput;
  }, options?: RequestOptions): Call<Schemas.CompanyContext>;

  /**
   * Get the default company context.
   *
   * Returns 404 if no context has `isDefault`.
   *
   * Requires the capability `contexts:read`.
   *
   * `GET /workspaces/{workspaceId}/company-contexts/default`
   */
  getDefaultCompanyContext(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.CompanyContext>;

  /**
   * Get a company context.
   *
   * Requires the capability `contexts:read`.
   *
   * `GET /workspaces/{workspaceId}/company-contexts/{companyContextId}`
   */
  getCompanyContext(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the company context. */
    companyContextId: string;
  }, options?: RequestOptions): Call<Schemas.CompanyContext>;

  /**
   * Update a company context.
   *
   * Changes only the fields that are sent.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `contexts:write`.
   *
   * `PUT /workspaces/{workspaceId}/company-contexts/{companyContextId}`
   */
  updateCompanyContext(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the company context. */
    companyContextId: string;
    body?: Schemas.UpdateCompanyContextInput;
  }, options?: RequestOptions): Call<Schemas.CompanyContext>;

  /**
   * Delete a company context.
   *
   * Requires the capability `contexts:write`.
   *
   * `DELETE /workspaces/{workspaceId}/company-contexts/{companyContextId}`
   */
  deleteCompanyContext(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the company context. */
    companyContextId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Analyze a website.
   *
   * Reads the page and up to five more pages of the same website, and stores nothing. If the page cannot be read, `details[].rule` is the reason: `OUTBOUND_BLOCKED`, `OUTBOUND_TIMEOUT`, `OUTBOUND_TOO_LARGE`, `OUTBOUND_REDIRECTS`, `OUTBOUND_FAILED`, `SITE_STATUS`, `SITE_NOT_HTML` or `SITE_TOO_COMPLEX`.
   *
   * Requires the capability `contexts:write`.
   *
   * `POST /workspaces/{workspaceId}/company-contexts/analyze-site`
   */
  analyzeSite(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.AnalyzeSiteInput;
  }, options?: RequestOptions): Call<Schemas.SiteAnalysis>;

  /**
   * Rescrape the website of a company context.
   *
   * Reads `websiteUrl` again. What is found replaces the stored fields; `contactInfo` is merged by key.
   *
   * Requires the capability `contexts:write`.
   *
   * `POST /workspaces/{workspaceId}/company-contexts/{companyContextId}/rescrape`
   */
  rescrapeCompanyContext(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the company context. */
    companyContextId: string;
  }, options?: RequestOptions): Call<Schemas.CompanyContext>;

  /**
   * Generate an assistant prompt.
   *
   * The configured model writes the prompt; without a model, or if it fails, a template does. Nothing is stored.
   *
   * Requires the capability `contexts:write`.
   *
   * `POST /workspaces/{workspaceId}/company-contexts/{companyContextId}/generate-prompt`
   */
  generateAssistantPrompt(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the company context. */
    companyContextId: string;
    body?: Schemas.GeneratePromptInput;
  }, options?: RequestOptions): Call<Schemas.AssistantPrompt>;

  /**
   * List CRM event types.
   *
   * Requires the capability `crmEvents:read`.
   *
   * `GET /workspaces/{workspaceId}/crm-events/types`
   */
  listCrmEventTypes(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.CrmEventTypeEntry[]>;

  /**
   * Subscribe a flow to a CRM event.
   *
   * The event replaces the previous trigger of the flow. Returns the flow in its new version.
   *
   * Requires the capability `crmEvents:write` and `flows:write`.
   *
   * `POST /workspaces/{workspaceId}/crm-events/flows/{flowId}/subscribe`
   */
  subscribeFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
    body: Schemas.SubscribeFlowInput;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * Unsubscribe a flow from its CRM event.
   *
   * The trigger of the flow becomes `manual`. Returns the flow.
   *
   * Requires the capability `crmEvents:write` and `flows:write`.
   *
   * `DELETE /workspaces/{workspaceId}/crm-events/flows/{flowId}/subscribe`
   */
  unsubscribeFlow(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the flow. */
    flowId: string;
  }, options?: RequestOptions): Call<Schemas.Flow>;

  /**
   * Create the default follow-up sequence.
   *
   * Returns 201 with the new sequence, or 200 with the existing one.
   *
   * Requires the capability `followups:write`.
   *
   * `POST /workspaces/{workspaceId}/follow-up/default-sequence`
   */
  createDefaultFollowUpSequence(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.FollowUpSequence>;

  /**
   * List follow-up sequences.
   *
   * Requires the capability `followups:read`.
   *
   * `GET /workspaces/{workspaceId}/follow-up/sequences`
   */
  listFollowUpSequences(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.FollowUpSequenceSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of an agent. */
    agentId?: string;
    /** Filters by `isActive`. */
    isActive?: boolean;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.FollowUpSequence>;

  /**
   * Create a follow-up sequence.
   *
   * Requires the capability `followups:write`.
   *
   * `POST /workspaces/{workspaceId}/follow-up/sequences`
   */
  createFollowUpSequence(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateFollowUpSequenceInput;
  }, options?: RequestOptions): Call<Schemas.FollowUpSequence>;

  /**
   * Get a follow-up sequence.
   *
   * Requires the capability `followups:read`.
   *
   * `GET /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}`
   */
  getFollowUpSequence(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
  }, options?: RequestOptions): Call<Schemas.FollowUpSequence>;

  /**
   * Delete a follow-up sequence.
   *
   * Requires the capability `followups:write`.
   *
   * `DELETE /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}`
   */
  deleteFollowUpSequence(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a follow-up sequence.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `followups:write`.
   *
   * `PATCH /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}`
   */
  updateFollowUpSequence(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
    body?: Schemas.UpdateFollowUpSequenceInput;
  }, options?: RequestOptions): Call<Schemas.FollowUpSequence>;

  /**
   * Create a follow-up step.
   *
   * Inserts the step at the position in `stepNumber`, or at the end, and renumbers the others.
   *
   * Requires the capability `followups:write`.
   *
   * `POST /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}/steps`
   */
  createFollowUpStep(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
    body: Schemas.FollowUpStepInput;
  }, options?: RequestOptions): Call<Schemas.FollowUpStep>;

  /**
   * List follow-up enrollments.
   *
   * Requires the capability `followups:read`.
   *
   * `GET /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}/enrollments`
   */
  listFollowUpEnrollments(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.FollowUpEnrollmentSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a contact. */
    contactId?: string;
    /** Filters by the ID of a conversation. */
    conversationId?: string;
    /** Filters by `agentId`. */
    agentId?: string;
    /** Filters by `status`. */
    status?: Schemas.FollowUpEnrollmentStatus;
    /** Text to search for, regardless of case. Searched fields: the name, email, phone and company of the contact. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.FollowUpEnrollment>;

  /**
   * Get a follow-up step.
   *
   * Its `ETag` changes with every change of the sequence.
   *
   * Requires the capability `followups:read`.
   *
   * `GET /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}/steps/{followUpStepId}`
   */
  getFollowUpStep(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
    /** The ID of the follow-up step. */
    followUpStepId: string;
  }, options?: RequestOptions): Call<Schemas.FollowUpStep>;

  /**
   * Delete a follow-up step.
   *
   * Renumbers the steps after it.
   *
   * Requires the capability `followups:write`.
   *
   * `DELETE /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}/steps/{followUpStepId}`
   */
  deleteFollowUpStep(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
    /** The ID of the follow-up step. */
    followUpStepId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a follow-up step.
   *
   * Changes only the fields in the request. `stepNumber` moves the step.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `followups:write`.
   *
   * `PATCH /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}/steps/{followUpStepId}`
   */
  updateFollowUpStep(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
    /** The ID of the follow-up step. */
    followUpStepId: string;
    body?: Schemas.UpdateFollowUpStepInput;
  }, options?: RequestOptions): Call<Schemas.FollowUpStep>;

  /**
   * Get a follow-up enrollment.
   *
   * Requires the capability `followups:read`.
   *
   * `GET /workspaces/{workspaceId}/follow-up/sequences/{followUpSequenceId}/enrollments/{followUpEnrollmentId}`
   */
  getFollowUpEnrollment(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the follow-up sequence. */
    followUpSequenceId: string;
    /** The ID of the follow-up enrollment. */
    followUpEnrollmentId: string;
  }, options?: RequestOptions): Call<Schemas.FollowUpEnrollment>;

  /**
   * List voice agents.
   *
   * Requires the capability `voiceAgents:read`.
   *
   * `GET /workspaces/{workspaceId}/voice-agents`
   */
  listVoiceAgents(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.VoiceAgentSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `language`. */
    language?: string;
    /** Filters by the ID of a company context. */
    companyContextId?: string;
    /** Filters by the ID of a flow. */
    flowId?: string;
    /** Filters by `isActive`. */
    isActive?: boolean;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.VoiceAgent>;

  /**
   * Create a voice agent.
   *
   * Requires the capability `voiceAgents:write`.
   *
   * `POST /workspaces/{workspaceId}/voice-agents`
   */
  createVoiceAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateVoiceAgentInput;
  }, options?: RequestOptions): Call<Schemas.VoiceAgent>;

  /**
   * Get a voice agent.
   *
   * Requires the capability `voiceAgents:read`.
   *
   * `GET /workspaces/{workspaceId}/voice-agents/{voiceAgentId}`
   */
  getVoiceAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the voice agent. */
    voiceAgentId: string;
  }, options?: RequestOptions): Call<Schemas.VoiceAgent>;

  /**
   * Delete a voice agent.
   *
   * Requires the capability `voiceAgents:write`.
   *
   * `DELETE /workspaces/{workspaceId}/voice-agents/{voiceAgentId}`
   */
  deleteVoiceAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the voice agent. */
    voiceAgentId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a voice agent.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `voiceAgents:write`.
   *
   * `PATCH /workspaces/{workspaceId}/voice-agents/{voiceAgentId}`
   */
  updateVoiceAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the voice agent. */
    voiceAgentId: string;
    body?: Schemas.UpdateVoiceAgentInput;
  }, options?: RequestOptions): Call<Schemas.VoiceAgent>;

  /**
   * List voice calls.
   *
   * Requires the capability `voiceAgents:read`.
   *
   * `GET /workspaces/{workspaceId}/voice-calls`
   */
  listVoiceCalls(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.VoiceCallSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a voice agent. */
    voiceAgentId?: string;
    /** Filters by the ID of a contact. */
    contactId?: string;
    /** Filters by `direction`. */
    direction?: Schemas.VoiceCallDirection;
    /** Filters by `status`. */
    status?: Schemas.VoiceCallStatus;
    /** Text to search for, regardless of case. Searched fields: `from`, `to`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.VoiceCall>;

  /**
   * Create a voice call.
   *
   * Requires the capability `voiceAgents:write`.
   *
   * `POST /workspaces/{workspaceId}/voice-calls`
   */
  createVoiceCall(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateVoiceCallInput;
  }, options?: RequestOptions): Call<Schemas.VoiceCall>;

  /**
   * Get a voice call.
   *
   * Requires the capability `voiceAgents:read`.
   *
   * `GET /workspaces/{workspaceId}/voice-calls/{voiceCallId}`
   */
  getVoiceCall(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the voice call. */
    voiceCallId: string;
  }, options?: RequestOptions): Call<Schemas.VoiceCall>;

  /**
   * Update a voice call.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `voiceAgents:write`.
   *
   * `PATCH /workspaces/{workspaceId}/voice-calls/{voiceCallId}`
   */
  updateVoiceCall(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the voice call. */
    voiceCallId: string;
    body?: Schemas.UpdateVoiceCallInput;
  }, options?: RequestOptions): Call<Schemas.VoiceCall>;

  /**
   * Receive a call status from Twilio.
   *
   * Twilio gets this URL with each call; `token` identifies the call. The request must be signed with `X-Twilio-Signature`.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `POST /voice/status`
   */
  receiveCallStatus(input: {
    /** The signed token of the callback URL, which identifies the call. */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<boolean>;

  /**
   * List call campaigns.
   *
   * Requires the capability `callCampaigns:read`.
   *
   * `GET /workspaces/{workspaceId}/call-campaigns`
   */
  listCallCampaigns(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.CallCampaignSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a voice agent. */
    voiceAgentId?: string;
    /** Filters by the ID of a caller ID. */
    callerId?: string;
    /** Filters by `status`. */
    status?: Schemas.CallCampaignStatus;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.CallCampaign>;

  /**
   * Create a call campaign.
   *
   * Requires the capability `callCampaigns:write`.
   *
   * `POST /workspaces/{workspaceId}/call-campaigns`
   */
  createCallCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateCallCampaignInput;
  }, options?: RequestOptions): Call<Schemas.CallCampaign>;

  /**
   * Get a call campaign.
   *
   * Requires the capability `callCampaigns:read`.
   *
   * `GET /workspaces/{workspaceId}/call-campaigns/{callCampaignId}`
   */
  getCallCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the call campaign. */
    callCampaignId: string;
  }, options?: RequestOptions): Call<Schemas.CallCampaign>;

  /**
   * Delete a call campaign.
   *
   * Requires the capability `callCampaigns:write`.
   *
   * `DELETE /workspaces/{workspaceId}/call-campaigns/{callCampaignId}`
   */
  deleteCallCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the call campaign. */
    callCampaignId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a call campaign.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `callCampaigns:write`.
   *
   * `PATCH /workspaces/{workspaceId}/call-campaigns/{callCampaignId}`
   */
  updateCallCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the call campaign. */
    callCampaignId: string;
    body?: Schemas.UpdateCallCampaignInput;
  }, options?: RequestOptions): Call<Schemas.CallCampaign>;

  /**
   * List caller IDs.
   *
   * Requires the capability `callerIds:read`.
   *
   * `GET /workspaces/{workspaceId}/caller-ids`
   */
  listCallerIds(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.CallerIdSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `phone`. */
    phone?: string;
    /** Filters by `verified`. */
    verified?: boolean;
    /** Text to search for, regardless of case. Searched fields: `name`, `phone`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.CallerId>;

  /**
   * Create a caller ID.
   *
   * Requires the capability `callerIds:write`.
   *
   * `POST /workspaces/{workspaceId}/caller-ids`
   */
  createCallerId(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateCallerIdInput;
  }, options?: RequestOptions): Call<Schemas.CallerId>;

  /**
   * Get a caller ID.
   *
   * Requires the capability `callerIds:read`.
   *
   * `GET /workspaces/{workspaceId}/caller-ids/{callerIdId}`
   */
  getCallerId(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the caller ID. */
    callerIdId: string;
  }, options?: RequestOptions): Call<Schemas.CallerId>;

  /**
   * Delete a caller ID.
   *
   * Requires the capability `callerIds:write`.
   *
   * `DELETE /workspaces/{workspaceId}/caller-ids/{callerIdId}`
   */
  deleteCallerId(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the caller ID. */
    callerIdId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a caller ID.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `callerIds:write`.
   *
   * `PATCH /workspaces/{workspaceId}/caller-ids/{callerIdId}`
   */
  updateCallerId(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the caller ID. */
    callerIdId: string;
    body?: Schemas.UpdateCallerIdInput;
  }, options?: RequestOptions): Call<Schemas.CallerId>;

  /**
   * Get a usage summary.
   *
   * For the owner of the account, of all its workspaces unless `scope=workspace`; for other members, of this workspace.
   *
   * Requires the capability `usage:read`.
   *
   * `GET /workspaces/{workspaceId}/usage/summary`
   */
  getUsageSummary(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Only at or after this ISO 8601 time; a date stands for the start of its UTC day. Defaults to the start of the month. */
    from?: string;
    /** Only at or before this ISO 8601 time; a date stands for the end of its UTC day. Defaults to the end of the month. */
    to?: string;
    /** `account` for all workspaces of the account, or `workspace`. Defaults to `account` for the owner of the account, `workspace` for others. */
    scope?: Schemas.UsageScope;
  }, options?: RequestOptions): Call<Schemas.UsageSummary>;

  /**
   * Get the wallet.
   *
   * Requires the capability `usage:read`.
   *
   * `GET /workspaces/{workspaceId}/usage/wallet`
   */
  getWallet(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.Wallet>;

  /**
   * List usage events.
   *
   * For the owner of the account, of all its workspaces unless `scope=workspace`; for other members, of this workspace.
   *
   * Requires the capability `usage:read`.
   *
   * `GET /workspaces/{workspaceId}/usage/events`
   */
  listUsageEvents(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.UsageEventSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only events of this kind. */
    eventType?: Schemas.MeterName;
    /** Only events with this source. */
    source?: Schemas.UsageSource;
    /** Only events of this execution. */
    executionId?: string;
    /** Only at or after this ISO 8601 time; a date stands for the start of its UTC day. */
    from?: string;
    /** Only at or before this ISO 8601 time; a date stands for the end of its UTC day. */
    to?: string;
    /** `account` for all workspaces of the account, or `workspace`. Defaults to `account` for the owner of the account, `workspace` for others. */
    scope?: Schemas.UsageScope;
    /** Text to search for, regardless of case. Searched fields: `eventType`; or the whole ID of an execution. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.UsageEvent>;

  /**
   * Export usage events as CSV.
   *
   * For the owner of the account, of all its workspaces unless `scope=workspace`; for other members, of this workspace.
   *
   * Requires the capability `usage:read`.
   *
   * `GET /workspaces/{workspaceId}/usage/events.csv`
   */
  exportUsageEvents(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Only events of this kind. */
    eventType?: Schemas.MeterName;
    /** Only events with this source. */
    source?: Schemas.UsageSource;
    /** Only at or after this ISO 8601 time; a date stands for the start of its UTC day. */
    from?: string;
    /** Only at or before this ISO 8601 time; a date stands for the end of its UTC day. */
    to?: string;
    /** `account` for all workspaces of the account, or `workspace`. Defaults to `account` for the owner of the account, `workspace` for others. */
    scope?: Schemas.UsageScope;
    /** The `next` of the previous chunk. */
    after?: string;
  }, options?: RequestOptions): Call<string>;

  /**
   * Top up the wallet.
   *
   * Adds credits once for each `reference`. If `CREDITS_SELF_SERVICE` is off, only the operator of the server can add credits.
   *
   * Requires an access token; API keys are not accepted. Requires the role `OWNER`. Not available if `CREDITS_SELF_SERVICE` of the server is off.
   *
   * `POST /workspaces/{workspaceId}/usage/wallet/top-up`
   */
  topUpWallet(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.TopUpWalletInput;
  }, options?: RequestOptions): Call<Schemas.Wallet>;

  /**
   * Receive a payment from Stripe.
   *
   * Set this URL as the endpoint of a webhook in Stripe. The request must be signed with `Stripe-Signature`. Not found if `STRIPE_WEBHOOK_SECRET` is not set.
   *
   * Requires no authentication.
   *
   * `POST /payments/stripe`
   */
  receiveStripeEvent(input?: {
    body?: unknown;
  }, options?: RequestOptions): Call<Schemas.PaymentReceipt>;

  /**
   * Receive a payment by Standard Webhooks.
   *
   * Accepts `payment.succeeded` and `payment.refunded` from any sender that signs by the rules of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Not found if `PAYMENT_WEBHOOK_SECRET` is not set.
   *
   * Requires no authentication.
   *
   * `POST /payments/events`
   */
  receivePaymentEvent(input?: {
    body?: unknown;
  }, options?: RequestOptions): Call<Schemas.PaymentReceipt>;

  /**
   * List credit rates.
   *
   * The base rates that are in effect. Needs no credential.
   *
   * Requires no authentication.
   *
   * `GET /credit-rates`
   */
  listCreditRates(input?: {}, options?: RequestOptions): Call<Schemas.CreditRate[]>;

  /**
   * Get overview analytics.
   *
   * Requires the capability `analytics:read`.
   *
   * `GET /workspaces/{workspaceId}/analytics/overview`
   */
  getOverviewAnalytics(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values. */
    period?: string;
  }, options?: RequestOptions): Call<Schemas.AnalyticsOverview>;

  /**
   * Get conversation analytics.
   *
   * Requires the capability `analytics:read`.
   *
   * `GET /workspaces/{workspaceId}/analytics/conversations`
   */
  getConversationAnalytics(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values. */
    period?: string;
  }, options?: RequestOptions): Call<Schemas.ConversationAnalytics>;

  /**
   * Get lead analytics.
   *
   * Requires the capability `analytics:read`.
   *
   * `GET /workspaces/{workspaceId}/analytics/leads`
   */
  getLeadAnalytics(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values. */
    period?: string;
  }, options?: RequestOptions): Call<Schemas.LeadAnalytics>;

  /**
   * Get flow analytics.
   *
   * Requires the capability `analytics:read`.
   *
   * `GET /workspaces/{workspaceId}/analytics/flows`
   */
  getFlowAnalytics(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values. */
    period?: string;
  }, options?: RequestOptions): Call<Schemas.FlowAnalytics>;

  /**
   * Get agent analytics.
   *
   * Requires the capability `analytics:read`.
   *
   * `GET /workspaces/{workspaceId}/analytics/agents`
   */
  getAgentAnalytics(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values. */
    period?: string;
  }, options?: RequestOptions): Call<Schemas.AgentAnalytics>;

  /**
   * Get SMS analytics.
   *
   * Requires the capability `analytics:read`.
   *
   * `GET /workspaces/{workspaceId}/analytics/sms`
   */
  getSmsAnalytics(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values. */
    period?: string;
  }, options?: RequestOptions): Call<Schemas.SmsAnalytics>;

  /**
   * Get dashboard analytics.
   *
   * Requires the capability `analytics:read`.
   *
   * `GET /workspaces/{workspaceId}/analytics/dashboard`
   */
  getDashboardAnalytics(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values. */
    period?: string;
  }, options?: RequestOptions): Call<Schemas.WorkspaceAnalytics>;

  /**
   * List contacts.
   *
   * Requires the capability `contacts:read`.
   *
   * `GET /workspaces/{workspaceId}/contacts`
   */
  listContacts(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.ContactSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `email`. */
    email?: string;
    /** Filters by `phone`. */
    phone?: string;
    /** Filters by `company`. */
    company?: string;
    /** Filters by `status`. */
    status?: Schemas.ContactStatus;
    /** Filters by `source`. */
    source?: string;
    /** Filters by one entry of `tags`. */
    tag?: string;
    /** Filters by the ID of a member. */
    assignedTo?: string;
    /** Filters by `doNotContact`. */
    doNotContact?: boolean;
    /** Text to search for, regardless of case. Searched fields: `name`, `email`, `phone`, `company`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.Contact>;

  /**
   * Create a contact.
   *
   * Requires the capability `contacts:write`.
   *
   * `POST /workspaces/{workspaceId}/contacts`
   */
  createContact(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body?: Schemas.CreateContactInput;
  }, options?: RequestOptions): Call<Schemas.Contact>;

  /**
   * Upsert contacts.
   *
   * Valid rows are stored even if others fail; `results` contains the result of each row.
   *
   * Requires the capability `contacts:write`.
   *
   * `POST /workspaces/{workspaceId}/contacts/bulk`
   */
  upsertContacts(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.UpsertContactsInput;
  }, options?: RequestOptions): Call<Schemas.BulkResult>;

  /**
   * Import contacts from CSV.
   *
   * The first line contains the column names: fields of contacts in any spelling; other names become custom fields. Separate tags by `;`. Rows are stored in batches. Rows with violations are not stored: `failed` counts them, and `errors` lists the first 1000 by line. With `?existing=skip`, existing contacts are not changed.
   *
   * Requires the capability `contacts:write`.
   *
   * `POST /workspaces/{workspaceId}/contacts/import`
   */
  importContacts(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: string;
  }, options?: RequestOptions): Call<{
  /** The number of rows in the file. */
  rows: number;
  /** The number of created records. */
  created: number;
  /** The number of updated records. */
  updated: number;
  /** The number of rows that changed nothing. */
  unchanged: number;
  /** The number of rows with errors, which were not stored. */
  failed: number;
  /** The first 1000 errors, by line. */
  errors: ({
    /** The line of the file, from 1. */
    line: number;
    /** The field of the row; empty for the row as a whole. */
    field: string;
    /** What is wrong, and what is accepted. */
    message: string;
  })[];
}>;

  /**
   * Export contacts as CSV.
   *
   * Requires the capability `contacts:read`.
   *
   * `GET /workspaces/{workspaceId}/contacts/export`
   */
  exportContacts(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The `next` of the previous part. Defaults to the first part. */
    after?: string;
  }, options?: RequestOptions): Call<string>;

  /**
   * Batch contacts.
   *
   * Operations are carried out in order, with the rules, rights and events of the request for one record. `results` has an entry for each, with the status that this request would have. With `atomic`, all are carried out or none: the first failure is 400 and names `operations[n]`.
   *
   * Requires the capability `contacts:write`.
   *
   * `POST /workspaces/{workspaceId}/contacts/batch`
   */
  batchContacts(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.BatchInput;
  }, options?: RequestOptions): Call<Schemas.BatchResult>;

  /**
   * Get a contact.
   *
   * Requires the capability `contacts:read`.
   *
   * `GET /workspaces/{workspaceId}/contacts/{contactId}`
   */
  getContact(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the contact. */
    contactId: string;
  }, options?: RequestOptions): Call<Schemas.Contact>;

  /**
   * Delete a contact.
   *
   * Requires the capability `contacts:write`.
   *
   * `DELETE /workspaces/{workspaceId}/contacts/{contactId}`
   */
  deleteContact(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the contact. */
    contactId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a contact.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `contacts:write`.
   *
   * `PATCH /workspaces/{workspaceId}/contacts/{contactId}`
   */
  updateContact(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the contact. */
    contactId: string;
    body?: Schemas.UpdateContactInput;
  }, options?: RequestOptions): Call<Schemas.Contact>;

  /**
   * List pipelines.
   *
   * Requires the capability `pipelines:read`.
   *
   * `GET /workspaces/{workspaceId}/pipelines`
   */
  listPipelines(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.PipelineSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.Pipeline>;

  /**
   * Create a pipeline.
   *
   * Requires the capability `pipelines:write`.
   *
   * `POST /workspaces/{workspaceId}/pipelines`
   */
  createPipeline(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreatePipelineInput;
  }, options?: RequestOptions): Call<Schemas.Pipeline>;

  /**
   * Get a pipeline.
   *
   * Requires the capability `pipelines:read`.
   *
   * `GET /workspaces/{workspaceId}/pipelines/{pipelineId}`
   */
  getPipeline(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the pipeline. */
    pipelineId: string;
  }, options?: RequestOptions): Call<Schemas.Pipeline>;

  /**
   * Delete a pipeline.
   *
   * Requires the capability `pipelines:write`.
   *
   * `DELETE /workspaces/{workspaceId}/pipelines/{pipelineId}`
   */
  deletePipeline(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the pipeline. */
    pipelineId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a pipeline.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `pipelines:write`.
   *
   * `PATCH /workspaces/{workspaceId}/pipelines/{pipelineId}`
   */
  updatePipeline(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the pipeline. */
    pipelineId: string;
    body?: Schemas.UpdatePipelineInput;
  }, options?: RequestOptions): Call<Schemas.Pipeline>;

  /**
   * List opportunities.
   *
   * Requires the capability `pipelines:read`.
   *
   * `GET /workspaces/{workspaceId}/opportunities`
   */
  listOpportunities(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.OpportunitySortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a pipeline. */
    pipelineId?: string;
    /** Filters by `stageId`. */
    stageId?: string;
    /** Filters by the ID of a contact. */
    contactId?: string;
    /** Filters by `status`. */
    status?: Schemas.OpportunityStatus;
    /** Filters by the ID of a member. */
    assignedTo?: string;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.Opportunity>;

  /**
   * Create an opportunity.
   *
   * Requires the capability `pipelines:write`.
   *
   * `POST /workspaces/{workspaceId}/opportunities`
   */
  createOpportunity(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateOpportunityInput;
  }, options?: RequestOptions): Call<Schemas.Opportunity>;

  /**
   * Batch opportunities.
   *
   * Operations are carried out in order, with the rules, rights and events of the request for one record. `results` has an entry for each, with the status that this request would have. With `atomic`, all are carried out or none: the first failure is 400 and names `operations[n]`.
   *
   * Requires the capability `pipelines:write`.
   *
   * `POST /workspaces/{workspaceId}/opportunities/batch`
   */
  batchOpportunities(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.BatchInput;
  }, options?: RequestOptions): Call<Schemas.BatchResult>;

  /**
   * Get an opportunity.
   *
   * Requires the capability `pipelines:read`.
   *
   * `GET /workspaces/{workspaceId}/opportunities/{opportunityId}`
   */
  getOpportunity(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the opportunity. */
    opportunityId: string;
  }, options?: RequestOptions): Call<Schemas.Opportunity>;

  /**
   * Delete an opportunity.
   *
   * Requires the capability `pipelines:write`.
   *
   * `DELETE /workspaces/{workspaceId}/opportunities/{opportunityId}`
   */
  deleteOpportunity(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the opportunity. */
    opportunityId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update an opportunity.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `pipelines:write`.
   *
   * `PATCH /workspaces/{workspaceId}/opportunities/{opportunityId}`
   */
  updateOpportunity(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the opportunity. */
    opportunityId: string;
    body?: Schemas.UpdateOpportunityInput;
  }, options?: RequestOptions): Call<Schemas.Opportunity>;

  /**
   * List conversations.
   *
   * Requires the capability `conversations:read`.
   *
   * `GET /workspaces/{workspaceId}/conversations`
   */
  listConversations(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.ConversationSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a contact. */
    contactId?: string;
    /** Filters by `channel`. */
    channel?: Schemas.ConversationChannel;
    /** Filters by `status`. */
    status?: Schemas.ConversationStatus;
    /** Filters by the ID of a member, or `none` for records without one. */
    assignedTo?: string;
    /** Filters by the ID of an agent. */
    agentId?: string;
    /** Text to search for, regardless of case. Searched fields: the name, email, phone and company of the contact, the last message. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.Conversation>;

  /**
   * Create a conversation.
   *
   * Requires the capability `conversations:write`.
   *
   * `POST /workspaces/{workspaceId}/conversations`
   */
  createConversation(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateConversationInput;
  }, options?: RequestOptions): Call<Schemas.Conversation>;

  /**
   * Get a conversation.
   *
   * Requires the capability `conversations:read`.
   *
   * `GET /workspaces/{workspaceId}/conversations/{conversationId}`
   */
  getConversation(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
  }, options?: RequestOptions): Call<Schemas.Conversation>;

  /**
   * Delete a conversation.
   *
   * Requires the capability `conversations:write`.
   *
   * `DELETE /workspaces/{workspaceId}/conversations/{conversationId}`
   */
  deleteConversation(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a conversation.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `conversations:write`.
   *
   * `PATCH /workspaces/{workspaceId}/conversations/{conversationId}`
   */
  updateConversation(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
    body?: Schemas.UpdateConversationInput;
  }, options?: RequestOptions): Call<Schemas.Conversation>;

  /**
   * List messages.
   *
   * Requires the capability `conversations:read`.
   *
   * `GET /workspaces/{workspaceId}/conversations/{conversationId}/messages`
   */
  listMessages(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.MessageSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `direction`. */
    direction?: Schemas.MessageDirection;
    /** Filters by `author`. */
    author?: Schemas.MessageAuthor;
    /** Filters by `status`. */
    status?: Schemas.MessageStatus;
    /** Text to search for, regardless of case. Searched fields: `body`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.Message>;

  /**
   * Create a message.
   *
   * Requires the capability `conversations:write`.
   *
   * `POST /workspaces/{workspaceId}/conversations/{conversationId}/messages`
   */
  createMessage(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
    body: Schemas.CreateMessageInput;
  }, options?: RequestOptions): Call<Schemas.Message>;

  /**
   * Get a message.
   *
   * Requires the capability `conversations:read`.
   *
   * `GET /workspaces/{workspaceId}/conversations/{conversationId}/messages/{messageId}`
   */
  getMessage(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
    /** The ID of the message. */
    messageId: string;
  }, options?: RequestOptions): Call<Schemas.Message>;

  /**
   * Delete a message.
   *
   * Requires the capability `conversations:write`.
   *
   * `DELETE /workspaces/{workspaceId}/conversations/{conversationId}/messages/{messageId}`
   */
  deleteMessage(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
    /** The ID of the message. */
    messageId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a message.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `conversations:write`.
   *
   * `PATCH /workspaces/{workspaceId}/conversations/{conversationId}/messages/{messageId}`
   */
  updateMessage(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the conversation. */
    conversationId: string;
    /** The ID of the message. */
    messageId: string;
    body?: Schemas.UpdateMessageInput;
  }, options?: RequestOptions): Call<Schemas.Message>;

  /**
   * Receive an inbound SMS from Twilio.
   *
   * Set this URL as "A message comes in" of your Twilio number. The request must be signed with `X-Twilio-Signature`.
   *
   * Requires no authentication.
   *
   * `POST /messages/twilio`
   */
  receiveSms(input?: {
    /** The workspace with the Twilio account that carried the message. Defaults to the server's account. */
    workspaceId?: string;
    body?: unknown;
  }, options?: RequestOptions): Call<string>;

  /**
   * Verify the WhatsApp webhook.
   *
   * Returns `hub.challenge` if `hub.verify_token` is the configured verify token.
   *
   * Requires no authentication.
   *
   * `GET /messages/whatsapp`
   */
  verifyWhatsappWebhook(input: {
    /** The workspace whose own Meta app it is. Defaults to the server's app. */
    workspaceId?: string;
    /** `hub.mode` of the request, must be subscribe. */
    "hub.mode": string;
    /** `hub.verify_token` of the request. */
    "hub.verify_token": string;
    /** `hub.challenge` of the request, which is returned. */
    "hub.challenge": string;
  }, options?: RequestOptions): Call<string>;

  /**
   * Receive WhatsApp messages and delivery statuses.
   *
   * Set this URL as the callback URL of your Meta app and subscribe to `messages`. The request must be signed with `X-Hub-Signature-256`.
   *
   * Requires no authentication.
   *
   * `POST /messages/whatsapp`
   */
  receiveWhatsapp(input?: {
    /** The workspace whose own Meta app it is. Defaults to the server's app. */
    workspaceId?: string;
    body?: unknown;
  }, options?: RequestOptions): Call<boolean>;

  /**
   * Receive an SMS delivery status from Twilio.
   *
   * Twilio gets this URL with each message; `token` identifies the message. The request must be signed with `X-Twilio-Signature`.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `POST /messages/twilio/status`
   */
  receiveSmsStatus(input: {
    /** The signed token of the callback URL, which identifies the message. */
    token: string;
    body?: unknown;
  }, options?: RequestOptions): Call<string>;

  /**
   * List calendar events.
   *
   * Requires the capability `calendarEvents:read`.
   *
   * `GET /workspaces/{workspaceId}/calendar-events`
   */
  listCalendarEvents(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.CalendarEventSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a contact. */
    contactId?: string;
    /** Filters by `status`. */
    status?: Schemas.CalendarEventStatus;
    /** Text to search for, regardless of case. Searched fields: `title`, `location`. */
    search?: string;
    /** The earliest `startsAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `startsAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.CalendarEvent>;

  /**
   * Create a calendar event.
   *
   * Requires the capability `calendarEvents:write`.
   *
   * `POST /workspaces/{workspaceId}/calendar-events`
   */
  createCalendarEvent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateCalendarEventInput;
  }, options?: RequestOptions): Call<Schemas.CalendarEvent>;

  /**
   * Get a calendar event.
   *
   * Requires the capability `calendarEvents:read`.
   *
   * `GET /workspaces/{workspaceId}/calendar-events/{calendarEventId}`
   */
  getCalendarEvent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the calendar event. */
    calendarEventId: string;
  }, options?: RequestOptions): Call<Schemas.CalendarEvent>;

  /**
   * Delete a calendar event.
   *
   * Requires the capability `calendarEvents:write`.
   *
   * `DELETE /workspaces/{workspaceId}/calendar-events/{calendarEventId}`
   */
  deleteCalendarEvent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the calendar event. */
    calendarEventId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a calendar event.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `calendarEvents:write`.
   *
   * `PATCH /workspaces/{workspaceId}/calendar-events/{calendarEventId}`
   */
  updateCalendarEvent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the calendar event. */
    calendarEventId: string;
    body?: Schemas.UpdateCalendarEventInput;
  }, options?: RequestOptions): Call<Schemas.CalendarEvent>;

  /**
   * List campaigns.
   *
   * Requires the capability `campaigns:read`.
   *
   * `GET /workspaces/{workspaceId}/campaigns`
   */
  listCampaigns(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.CampaignSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `channel`. */
    channel?: Schemas.CampaignChannel;
    /** Filters by `status`. */
    status?: Schemas.CampaignStatus;
    /** Filters by `templateId`. */
    templateId?: string;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.Campaign>;

  /**
   * Create a campaign.
   *
   * Requires the capability `campaigns:write`.
   *
   * `POST /workspaces/{workspaceId}/campaigns`
   */
  createCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateCampaignInput;
  }, options?: RequestOptions): Call<Schemas.Campaign>;

  /**
   * Get a campaign.
   *
   * Requires the capability `campaigns:read`.
   *
   * `GET /workspaces/{workspaceId}/campaigns/{campaignId}`
   */
  getCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the campaign. */
    campaignId: string;
  }, options?: RequestOptions): Call<Schemas.Campaign>;

  /**
   * Delete a campaign.
   *
   * Requires the capability `campaigns:write`.
   *
   * `DELETE /workspaces/{workspaceId}/campaigns/{campaignId}`
   */
  deleteCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the campaign. */
    campaignId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a campaign.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `campaigns:write`.
   *
   * `PATCH /workspaces/{workspaceId}/campaigns/{campaignId}`
   */
  updateCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the campaign. */
    campaignId: string;
    body?: Schemas.UpdateCampaignInput;
  }, options?: RequestOptions): Call<Schemas.Campaign>;

  /**
   * Send a campaign.
   *
   * Sets `status` to scheduled and `scheduledAt` to now. The counts and the recipients show the progress. A paused campaign is resumed.
   *
   * Requires the capability `campaigns:write`.
   *
   * `POST /workspaces/{workspaceId}/campaigns/{campaignId}/send`
   */
  sendCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the campaign. */
    campaignId: string;
  }, options?: RequestOptions): Call<Schemas.Campaign>;

  /**
   * Resume a campaign.
   *
   * Sets `status` of a paused campaign to sending. Contacts that received the message do not receive it again.
   *
   * Requires the capability `campaigns:write`.
   *
   * `POST /workspaces/{workspaceId}/campaigns/{campaignId}/resume`
   */
  resumeCampaign(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the campaign. */
    campaignId: string;
  }, options?: RequestOptions): Call<Schemas.Campaign>;

  /**
   * List campaign recipients.
   *
   * Requires the capability `campaigns:read`.
   *
   * `GET /workspaces/{workspaceId}/campaigns/{campaignId}/recipients`
   */
  listCampaignRecipients(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the campaign. */
    campaignId: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.CampaignRecipientSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a contact. */
    contactId?: string;
    /** Filters by `status`. */
    status?: Schemas.CampaignRecipientStatus;
    /** Text to search for, regardless of case. Searched fields: the name, email, phone and company of the contact. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.CampaignRecipient>;

  /**
   * Get a campaign recipient.
   *
   * Requires the capability `campaigns:read`.
   *
   * `GET /workspaces/{workspaceId}/campaigns/{campaignId}/recipients/{campaignRecipientId}`
   */
  getCampaignRecipient(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the campaign. */
    campaignId: string;
    /** The ID of the campaign recipient. */
    campaignRecipientId: string;
  }, options?: RequestOptions): Call<Schemas.CampaignRecipient>;

  /**
   * List email templates.
   *
   * Requires the capability `emailTemplates:read`.
   *
   * `GET /workspaces/{workspaceId}/email-templates`
   */
  listEmailTemplates(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.EmailTemplateSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `category`. */
    category?: string;
    /** Filters by `language`. */
    language?: string;
    /** Filters by `status`. */
    status?: Schemas.EmailTemplateStatus;
    /** Text to search for, regardless of case. Searched fields: `name`, `subject`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.EmailTemplate>;

  /**
   * Create an email template.
   *
   * Requires the capability `emailTemplates:write`.
   *
   * `POST /workspaces/{workspaceId}/email-templates`
   */
  createEmailTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateEmailTemplateInput;
  }, options?: RequestOptions): Call<Schemas.EmailTemplate>;

  /**
   * Get an email template.
   *
   * Requires the capability `emailTemplates:read`.
   *
   * `GET /workspaces/{workspaceId}/email-templates/{emailTemplateId}`
   */
  getEmailTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the email template. */
    emailTemplateId: string;
  }, options?: RequestOptions): Call<Schemas.EmailTemplate>;

  /**
   * Delete an email template.
   *
   * Requires the capability `emailTemplates:write`.
   *
   * `DELETE /workspaces/{workspaceId}/email-templates/{emailTemplateId}`
   */
  deleteEmailTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the email template. */
    emailTemplateId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update an email template.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `emailTemplates:write`.
   *
   * `PATCH /workspaces/{workspaceId}/email-templates/{emailTemplateId}`
   */
  updateEmailTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the email template. */
    emailTemplateId: string;
    body?: Schemas.UpdateEmailTemplateInput;
  }, options?: RequestOptions): Call<Schemas.EmailTemplate>;

  /**
   * List WhatsApp templates.
   *
   * Requires the capability `whatsappTemplates:read`.
   *
   * `GET /workspaces/{workspaceId}/whatsapp-templates`
   */
  listWhatsappTemplates(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.WhatsappTemplateSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `category`. */
    category?: string;
    /** Filters by `language`. */
    language?: string;
    /** Filters by `status`. */
    status?: Schemas.WhatsappTemplateStatus;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.WhatsappTemplate>;

  /**
   * Create a WhatsApp template.
   *
   * Requires the capability `whatsappTemplates:write`.
   *
   * `POST /workspaces/{workspaceId}/whatsapp-templates`
   */
  createWhatsappTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateWhatsappTemplateInput;
  }, options?: RequestOptions): Call<Schemas.WhatsappTemplate>;

  /**
   * Get a WhatsApp template.
   *
   * Requires the capability `whatsappTemplates:read`.
   *
   * `GET /workspaces/{workspaceId}/whatsapp-templates/{whatsappTemplateId}`
   */
  getWhatsappTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the WhatsApp template. */
    whatsappTemplateId: string;
  }, options?: RequestOptions): Call<Schemas.WhatsappTemplate>;

  /**
   * Delete a WhatsApp template.
   *
   * Requires the capability `whatsappTemplates:write`.
   *
   * `DELETE /workspaces/{workspaceId}/whatsapp-templates/{whatsappTemplateId}`
   */
  deleteWhatsappTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the WhatsApp template. */
    whatsappTemplateId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a WhatsApp template.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `whatsappTemplates:write`.
   *
   * `PATCH /workspaces/{workspaceId}/whatsapp-templates/{whatsappTemplateId}`
   */
  updateWhatsappTemplate(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the WhatsApp template. */
    whatsappTemplateId: string;
    body?: Schemas.UpdateWhatsappTemplateInput;
  }, options?: RequestOptions): Call<Schemas.WhatsappTemplate>;

  /**
   * List knowledge documents.
   *
   * Requires the capability `knowledgeDocs:read`.
   *
   * `GET /workspaces/{workspaceId}/knowledge-docs`
   */
  listKnowledgeDocs(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.KnowledgeDocSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by one entry of `tags`. */
    tag?: string;
    /** Text to search for, regardless of case. Searched fields: `title`, `content`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.KnowledgeDoc>;

  /**
   * Create a knowledge document.
   *
   * Requires the capability `knowledgeDocs:write`.
   *
   * `POST /workspaces/{workspaceId}/knowledge-docs`
   */
  createKnowledgeDoc(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateKnowledgeDocInput;
  }, options?: RequestOptions): Call<Schemas.KnowledgeDoc>;

  /**
   * Get a knowledge document.
   *
   * Requires the capability `knowledgeDocs:read`.
   *
   * `GET /workspaces/{workspaceId}/knowledge-docs/{knowledgeDocId}`
   */
  getKnowledgeDoc(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the knowledge document. */
    knowledgeDocId: string;
  }, options?: RequestOptions): Call<Schemas.KnowledgeDoc>;

  /**
   * Delete a knowledge document.
   *
   * Requires the capability `knowledgeDocs:write`.
   *
   * `DELETE /workspaces/{workspaceId}/knowledge-docs/{knowledgeDocId}`
   */
  deleteKnowledgeDoc(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the knowledge document. */
    knowledgeDocId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a knowledge document.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `knowledgeDocs:write`.
   *
   * `PATCH /workspaces/{workspaceId}/knowledge-docs/{knowledgeDocId}`
   */
  updateKnowledgeDoc(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the knowledge document. */
    knowledgeDocId: string;
    body?: Schemas.UpdateKnowledgeDocInput;
  }, options?: RequestOptions): Call<Schemas.KnowledgeDoc>;

  /**
   * List agents.
   *
   * Requires the capability `agents:read`.
   *
   * `GET /workspaces/{workspaceId}/agents`
   */
  listAgents(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.AgentSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of a company context. */
    companyContextId?: string;
    /** Filters by `isActive`. */
    isActive?: boolean;
    /** Text to search for, regardless of case. Searched fields: `name`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.Agent>;

  /**
   * Create an agent.
   *
   * Requires the capability `agents:write`.
   *
   * `POST /workspaces/{workspaceId}/agents`
   */
  createAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateAgentInput;
  }, options?: RequestOptions): Call<Schemas.Agent>;

  /**
   * Get an agent.
   *
   * Requires the capability `agents:read`.
   *
   * `GET /workspaces/{workspaceId}/agents/{agentId}`
   */
  getAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the agent. */
    agentId: string;
  }, options?: RequestOptions): Call<Schemas.Agent>;

  /**
   * Delete an agent.
   *
   * Requires the capability `agents:write`.
   *
   * `DELETE /workspaces/{workspaceId}/agents/{agentId}`
   */
  deleteAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the agent. */
    agentId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update an agent.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `agents:write`.
   *
   * `PATCH /workspaces/{workspaceId}/agents/{agentId}`
   */
  updateAgent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the agent. */
    agentId: string;
    body?: Schemas.UpdateAgentInput;
  }, options?: RequestOptions): Call<Schemas.Agent>;

  /**
   * List agent sessions.
   *
   * Requires the capability `agents:read`.
   *
   * `GET /workspaces/{workspaceId}/agent-sessions`
   */
  listAgentSessions(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.AgentSessionSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by the ID of an agent. */
    agentId?: string;
    /** Filters by `conversationId`. */
    conversationId?: string;
    /** Filters by `executionId`. */
    executionId?: string;
    /** Filters by `status`. */
    status?: Schemas.AgentSessionStatus;
    /** Text to search for, regardless of case. Searched fields: `input`, `output`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.AgentSession>;

  /**
   * Get an agent session.
   *
   * Requires the capability `agents:read`.
   *
   * `GET /workspaces/{workspaceId}/agent-sessions/{agentSessionId}`
   */
  getAgentSession(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the agent session. */
    agentSessionId: string;
  }, options?: RequestOptions): Call<Schemas.AgentSession>;

  /**
   * List unrouted messages.
   *
   * Requires the capability `conversations:read`.
   *
   * `GET /workspaces/{workspaceId}/inbox/unrouted`
   */
  listUnroutedMessages(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.UnroutedMessageSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `channel`. */
    channel?: Schemas.UnroutedMessageChannel;
    /** Filters by `sender`. */
    sender?: string;
    /** Text to search for, regardless of case. Searched fields: `sender`, `senderName`, `body`. */
    search?: string;
    /** The earliest `receivedAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `receivedAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.UnroutedMessage>;

  /**
   * Get an unrouted message.
   *
   * Requires the capability `conversations:read`.
   *
   * `GET /workspaces/{workspaceId}/inbox/unrouted/{unroutedMessageId}`
   */
  getUnroutedMessage(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the unrouted message. */
    unroutedMessageId: string;
  }, options?: RequestOptions): Call<Schemas.UnroutedMessage>;

  /**
   * Delete an unrouted message.
   *
   * The message is discarded.
   *
   * Requires the capability `conversations:write`.
   *
   * `DELETE /workspaces/{workspaceId}/inbox/unrouted/{unroutedMessageId}`
   */
  deleteUnroutedMessage(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the unrouted message. */
    unroutedMessageId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Assign an unrouted message.
   *
   * Moves the message, and all others of its sender, to the conversation of a contact; returns the conversation. To create a contact with the number of the sender, send `{}`.
   *
   * Requires the capability `conversations:write`.
   *
   * `POST /workspaces/{workspaceId}/inbox/unrouted/{unroutedMessageId}/assign`
   */
  assignUnroutedMessage(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the unrouted message. */
    unroutedMessageId: string;
    body?: Schemas.AssignUnroutedMessageInput;
  }, options?: RequestOptions): Call<Schemas.Conversation>;

  /**
   * List outbox messages.
   *
   * Requires the capability `outbox:read`.
   *
   * `GET /workspaces/{workspaceId}/outbox`
   */
  listOutbox(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.OutboxMessageSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only messages of this execution. */
    executionId?: string;
    /** Only messages of this channel. */
    channel?: Schemas.OutboxMessageChannel;
    /** Only messages with this status. */
    status?: Schemas.OutboxMessageStatus;
    /** Text to search for, regardless of case. Searched fields: `to`, and `subject` and `body` of the messages whose text you may read. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.OutboxMessage>;

  /**
   * Register a user.
   *
   * Creates the user, an account with a wallet, and a first workspace.
   *
   * Requires no authentication.
   *
   * `POST /auth/register`
   */
  register(input: {
    body: Schemas.RegisterInput;
  }, options?: RequestOptions): Call<Schemas.Credentials>;

  /**
   * Log in with email and password.
   *
   * The answer is the same for a wrong password and an unknown email. For users with an authenticator app it is 401 `TOTP_REQUIRED`. The refresh token is set as the HttpOnly cookie `wa_refresh`.
   *
   * Requires no authentication.
   *
   * `POST /auth/login`
   */
  login(input: {
    body: Schemas.LoginInput;
  }, options?: RequestOptions): Call<Schemas.Credentials>;

  /**
   * Refresh the access token.
   *
   * The cookie is replaced each time. A refresh token that was used before ends its session.
   *
   * Requires the refresh cookie; no other credential is needed.
   *
   * `POST /auth/refresh`
   */
  refreshSession(input?: {}, options?: RequestOptions): Call<Schemas.Credentials>;

  /**
   * Log out of the current session.
   *
   * Requires the refresh cookie or an access token.
   *
   * `POST /auth/logout`
   */
  logout(input?: {}, options?: RequestOptions): Call<{
  /** Always true. */
  loggedOut: boolean;
}>;

  /**
   * Log out of all sessions.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/logout-all`
   */
  logoutAll(input?: {}, options?: RequestOptions): Call<{
  /** Always true. */
  loggedOut: boolean;
}>;

  /**
   * Change the password and end all other sessions.
   *
   * Earlier access tokens and cookies are refused from then on; continue with those of the answer.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/change-password`
   */
  changePassword(input: {
    body: Schemas.ChangePasswordInput;
  }, options?: RequestOptions): Call<Schemas.Credentials>;

  /**
   * Accept an invitation.
   *
   * Without an account, send a new `password` and optionally a `name`. With an account, send its password or its access token.
   *
   * Requires no authentication.
   *
   * `POST /auth/accept-invite`
   */
  acceptInvite(input: {
    body: Schemas.AcceptInviteInput;
  }, options?: RequestOptions): Call<Schemas.Credentials>;

  /**
   * Get the caller and their workspaces.
   *
   * `GET /auth/me`
   */
  getMe(input?: {}, options?: RequestOptions): Call<{
  /** The user. */
  user: {
    /** The ID of the record. */
    id: string;
    /** The email address. */
    email: string;
    /** The name. */
    name: string;
    /** Whether the user has opened a link that was mailed to the email. */
    emailVerified: boolean;
    /** The two-step login of the caller. */
    totp: Schemas.TotpState;
  };
  /** Workspaces of the caller, oldest first; for an API key, only its own. */
  workspaces: Schemas.WorkspaceOfRegister[];
}>;

  /**
   * Update the name of the caller.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `PATCH /auth/me`
   */
  updateMe(input?: {
    body?: Schemas.UpdateMeInput;
  }, options?: RequestOptions): Call<{
  user: Schemas.Me;
}>;

  /**
   * List sessions of the caller.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `GET /auth/sessions`
   */
  listSessions(input?: {
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `lastUsedAt`. */
    sortBy?: Schemas.SessionSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Text to search for, regardless of case. Searched fields: `device`, `address`. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.Session>;

  /**
   * Revoke all other sessions of the caller.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `DELETE /auth/sessions`
   */
  revokeOtherSessions(input?: {}, options?: RequestOptions): Call<{
  /** The number of sessions that were revoked. */
  revoked: number;
}>;

  /**
   * Enroll an authenticator app.
   *
   * Returns the secret for an authenticator app (TOTP, RFC 6238), and the same as an `otpauth://` URI for a QR code. Logins require codes only after `POST /auth/totp/confirm`.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/totp`
   */
  enrollTotp(input: {
    body: Schemas.PasswordInput;
  }, options?: RequestOptions): Call<Schemas.TotpEnrollment>;

  /**
   * Log in with a code of the authenticator app.
   *
   * The second step for users with an authenticator app: `POST /auth/login` has answered 401 `TOTP_REQUIRED`, with the `challengeToken` in `details`.
   *
   * Requires no authentication.
   *
   * `POST /auth/login/totp`
   */
  loginWithCode(input: {
    body: Schemas.LoginTotpInput;
  }, options?: RequestOptions): Call<Schemas.Credentials>;

  /**
   * Log in with a link of the operator.
   *
   * The link that the server prints at its start for the demo workspace, or that `workspace-automation user login-link` creates, opens the dashboard, which sends its token here. It works once, for an hour.
   *
   * Requires no authentication.
   *
   * `POST /auth/login/link`
   */
  loginWithLink(input: {
    body: Schemas.LoginLinkInput;
  }, options?: RequestOptions): Call<Schemas.Credentials>;

  /**
   * Send a link to reset a password.
   *
   * The answer is the same, after the same time, whether or not a user has the email. The link is valid once, for 30 minutes. At most 5 emails to one address in 30 minutes.
   *
   * Requires no authentication.
   *
   * `POST /auth/password/forgot`
   */
  sendPasswordResetLink(input: {
    body: Schemas.ForgotPasswordInput;
  }, options?: RequestOptions): Call<{
  /** Always true. */
  accepted: boolean;
}>;

  /**
   * Reset a password by a mailed link.
   *
   * Ends all sessions of the user. Opens none: log in with the new password.
   *
   * Requires no authentication.
   *
   * `POST /auth/password/reset`
   */
  resetPassword(input: {
    body: Schemas.ResetPasswordInput;
  }, options?: RequestOptions): Call<{
  /** Always true. */
  reset: boolean;
}>;

  /**
   * Verify an email by a mailed link.
   *
   * The link is valid once, for 24 hours. That of a changed email gives the user the new email.
   *
   * Requires no authentication.
   *
   * `POST /auth/email/verify`
   */
  verifyEmail(input: {
    body: Schemas.VerifyEmailInput;
  }, options?: RequestOptions): Call<{
  /** The email address. */
  email: string;
}>;

  /**
   * Send a new link that verifies the email of the caller.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/email/send-verification`
   */
  sendVerificationEmail(input?: {}, options?: RequestOptions): Call<{
  /** Always true. */
  accepted: boolean;
}>;

  /**
   * Change the email of the caller.
   *
   * The new email takes effect when the link that is mailed to it is opened, and the former address is notified. On a server that sends no email, the operator changes emails.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/email/change`
   */
  changeEmail(input: {
    body: Schemas.ChangeEmailInput;
  }, options?: RequestOptions): Call<Schemas.EmailChange>;

  /**
   * Revoke a session of the caller.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `DELETE /auth/sessions/{sessionId}`
   */
  revokeSession(input: {
    /** The ID of the session. */
    sessionId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Confirm the authenticator app.
   *
   * From now on a login requires a code. Returns ten recovery codes, each valid once; they are not shown again.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/totp/confirm`
   */
  confirmTotp(input: {
    body: Schemas.ConfirmTotpInput;
  }, options?: RequestOptions): Call<{
  /** The recovery codes. */
  recoveryCodes: string[];
}>;

  /**
   * Disable the authenticator app.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/totp/disable`
   */
  disableTotp(input: {
    body: Schemas.PasswordInput;
  }, options?: RequestOptions): Call<{
  /** Always true. */
  disabled: boolean;
}>;

  /**
   * Regenerate the recovery codes.
   *
   * The earlier codes become invalid at once.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /auth/totp/recovery-codes`
   */
  regenerateRecoveryCodes(input: {
    body: Schemas.PasswordInput;
  }, options?: RequestOptions): Call<{
  /** The recovery codes. */
  recoveryCodes: string[];
}>;

  /**
   * List workspaces.
   *
   * `GET /workspaces`
   */
  listWorkspaces(input?: {
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.WorkspaceSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only workspaces with this text in their name, case-insensitive. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.Workspace>;

  /**
   * Create a workspace.
   *
   * If `WORKSPACE_CREATION` is `operator`, only the operator of the server can create workspaces.
   *
   * Requires an access token; API keys are not accepted. Not available if `WORKSPACE_CREATION` of the server is off.
   *
   * `POST /workspaces`
   */
  createWorkspace(input: {
    body: Schemas.CreateWorkspaceInput;
  }, options?: RequestOptions): Call<Schemas.Workspace>;

  /**
   * Get a workspace.
   *
   * `GET /workspaces/{workspaceId}`
   */
  getWorkspace(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.Workspace>;

  /**
   * Delete a workspace and everything in it.
   *
   * Requires an access token; API keys are not accepted. Requires the role `OWNER`.
   *
   * `DELETE /workspaces/{workspaceId}`
   */
  deleteWorkspace(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a workspace.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * API keys require the capability `members:manage`; members require none. Requires the role `OWNER` or `ADMIN`.
   *
   * `PATCH /workspaces/{workspaceId}`
   */
  updateWorkspace(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body?: Schemas.UpdateWorkspaceInput;
  }, options?: RequestOptions): Call<Schemas.Workspace>;

  /**
   * List API keys.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `GET /workspaces/{workspaceId}/api-keys`
   */
  listApiKeys(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.ApiKeySortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Text to search for, regardless of case. Searched fields: `name`, `prefix`. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.ApiKey>;

  /**
   * Create an API key.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `POST /workspaces/{workspaceId}/api-keys`
   */
  createApiKey(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateApiKeyInput;
  }, options?: RequestOptions): Call<Schemas.NewApiKey>;

  /**
   * Revoke an API key.
   *
   * Flows and webhooks that run as the key are paused: `paused`.
   *
   * Requires an access token; API keys are not accepted.
   *
   * `DELETE /workspaces/{workspaceId}/api-keys/{keyId}`
   */
  revokeApiKey(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the API key. */
    keyId: string;
  }, options?: RequestOptions): Call<Schemas.Removed>;

  /**
   * List quotas.
   *
   * Requires the capability `usage:read`.
   *
   * `GET /workspaces/{workspaceId}/quotas`
   */
  listQuotas(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
  }, options?: RequestOptions): Call<Schemas.Quota[]>;

  /**
   * List audit log entries.
   *
   * Requires the capability `audit:read`.
   *
   * `GET /workspaces/{workspaceId}/audit-log`
   */
  listAuditLog(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.AuditEntrySortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Only entries of this action, for example `updateFlow` or `login`. */
    action?: string;
    /** Only entries of this kind of actor. */
    actorKind?: Schemas.AuditActorKind;
    /** Only entries of this `actor`, compared exactly. */
    actor?: string;
    /** Only entries of this API key. */
    keyId?: string;
    /** Only entries of this user and of the API keys they created. */
    userId?: string;
    /** Only entries about this record. */
    targetId?: string;
    /** Only entries with this outcome. */
    outcome?: Schemas.AuditOutcome;
    /** Only at or after this ISO 8601 time; a date stands for the start of its UTC day. */
    from?: string;
    /** Only at or before this ISO 8601 time; a date stands for the end of its UTC day. */
    to?: string;
    /** Text to search for, regardless of case. Searched fields: `action`, `actor`, the name and email of the user. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.AuditEntry>;

  /**
   * Export the audit log as JSON Lines.
   *
   * One entry per line, oldest first, with its `position` and `hash`. The export is itself recorded.
   *
   * Requires the capability `audit:read`.
   *
   * `GET /workspaces/{workspaceId}/audit-log/export`
   */
  exportAuditLog(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** Only at or after this ISO 8601 time; a date stands for the start of its UTC day. */
    from?: string;
    /** Only at or before this ISO 8601 time; a date stands for the end of its UTC day. */
    to?: string;
    /** Only entries of this action, for example `updateFlow` or `login`. */
    action?: string;
    /** Only entries with this outcome. */
    outcome?: Schemas.AuditOutcome;
    /** The `next` of the previous part. Defaults to the first part. */
    after?: string;
  }, options?: RequestOptions): Call<string>;

  /**
   * Get an email subscription by token.
   *
   * Changes nothing. The token comes from the link in a marketing email; no API key is needed.
   *
   * Requires no authentication.
   *
   * `GET /email-subscription`
   */
  getEmailSubscription(input: {
    /** The token of the unsubscribe link, after `?token=`. */
    token: string;
  }, options?: RequestOptions): Call<Schemas.EmailSubscription>;

  /**
   * Publish an event.
   *
   * Starts the flows that subscribe to its type, continues the steps that wait for it, and is sent to webhooks. Sent again with the same `id`, it answers the same and starts nothing.
   *
   * Requires the capability `crmEvents:write`.
   *
   * `POST /workspaces/{workspaceId}/events`
   */
  publishEvent(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.PublishEventInput;
  }, options?: RequestOptions): Call<Schemas.PublishedEvent>;

  /**
   * Unsubscribe an address by token.
   *
   * The URL of `List-Unsubscribe` in marketing emails (RFC 8058); no API key is needed. Any body is accepted; `List-Unsubscribe=One-Click` says that a mail program sent it for its user. A GET of the URL shows a page and changes nothing.
   *
   * Requires the webhook token in the query; no other credential is needed.
   *
   * `POST /unsubscribe`
   */
  unsubscribe(input: {
    /** The token of the unsubscribe link, after `?token=`. */
    token: string;
    /** Whether a mail program sent it for its user (RFC 8058). Defaults to false. */
    oneClick?: boolean;
    body?: unknown;
  }, options?: RequestOptions): Call<Schemas.EmailSubscription>;

  /**
   * List webhooks.
   *
   * Requires the capability `webhooks:read`.
   *
   * `GET /workspaces/{workspaceId}/webhooks`
   */
  listWebhooks(input?: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.WebhookSortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by one entry of `events`. */
    event?: string;
    /** Filters by `isActive`. */
    isActive?: boolean;
    /** Text to search for, regardless of case. Searched fields: `url`, `description`. */
    search?: string;
  }, options?: RequestOptions): List<Schemas.Webhook>;

  /**
   * Create a webhook.
   *
   * The events of the workspace are sent to its URL, signed by the rules of Standard Webhooks with the `secret` of this answer, which is returned only once.
   *
   * Requires the capability `webhooks:write`.
   *
   * `POST /workspaces/{workspaceId}/webhooks`
   */
  createWebhook(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    body: Schemas.CreateWebhookInput;
  }, options?: RequestOptions): Call<Schemas.WebhookWithSecret>;

  /**
   * Get a webhook.
   *
   * Requires the capability `webhooks:read`.
   *
   * `GET /workspaces/{workspaceId}/webhooks/{webhookId}`
   */
  getWebhook(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
  }, options?: RequestOptions): Call<Schemas.Webhook>;

  /**
   * Delete a webhook.
   *
   * Its deliveries are deleted too.
   *
   * Requires the capability `webhooks:write`.
   *
   * `DELETE /workspaces/{workspaceId}/webhooks/{webhookId}`
   */
  deleteWebhook(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
  }, options?: RequestOptions): Call<Schemas.Deleted>;

  /**
   * Update a webhook.
   *
   * Switching it off cancels what is pending; switching it on again forgets its failures.
   *
   * Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.
   *
   * Requires the capability `webhooks:write`.
   *
   * `PATCH /workspaces/{workspaceId}/webhooks/{webhookId}`
   */
  updateWebhook(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
    body?: Schemas.UpdateWebhookInput;
  }, options?: RequestOptions): Call<Schemas.Webhook>;

  /**
   * Rotate the secret of a webhook.
   *
   * For 24 hours requests are signed with the former secret too. The new one is returned only once.
   *
   * Requires the capability `webhooks:write`.
   *
   * `POST /workspaces/{workspaceId}/webhooks/{webhookId}/rotate-secret`
   */
  rotateWebhookSecret(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
  }, options?: RequestOptions): Call<Schemas.WebhookWithSecret>;

  /**
   * Test a webhook.
   *
   * Sends it an event of the type `webhook.test`, once and whatever it subscribes to. The delivery shows the response.
   *
   * Requires the capability `webhooks:write`.
   *
   * `POST /workspaces/{workspaceId}/webhooks/{webhookId}/test`
   */
  testWebhook(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
  }, options?: RequestOptions): Call<Schemas.WebhookDelivery>;

  /**
   * List webhook deliveries.
   *
   * Requires the capability `webhooks:read`.
   *
   * `GET /workspaces/{workspaceId}/webhooks/{webhookId}/deliveries`
   */
  listWebhookDeliveries(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
    /** The page number, from 1. Defaults to 1. */
    page?: number;
    /** The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters. */
    cursor?: string;
    /** The number of items per page. Defaults to 20, at most 100; higher values count as 100. */
    limit?: number;
    /** The field to sort by. Defaults to `createdAt`. */
    sortBy?: Schemas.WebhookDeliverySortKey;
    /** The direction of the sorting. Defaults to `desc`. */
    sortOrder?: Schemas.SortOrder;
    /** Filters by `eventType`. */
    eventType?: string;
    /** Filters by `status`. */
    status?: Schemas.WebhookDeliveryStatus;
    /** Text to search for, regardless of case. Searched fields: `eventId`, `eventType`. */
    search?: string;
    /** The earliest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    from?: string;
    /** The latest `createdAt` to list. An ISO 8601 time, or a date for the whole UTC day. */
    to?: string;
  }, options?: RequestOptions): List<Schemas.WebhookDelivery>;

  /**
   * Get a webhook delivery.
   *
   * Requires the capability `webhooks:read`.
   *
   * `GET /workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}`
   */
  getWebhookDelivery(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
    /** The ID of the delivery. */
    deliveryId: string;
  }, options?: RequestOptions): Call<Schemas.WebhookDelivery>;

  /**
   * Redeliver an event to a webhook.
   *
   * Sends the same body with the same `webhook-id`, as a new delivery. One that is still pending is sent now instead.
   *
   * Requires the capability `webhooks:write`.
   *
   * `POST /workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver`
   */
  redeliverWebhookDelivery(input: {
    /** The ID of the workspace. `GET /workspaces` lists yours. */
    workspaceId?: string;
    /** The ID of the webhook. */
    webhookId: string;
    /** The ID of the delivery. */
    deliveryId: string;
  }, options?: RequestOptions): Call<Schemas.WebhookDelivery>;
}
