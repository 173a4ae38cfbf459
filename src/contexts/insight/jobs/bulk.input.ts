import { ArrayMaxSize, ArrayNotEmpty, IsIn, ValidateNested } from 'class-validator';
import { type ClassType, Field, ID, InputType } from 'type-graphql';
import { must } from '../../../platform/errors/violation-words.js';
import { filterClass } from '../../../platform/filters/filter-class.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { Length, Uuid } from '../../../platform/graphql/text-rules.js';
import { classesOf, recordFilter } from '../../../platform/records/index.js';
import { ExecutionBulkFilterInput, RetryExecutionInput } from '../../automation/executions/index.js';
import { flowFilter, UpdateFlowInput } from '../../automation/flows/index.js';
import { contacts, opportunities } from '../../crm/definitions/index.js';
import { longestSearch } from './job.object.js';
import type { Job } from './job.record.js';

export type BulkAction = NonNullable<Job['action']>;

/** Which records to change, and how; each kind of records has a type of its own. */
export interface BulkInput {
  filter?: Record<string, unknown> | null;
  search?: string;
  ids?: string[];
  action: BulkAction;
  data?: Record<string, unknown> | null;
}

/** IDs in one request. */
const idsAtMost = 10_000;

interface BulkKind {
  /** `Contacts` */
  plural: string;
  words: string;
  actions: Partial<Record<BulkAction, string>>;
  filter: ClassType<object>;
  /** Whether their list has `search`. */
  searched: boolean;
  data: ClassType<object>;
  /** Which actions `data` is for. */
  dataOf: string;
}

/** The input of a change of many records of a kind: `ChangeManyContactsInput`. */
function bulkInput({ plural, words, actions, filter, searched, data, dataOf }: BulkKind): ClassType<BulkInput> {
  const Type = Object.defineProperty(class {}, 'name', { value: `ChangeMany${plural}Input` }) as ClassType<BulkInput>;
  const { prototype } = Type;
  const Action = defineEnum(
    `${plural}BulkAction`,
    `What is done to each of many ${words}.`,
    actions as Record<string, string>,
  );
  const add = (name: string, type: () => unknown, description: string, ...rules: PropertyDecorator[]) => {
    Field(type as never, { nullable: name !== 'action', description })(prototype, name);
    for (const rule of rules) rule(prototype, name);
  };
  const choices = searched ? '`filter`, `search`' : '`filter`';
  const either = ` ${choices} or \`ids\` is required.`;
  add(
    'filter',
    () => filter,
    `Which ${words} to change. An empty object means all.${either}`,
    IfSent(),
    ValidateNested(),
  );
  if (searched) {
    add(
      'search',
      () => String,
      `Only ${words} that the \`search\` of their list finds, of those that \`filter\` selects.${either}`,
      IfSent(),
      Length(1, longestSearch),
    );
  }
  add(
    'ids',
    () => [ID],
    `The ${words} by their IDs, 1 to ${idsAtMost}.${either}`,
    IfSent(),
    ArrayNotEmpty({ message: `$property ${must.notBeEmpty}` }),
    ArrayMaxSize(idsAtMost, { message: `$property ${must.haveAtMostEntries(idsAtMost)}` }),
    Uuid({ each: true, message: `each of $property ${must.beUuid}` }),
  );
  const accepted = Object.keys(actions);
  add(
    'action',
    () => Action,
    `What is done to each of the ${words}.`,
    IsIn(accepted, { message: `$property ${must.beOneOf(accepted)}` }),
  );
  add('data', () => data, dataOf, IfSent(), ValidateNested());
  InputType(Type.name, { description: `Which ${words} to change, and how.` })(Type);
  return Type;
}

const changes = { update: 'Sets the fields in `data`.', delete: 'Deletes it.' };
const tags = {
  addTags: 'Adds the tags in `data.tags` to those it has.',
  removeTags: 'Removes the tags in `data.tags` from those it has.',
};
const ofUpdate = 'The fields to set, as in the update of one. For `update`';
const ofTags = `${ofUpdate}, and \`tags\` alone for \`addTags\` and \`removeTags\`; not for \`delete\`.`;

export const ChangeManyContactsInput = bulkInput({
  plural: 'Contacts',
  words: 'contacts',
  actions: { ...changes, ...tags },
  filter: filterClass(recordFilter(contacts)),
  searched: true,
  data: classesOf(contacts).update,
  dataOf: ofTags,
});

export const ChangeManyOpportunitiesInput = bulkInput({
  plural: 'Opportunities',
  words: 'opportunities',
  actions: changes,
  filter: filterClass(recordFilter(opportunities)),
  searched: true,
  data: classesOf(opportunities).update,
  dataOf: `${ofUpdate}; not for \`delete\`.`,
});

export const ChangeManyFlowsInput = bulkInput({
  plural: 'Flows',
  words: 'flows',
  actions: { ...changes, ...tags },
  filter: filterClass(flowFilter),
  searched: true,
  data: UpdateFlowInput,
  dataOf: ofTags,
});

export const ChangeManyExecutionsInput = bulkInput({
  plural: 'Executions',
  words: 'executions',
  actions: {
    retry: 'Retries it, as `data` says. With `filter`, one that was retried before is left as it is.',
    cancel: 'Cancels it, with the executions that it called.',
  },
  filter: ExecutionBulkFilterInput,
  searched: false,
  data: RetryExecutionInput,
  dataOf: 'How to retry. For `retry` only.',
});
