import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { notFound } from '../../../../platform/errors/errors.js';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Batched, type Parents } from '../../../../platform/graphql/levels/batched.js';
import { selectItems, Written } from '../../../../platform/graphql/levels/json-columns.js';
import type { JsonText } from '../../../../platform/graphql/levels/json-text.js';
import { PageArgs, type PageOf } from '../../../../platform/graphql/page.js';
import { requestedFields } from '../../../../platform/graphql/requested-fields.js';
import { Decimal } from '../../../../platform/graphql/scalars.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { Flow, FlowVersion, flowVersionOf } from '../../flows/index.js';
import { ExecutionListArgs, FlowExecutionListArgs, StepListArgs } from '../store/execution.input.js';
import { Execution, ExecutionPage, ExecutionStarter } from '../store/execution.object.js';
import { findExecution, findStep } from '../store/find-execution.js';
import { Step, StepPage } from '../store/step.object.js';
import { type StepColumns, toSteps } from '../store/step-columns.js';
import {
  creditsOfStep,
  creditsUsed,
  cursorField,
  cursorOf,
  executionById,
  flowOfExecution,
  latestExecutions,
  starterOf,
} from './execution.loaders.js';
import { executionTexts, writeAllSteps, writeExecutionsOfFlow, writeSteps } from './execution-texts.js';
import { listExecutions, listExecutionsOfFlows } from './list-executions.js';
import { listAllSteps, listSteps, stepCount } from './list-steps.js';
import { childOfStep, relatedExecutions } from './related-executions.js';

