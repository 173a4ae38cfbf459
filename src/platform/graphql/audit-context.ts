/** What use cases report for the audit log where neither the credential nor the arguments say it. */
export interface AuditContext {
  /** The user who acts, of a request without a credential. */
  userId?: string;
  /** The workspace whose log gets the entry. */
  workspaceId?: string;
  /** Whether it is a later part of a response that was recorded with its first one. */
  isContinued?: boolean;
}
