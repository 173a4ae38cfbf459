import { IsObject, IsOptional } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { must } from '../../../../../platform/errors/violation-words.js';
import { Json, JsonObject } from '../../../../../platform/graphql/scalars.js';
import { Length, Uuid } from '../../../../../platform/graphql/text-rules.js';

/** Characters of a text with expressions. */
const longest = 50_000;

@InputType({ description: 'An expression, and the data that it reads.' })
export class EvaluateExpressionInput {
  @Field(() => String, {
    description: `A text with expressions in double braces, as in a field of a node, or one expression without braces; 1 to ${longest} characters.`,
  })
  @Length(1, longest)
  expression!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'The execution whose recorded data the expression reads; what is redacted there stays redacted. Without it, only `data` can be read.',
  })
  @IsOptional()
  @Uuid({ message: `$property ${must.name('an execution')}` })
  executionId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The node that the expression belongs to: it reads what a step of this node can read, in a loop that of the last iteration. Defaults to the end of the execution.',
  })
  nodeId?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Values by root, for example `{"triggerData": {"amount": 5}}`. They take precedence over those of the execution.',
  })
  @IsOptional()
  @IsObject()
  data?: Record<string, unknown> | null;
}

@ObjectType({ simpleResolvers: true, description: 'Why an expression has no value.' })
export class ExpressionProblem {
  @Field(() => String, { description: 'The code of a validation rule or step error, for example `EXPR_SYNTAX`.' })
  code!: string;

  @Field(() => String, { description: 'What is wrong and how to correct it.' })
  message!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The characters before the place that is wrong; null if the whole expression is.',
  })
  position?: number | null;

  @Field(() => String, { nullable: true, description: 'What to write instead; null if nothing can be suggested.' })
  suggestion?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The value of an expression, or why it has none.' })
export class EvaluatedExpression {
  @Field(() => Json, { nullable: true, description: 'The value, of any type; null if there is an error.' })
  value?: unknown;

  @Field(() => String, {
    nullable: true,
    description:
      'The type of the value: `string`, `number`, `boolean`, `null`, `array` or `object`; null if there is an error.',
  })
  type?: string | null;

  @Field(() => [String], {
    description: 'The expressions whose path has no value in the data: they count as null, or as an empty text.',
  })
  missing!: string[];

  @Field(() => ExpressionProblem, {
    nullable: true,
    description: 'Why the expression has no value; null if it has one.',
  })
  error?: ExpressionProblem | null;
}
