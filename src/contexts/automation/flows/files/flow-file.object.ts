import { Equals, IsOptional, ValidateNested } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import type { FurtherViolations } from '../../../../platform/graphql/input-rules.js';
import { HasJsonForm } from '../../../../platform/graphql/json-form.js';
import { OmitNull } from '../../../../platform/graphql/omit-null.js';
import { DateTime, Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { FlowGraphInput } from '../content/flow-content.input.js';
import type { FlowSettings, FlowVariable } from '../content/flow-content.js';
import { IsFlowName } from '../content/flow-name.js';
import { FlowSettingsObject } from '../content/flow-settings.object.js';
import { FlowVariableObject } from '../content/flow-variable.object.js';
import { graphDescriptions } from '../content/graph-descriptions.js';
import { flowEdgeForm, flowNodeForm } from '../content/graph-forms.js';
import { Flow } from '../flow.entity.js';
import { CopyFlowInput } from '../flow.input.js';
import { violationsOfNewFlow } from '../validation/content-violations.js';
import { FlowIssue } from '../validation/flow-validation.object.js';

/** The format that every file of a flow names. */
export const fileFormat = 'workspace-automation/flow';
export const fileFormatVersion = 1;

@ObjectType({ simpleResolvers: true, description: 'A flow that an exported flow refers to.' })
export class NeededFlow {
  @Field(() => ID, { description: 'The ID of the flow in the workspace of the export.' })
  flowId!: string;

  @Field(() => String, { nullable: true, description: 'The name of the flow. Null if it does not exist any more.' })
  name!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A record that an exported flow refers to.' })
export class NeededRecord {
  @Field(() => String, { description: 'The kind of the record, for example `pipeline`.' })
  kind!: string;

  @Field(() => String, { description: 'The ID of the record in the workspace of the export, or its name.' })
  recordId!: string;
}

@OmitNull()
@ObjectType({ simpleResolvers: true, description: 'A value that an export left out.' })
export class RemovedValue {
  @Field(() => String, { nullable: true, description: 'The node that contained it. Null for a variable.' })
  nodeId?: string;

  @Field(() => String, { description: 'The path of the field that contained it.' })
  field!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What a workspace must have for an exported flow to run.' })
export class FlowFileNeeds {
  @Field(() => [String], { description: 'Names of the secrets that the flow uses.' })
  secrets!: string[];

  @Field(() => [String], { description: 'Names of the global variables that the flow uses.' })
  globalVars!: string[];

  @Field(() => [NeededFlow], { description: 'The flows that it calls or names otherwise.' })
  flows!: NeededFlow[];

  @Field(() => [NeededRecord], { description: 'Other records that it refers to.' })
  records!: NeededRecord[];

  @Field(() => [RemovedValue], { description: 'Plain-text secrets that were removed from the file.' })
  values!: RemovedValue[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'A flow as a file that can be imported elsewhere. It contains no ID, no token and no secret.',
})
export class FlowFile {
  @Field(() => String, { description: `Always \`${fileFormat}\`.` })
  format!: string;

  @Field(() => Int, { description: `The version of the format, ${fileFormatVersion}.` })
  formatVersion!: number;

  @Field(() => DateTime, { description: 'When the flow was exported.' })
  exportedAt!: Date;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  description!: string;

  @Field(() => [JsonObject], { description: graphDescriptions.nodes })
  @HasJsonForm(flowNodeForm)
  nodes!: Record<string, unknown>[];

  @Field(() => [JsonObject], { description: graphDescriptions.edges })
  @HasJsonForm(flowEdgeForm)
  edges!: Record<string, unknown>[];

  @Field(() => [FlowVariableObject], { description: graphDescriptions.variables })
  variables!: FlowVariable[];

  @Field(() => FlowSettingsObject, { description: graphDescriptions.settings })
  settings!: FlowSettings;

  @Field(() => [String], { description: graphDescriptions.tags })
  tags!: string[];

  @Field(() => FlowFileNeeds, { description: 'What a workspace must have for the flow to run.' })
  requires!: FlowFileNeeds;
}

const formatMessage = `format must be "${fileFormat}", the format of exported flows. To create a flow from another file, send its nodes and edges to POST /flows.`;
const versionMessage = `formatVersion must be ${fileFormatVersion}, the version of the format that this server reads.`;

@InputType({ description: 'A flow as a file, in the format of the export.' })
export class FlowFileInput extends FlowGraphInput {
  @Field(() => Json, { nullable: true, description: `Must be \`${fileFormat}\`.` })
  @Equals(fileFormat, { message: formatMessage })
  format?: unknown;

  @Field(() => Json, { nullable: true, description: `Must be ${fileFormatVersion}.` })
  @Equals(fileFormatVersion, { message: versionMessage })
  formatVersion?: unknown;

  @Field(() => String, { description: 'The name of the flow, 1 to 200 characters.' })
  @IsFlowName()
  name!: string;

  @Field(() => Json, { nullable: true, description: 'Ignored.' })
  @IsOptional()
  exportedAt?: unknown;

  @Field(() => Json, { nullable: true, description: 'Ignored: the import checks what this workspace lacks.' })
  @IsOptional()
  requires?: unknown;
}

@InputType({ description: 'An exported file, and the name and folder of the new flow.' })
export class ImportFlowInput extends CopyFlowInput implements FurtherViolations {
  @Field(() => FlowFileInput, { description: 'The exported file.' })
  @ValidateNested()
  file!: FlowFileInput;

  furtherViolations(): ErrorDetail[] {
    const { file } = this;
    if (file?.format !== fileFormat) return [];
    const violations = violationsOfNewFlow({
      ...file,
      ...(this.folderId !== undefined && { folderId: this.folderId }),
    });
    return inFile(violations);
  }
}

/** The violations of a file's content by their names in the request. Those of nodes name a path in the data of the node. */
export function inFile(violations: readonly ErrorDetail[]): ErrorDetail[] {
  return violations.map((violation) => {
    const { field, nodeId } = violation;
    const isOfFile = field !== undefined && field !== 'folderId' && nodeId === undefined;
    return isOfFile ? { ...violation, field: `file.${field}` } : violation;
  });
}

@ObjectType({ simpleResolvers: true, description: 'The result of an import.' })
export class ImportedFlow {
  @Field(() => Flow, { description: 'The new flow. It is paused.' })
  flow!: Flow;

  @Field(() => [FlowIssue], {
    description: 'The validation rules that the flow breaks, for example because the workspace lacks a secret.',
  })
  issues!: FlowIssue[];
}
