import { Field, ObjectType } from 'type-graphql';
import { Json } from '../../../../platform/graphql/scalars.js';
import type { FlowVariable } from './flow-content.js';
import { VariableScopeName, VariableTypeName } from './flow-enums.js';

/** A variable as flows, their versions, drafts, files and templates show it. */
@ObjectType('FlowVariable', { simpleResolvers: true, description: 'A variable of a flow.' })
export class FlowVariableObject implements FlowVariable {
  @Field(() => String, { description: 'Unique in the flow.' })
  name!: string;

  @Field(() => Json, { nullable: true, description: 'A value of the type `type`, or null: what the user chose.' })
  value!: unknown;

  @Field(() => VariableTypeName, { description: 'The type of the value; `json` accepts any value.' })
  type!: string;

  @Field(() => VariableScopeName, { description: 'With `flow`, each execution starts with `value`.' })
  scope!: string;
}
