import type { GraphQLResolveInfo } from 'graphql';
import { Args, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import { Audited } from '../../../platform/graphql/audited.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { Workspace } from '../workspaces/index.js';
import { AuditEntry, AuditEntryPage, AuditExportArgs, AuditLogArgs, AuditLogPart } from './audit-entry.object.js';
import { exportAuditLog } from './export-audit-log.js';
import { listAuditLog } from './list-audit-log.js';
import { mayReadChange } from './reads-of-action.js';

@Resolver(() => Workspace)
export class AuditResolver {
  @FieldResolver(() => AuditEntryPage, { description: 'Audit log of the workspace, newest first.' })
  @Allow('audit:read')
  auditLog(
    @CurrentScope() scope: Scope,
    @Args(() => AuditLogArgs) args: AuditLogArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<AuditEntry>> {
    return listAuditLog(scope, args, requestedFields(info));
  }

  @FieldResolver(() => AuditLogPart, {
    description: 'Export the audit log as JSON Lines, oldest first, at most 100 entries per part.',
  })
  @Allow('audit:read')
  @Audited('exportAuditLog')
  @Refuses('CURSOR_INVALID')
  auditLogExport(
    @CurrentScope() scope: Scope,
    @Args(() => AuditExportArgs) args: AuditExportArgs,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<AuditLogPart> {
    return exportAuditLog(scope, args, (entry) => mayReadChange(scope, schema, entry));
  }
}

/** What the log keeps of other records is read with the rights of those records. */
@Resolver(() => AuditEntry)
export class AuditEntryResolver {
  @FieldResolver(() => JsonObject, { nullable: true })
  before(
    @Root() entry: AuditEntry,
    @CurrentScope() scope: Scope,
    @Info() { schema }: GraphQLResolveInfo,
  ): AuditEntry['before'] {
    return mayReadChange(scope, schema, entry) ? entry.before : null;
  }

  @FieldResolver(() => JsonObject, { nullable: true })
  after(
    @Root() entry: AuditEntry,
    @CurrentScope() scope: Scope,
    @Info() { schema }: GraphQLResolveInfo,
  ): AuditEntry['after'] {
    return mayReadChange(scope, schema, entry) ? entry.after : null;
  }
}
