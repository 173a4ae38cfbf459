import type { GraphQLResolveInfo } from 'graphql';
import { Args, FieldResolver, Info, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import { Audited } from '../../../platform/graphql/audited.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../workspaces/index.js';
import { type AuditEntry, AuditEntryPage, AuditExportArgs, AuditLogArgs, AuditLogPart } from './audit-entry.object.js';
import { exportAuditLog } from './export-audit-log.js';
import { listAuditLog } from './list-audit-log.js';

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
  ): Promise<AuditLogPart> {
    return exportAuditLog(scope, args);
  }
}
