export {
  type ChangeFilter,
  type Client,
  createClient,
  type EventFilter,
  type ExecutionEvent,
  type WorkspaceChange,
  type WorkspaceEvent,
  type WorkspaceWatchOptions,
} from './create-client.js';
export { ApiError, ConnectionError, type ErrorDetail, WebhookVerificationError } from './errors.js';
export type { ErrorCode, Operations } from './generated/operations.js';
export type * as Schemas from './generated/schemas.js';
export type { WebhookEvent } from './generated/schemas.js';
export type { ChangedType, ExecutionStatus } from './generated/subscriptions.js';
export { hasReached } from './reached.js';
export type {
  Answer,
  Call,
  ClientOptions,
  ConnectionState,
  List,
  Page,
  PagePosition,
  RequestOptions,
  RetryOptions,
} from './settings.js';
export { verifyWebhook, type WebhookRequest } from './verify-webhook.js';
export type { CursorEvent, WatchOptions } from './watch.js';
