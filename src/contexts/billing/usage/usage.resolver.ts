import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import { Audited } from '../../../platform/graphql/audited.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { exportUsage } from './reports/export-usage.js';
import { listUsageEvents } from './reports/list-usage-events.js';
import { summarizeUsage } from './reports/summarize-usage.js';
import { TopUpWalletInput, UsageCsvArgs, UsageEventArgs, UsageSummaryArgs } from './usage.input.js';
import { CsvChunk, UsageEvent, UsageEventPage, UsageSummary, Wallet, WorkspaceUsage } from './usage.object.js';
import { readWallet } from './wallet/read-wallet.js';
import { selfService } from './wallet/self-service.js';
import { topUpWallet } from './wallet/top-up-wallet.js';

@Resolver(() => Workspace)
export class UsageResolver {
  @FieldResolver(() => WorkspaceUsage, { description: 'Usage and credits.' })
  @Allow('usage:read')
  usage(@CurrentScope() { workspaceId }: Scope): WorkspaceUsage {
    return { workspaceId, id: `usageOf:${workspaceId}` };
  }

  @Mutation(() => Wallet, {
    description:
      'Top up the wallet, once for each reference. If `CREDITS_SELF_SERVICE` is off, only the operator of the server can add credits.',
  })
  @Allow({ session: true, roles: ['OWNER'], offeredBy: selfService })
  topUpWallet(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input') input: TopUpWalletInput,
    @CurrentScope() scope: Scope,
  ): Promise<Wallet> {
    return topUpWallet(scope, input);
  }
}

@Resolver(() => WorkspaceUsage)
export class WorkspaceUsageResolver {
  @FieldResolver(() => UsageSummary, { description: 'Usage in a range of time. Defaults to the current month in UTC.' })
  @Refuses('RANGE_TOO_LONG')
  summary(
    @CurrentScope() scope: Scope,
    @Args(() => UsageSummaryArgs) args: UsageSummaryArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<UsageSummary> {
    return summarizeUsage(scope, args, requestedFields(info));
  }

  @FieldResolver(() => Wallet, { description: 'The wallet that pays for the workspace.' })
  wallet(@CurrentScope() scope: Scope): Promise<Wallet> {
    return readWallet(scope);
  }

  @FieldResolver(() => UsageEventPage, { description: 'Usage events, newest first.' })
  events(@CurrentScope() scope: Scope, @Args(() => UsageEventArgs) args: UsageEventArgs): Promise<PageOf<UsageEvent>> {
    return listUsageEvents(scope, args);
  }

  @FieldResolver(() => CsvChunk, { description: 'Usage events as CSV in chunks, oldest first.' })
  @Audited('exportUsageEvents')
  @Refuses('CURSOR_INVALID')
  eventsCsv(@CurrentScope() scope: Scope, @Args(() => UsageCsvArgs) args: UsageCsvArgs): Promise<CsvChunk> {
    return exportUsage(scope, args);
  }
}

@Resolver(() => UsageEvent)
export class UsageEventResolver {
  @FieldResolver(() => ID, { name: 'id' })
  nodeId(@Root() { id }: UsageEvent): string {
    return `usage:${id}`;
  }
}

@Resolver(() => Wallet)
export class WalletResolver {
  @FieldResolver(() => ID, { name: 'id' })
  nodeId(@Root() { accountId }: Wallet): string {
    return `wallet:${accountId}`;
  }
}

@Resolver(() => UsageSummary)
export class UsageSummaryResolver {
  @FieldResolver(() => Wallet, { description: 'The wallet that pays for the workspace.' })
  wallet(@Root() _summary: UsageSummary, @CurrentScope() scope: Scope): Promise<Wallet> {
    return readWallet(scope);
  }
}
