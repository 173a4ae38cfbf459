import { Arg, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import { Audited } from '../../../../platform/graphql/audited.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { contentRules } from '../content/content-rules.js';
import { duplicateFlow } from '../duplicate-flow.js';
import { Flow } from '../flow.entity.js';
import { CopyFlowInput } from '../flow.input.js';
import { exportFlow } from './export-flow.js';
import { FlowFile, ImportedFlow, ImportFlowInput } from './flow-file.object.js';
import { importFlow } from './import-flow.js';

@Resolver(() => Flow)
export class FlowFileResolver {
  @FieldResolver(() => FlowFile, { description: 'The flow as a file that can be imported elsewhere.' })
  @Audited('exportFlow')
  export(
    @Root() flow: Pick<Flow, 'id' | 'version' | 'name' | 'description' | 'settings' | 'tags'>,
    @CurrentScope() scope: Scope,
  ): Promise<FlowFile> {
    return exportFlow(scope, flow);
  }
}

@Resolver()
export class FlowFileMutations {
  @Mutation(() => Flow, { description: 'Duplicate a flow. The copy is paused and has its own webhook token.' })
  @Allow('flows:write')
  @Refuses('REFERENCE_UNKNOWN')
  duplicateFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => CopyFlowInput, { nullable: true }) input: CopyFlowInput | null,
  ): Promise<Flow> {
    return duplicateFlow(scope, flowId, input ?? {});
  }

  @Mutation(() => ImportedFlow, { description: 'Import a flow from an exported file. The new flow is paused.' })
  @Allow('flows:write')
  @Refuses(...contentRules)
  importFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ImportFlowInput) input: ImportFlowInput,
  ): Promise<ImportedFlow> {
    return importFlow(scope, input);
  }
}
