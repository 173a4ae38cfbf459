export { createRecord, createRecordIn, initialValues } from './create-record.js';
export { deleteRecord, deleteRecordIn } from './delete-record.js';
export { encrypted, encryptedColumnsOf } from './encrypted-fields.js';
export * from './field.js';
export * from './field-kinds.js';
export { findRecord } from './find-record.js';
export { listRecords, recordFilters } from './list-records.js';
export { requireStartableFlows } from './named-flows.js';
export { parseInput, requireInput } from './parse-input.js';
export { type LazyCountry, lazyCountry } from './read-phones.js';
export { answerClass, classesOf, inputFields, rowClass } from './record-classes.js';
export {
  type AnyRecord,
  type Change,
  defineRecord,
  idNameOf,
  lowerFirst,
  offers,
  type RecordDefinition,
  type RecordOperation,
  type RecordScope,
  recordIds,
  type SearchedRelation,
} from './record-definition.js';
export { recordEntity } from './record-entity.js';
export { enumOfField, sortKeysOf } from './record-enums.js';
export { recordFilter } from './record-filter.js';
export { recordOperations } from './record-operations.js';
export { recordResolvers } from './record-resolvers.js';
export { largeOf, readRow, selectList } from './record-rows.js';
export { publishWritten, searchSourceOf } from './record-search.js';
export { summaryOf } from './record-words.js';
export { refuseBrokenConstraint } from './refuse-broken-constraint.js';
export { each, entry, many, one, type RelationTarget } from './relation.js';
export { readRecords } from './relation.loaders.js';
export { relationResolvers, relationTargets } from './relation-resolvers.js';
export { updateRecord, updateRecordIn } from './update-record.js';
export { workspaceScope } from './workspace-scope.js';
