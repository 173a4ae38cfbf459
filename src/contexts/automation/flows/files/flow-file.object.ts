import { Equals, IsOptional, Length, Matches, ValidateNested } from 'class-validator';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { ErrorDetail } from '../../../../platform/errors.js';
import type { FurtherViolations } from '../../../../platform/graphql/input-rules.js';
import { DateTime, Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { FlowGraphInput } from '../content/flow-content.input.js';
import { Flow } from '../flow.entity.js';
import { CopyFlowInput } from '../flow.input.js';
import { violationsOfNewFlow } from '../validation/content-violations.js';
import { FlowIssue } from '../validation/flow-validation.object.js';

/** What every file of a flow begins with. */
export const fileFormat = 'workspace-automation/flow';
export const fileFormatVersion = 1;

@ObjectType({ simpleResolvers: true, description: 'What the workspace must have for an exported flow to run' })
export class FlowFileNeeds {
  @Field(() => [String], { description: 'Names of secrets' })
  secrets!: string[];

  @Field(() => [String], { description: 'Names of global variables' })
  globalVars!: string[];

  @Field(() => [JsonObject], { description: 'Flows that it calls: id and name' })
  flows!: Record<string, unknown>[];

  @Field(() => [JsonObject], { description: 'Other records that it names: kind and id' })
  records!: Record<string, unknown>[];

  @Field(() => [JsonObject], { description: 'Secrets that were written out in it and left out here: nodeId and field' })
  values!: Record<string, unknown>[];
}

@ObjectType({ simpleResolvers: true, description: 'A flow to take elsewhere: no id, no token, no secret' })
export class FlowFile {
  @Field(() => String)
  format!: string;

  @Field(() => Int)
  formatVersion!: number;

  @Field(() => DateTime)
  exportedAt!: Date;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  description!: string;

  @Field(() => [JsonObject])
  nodes!: Record<string, unknown>[];

  @Field(() => [JsonObject])
  edges!: Record<string, unknown>[];

  @Field(() => [JsonObject])
  variables!: Record<string, unknown>[];

  @Field(() => JsonObject)
  settings!: Record<string, unknown>;

  @Field(() => [String])
  tags!: string[];

  @Field(() => FlowFileNeeds)
  requires!: FlowFileNeeds;
}

const foreign = `This is no flow file of this server: its format is not "${fileFormat}". Export the flow here, or send its nodes and edges to POST /flows.`;
const otherVersion = `This file is of another version of the format; this server reads version ${fileFormatVersion}.`;

@InputType({ description: 'A file as the export gives it' })
export class FlowFileInput extends FlowGraphInput {
  @Field(() => Json, { nullable: true, description: fileFormat })
  @Equals(fileFormat, { message: foreign })
  format?: unknown;

  @Field(() => Json, { nullable: true, description: `${fileFormatVersion}` })
  @Equals(fileFormatVersion, { message: otherVersion })
  formatVersion?: unknown;

  @Field(() => String)
  @Length(1, 200)
  @Matches(/\S/, { message: '$property must not be blank.' })
  name!: string;

  @Field(() => Json, { nullable: true, description: 'Not read' })
  @IsOptional()
  exportedAt?: unknown;

  @Field(() => Json, { nullable: true, description: 'Not read: what is missing is found out here' })
  @IsOptional()
  requires?: unknown;
}

@InputType()
export class ImportFlowInput extends CopyFlowInput implements FurtherViolations {
  @Field(() => FlowFileInput)
  @ValidateNested()
  file!: FlowFileInput;

  furtherViolations(): ErrorDetail[] {
    const { file } = this;
    if (file?.format !== fileFormat) return [];
    const violations = violationsOfNewFlow({ ...file, ...(this.folderId && { folderId: this.folderId }) });
    return violations.map(({ field, ...violation }) => {
      if (field === undefined || field === 'folderId') return { ...violation, ...(field && { field }) };
      return { ...violation, field: `file.${field}` };
    });
  }
}

@ObjectType({ simpleResolvers: true })
export class ImportedFlow {
  @Field(() => Flow, { description: 'The new flow, paused' })
  flow!: Flow;

  @Field(() => [FlowIssue], {
    description: 'What is left to do before it can run: what the workspace lacks, above all',
  })
  issues!: FlowIssue[];
}