@Resolver(() => Workspace)
export class WorkspaceExecutionsResolver {
  @FieldResolver(() => ExecutionPage, { description: 'The executions of the workspace, newest first.' })
  @Allow('flows:read')
  executions(
    @CurrentScope() scope: Scope,
    @Args(() => ExecutionListArgs) args: ExecutionListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<Execution | JsonText>> {
    return listExecutions(scope, args, requestedFields(info), selectItems(info, executionTexts, 'e'));
  }

  @FieldResolver(() => Execution)
  @Allow('flows:read')
  execution(
    @CurrentScope() scope: Scope,
    @Arg('id', () => ID) id: string,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Execution> {
    return findExecution(scope, id, requestedFields(info));
  }
}

@Resolver(() => Flow)
export class FlowExecutionsResolver {
  @FieldResolver(() => ExecutionPage, { description: 'The executions of the flow, newest first.' })
  @Batched()
  @Written(writeExecutionsOfFlow)
  executions(
    @Root() flows: Parents<Pick<Flow, 'id'>>,
    @CurrentScope() scope: Scope,
    @Args(() => FlowExecutionListArgs) args: FlowExecutionListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(PageOf<Execution | JsonText> | Error)[]> {
    return listExecutionsOfFlows(
      scope,
      idsOf(flows),
      args,
      requestedFields(info),
      selectItems(info, executionTexts, 'e'),
    );
  }

  @FieldResolver(() => Execution, {
    nullable: true,
    description: 'The execution of the flow that started last; null if the flow was never run.',
  })
  @Batched()
  lastExecution(
    @Root() flows: Parents<Pick<Flow, 'id'>>,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Execution | null)[]> {
    return latestExecutions(scope, idsOf(flows), requestedFields(info));
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

@Resolver(() => Execution)
export class ExecutionResolver {
  @FieldResolver(() => Flow, { nullable: true, description: 'The flow that was run; null if it was deleted' })
  flow(@Root() execution: Pick<Execution, 'id' | 'flowId'>, @CurrentScope() scope: Scope): Promise<Flow | null> {
    return flowOfExecution(scope, execution.flowId);
  }

  @FieldResolver(() => Decimal, { description: 'Credits that its billable operations have cost so far, as a decimal' })
  creditsUsed(
    @Root() execution: Pick<Execution, 'id'> & { creditsUsed?: string },
    @CurrentScope() scope: Scope,
  ): string | Promise<string> {
    return execution.creditsUsed ?? scope.loader(creditsUsed).load(execution.id);
  }

  @FieldResolver(() => StepPage, { description: 'The steps, in order of their start' })
  @Batched()
  @Written(writeSteps)
  steps(
    @Root() executions: Parents<Pick<Execution, 'id'>>,
    @CurrentScope() scope: Scope,
    @Args(() => StepListArgs) args: StepListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(PageOf<Step> | Error)[]> {
    return listSteps(scope, idsOf(executions), args, requestedFields(info));
  }

  @FieldResolver(() => [Step], {
    description:
      'All steps at once, in order of their start; together they must not exceed the size limit of an answer',
  })
  @Written(writeAllSteps)
  allSteps(
    @Root() execution: Pick<Execution, 'id' | 'flowId'> & { steps?: StepColumns },
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Step[] | Promise<Step[]> {
    return execution.steps ? toSteps(execution.steps) : listAllSteps(scope, execution.id, requestedFields(info));
  }

  @FieldResolver(() => Int, { description: 'The number of steps so far' })
  stepCount(@Root() { id }: Pick<Execution, 'id'>, @CurrentScope() scope: Scope): Promise<number> {
    return scope.loader(stepCount).load(id);
  }

  @FieldResolver(() => Step, {
    description: 'One step by its ID, for example if all steps together exceed the size limit of an answer',
  })
  step(
    @Root() execution: Pick<Execution, 'id'>,
    @CurrentScope() scope: Scope,
    @Arg('id', () => ID) id: string,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Step> {
    return findStep(scope, execution.id, id, requestedFields(info));
  }

  @FieldResolver(() => FlowVersion, {
    nullable: true,
    description: 'The version of the flow that it runs, also after the flow was deleted',
  })
  version(
    @Root() { flowId, flowVersion }: Execution,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FlowVersion | null> {
    return flowVersionOf(scope, { flowId, version: flowVersion }, requestedFields(info));
  }

  @FieldResolver(() => ExecutionPage, { description: 'The executions that its steps have started, oldest first' })
  @Batched()
  children(
    @Root() executions: Parents<Pick<Execution, 'id'>>,
    @CurrentScope() scope: Scope,
    @Args(() => PageArgs) args: PageArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(PageOf<Execution> | Error)[]> {
    return relatedExecutions(scope, 'children', idsOf(executions), args, requestedFields(info));
  }

  @FieldResolver(() => ExecutionPage, { description: 'The executions that retry this one, oldest first' })
  @Batched()
  retries(
    @Root() executions: Parents<Pick<Execution, 'id'>>,
    @CurrentScope() scope: Scope,
    @Args(() => PageArgs) args: PageArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(PageOf<Execution> | Error)[]> {
    return relatedExecutions(scope, 'retries', idsOf(executions), args, requestedFields(info));
  }

  @FieldResolver(() => ExecutionStarter, {
    nullable: true,
    description: 'Who started it; null if a trigger or another execution did',
  })
  startedBy(@Root() execution: Execution, @CurrentScope() scope: Scope): Promise<ExecutionStarter | null> | null {
    return starterOf(scope, execution);
  }

  @FieldResolver(() => String, {
    description:
      'Position of this answer in the events of the execution: all of it is read in one snapshot of the database, and a subscription with `after` goes on exactly there',
  })
  async cursor(@Root() execution: Pick<Execution, 'id' | 'cursor'>, @CurrentScope() scope: Scope): Promise<string> {
    const { id } = execution;
    const known = execution.cursor ?? (await executionById(scope, id, cursorField))?.cursor;
    if (!known) throw notFound('execution');
    return cursorOf(id, known);
  }
}

@Resolver(() => Step)
export class StepResolver {
  @FieldResolver(() => Execution, {
    nullable: true,
    description: 'The execution that the step has called; of several attempts, that of the last one',
  })
  childExecution(
    @Root() { executionId, id, nodeType }: Step & { executionId: string },
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Execution | null> | null {
    return nodeType === 'flow.call' ? childOfStep(scope, { executionId, id }, requestedFields(info)) : null;
  }

  @FieldResolver(() => Decimal, { description: 'Credits that its billable operations have cost so far, as a decimal' })
  creditsUsed(@Root() step: Step & { executionId: string }, @CurrentScope() scope: Scope): Promise<string> {
    return creditsOfStep(scope, step);
  }
}
