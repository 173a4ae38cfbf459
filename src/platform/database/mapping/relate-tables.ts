import { type EntityMetadata, type EntityProperty, type MetadataStorage, ReferenceKind } from '@mikro-orm/postgresql';
import { type ForeignKey, foreignKeysOf } from './foreign-keys.js';

/**
 * Adds the declared foreign keys to the metadata of the entities, as relations that are never loaded: rows contain
 * plain IDs. The unit of work orders its statements by them, and the mapping can be compared with the database.
 * @throws Error if no entity maps the referenced table
 */
export function relateTables(storage: MetadataStorage): void {
  const entities = new Map([...storage].map((meta) => [meta.tableName, meta]));
  for (const meta of entities.values()) {
    for (const [field, key] of Object.entries(foreignKeysOf(meta.class))) {
      const target = entities.get(key.table);
      if (!target) throw new Error(`${meta.tableName}.${field} references ${key.table}, which no entity maps.`);
      const relation = relationOf(meta, field, key, target);
      meta.properties[relation.name] = relation;
      // Not among `props`, which are read, compared and written: the plain fields do that.
      meta.relations.push(relation);
    }
  }
}

function relationOf(meta: EntityMetadata, field: string, key: ForeignKey, target: EntityMetadata): EntityProperty {
  const [own, ...rest] = meta.properties[field]?.fieldNames ?? [];
  if (own === undefined || rest.length > 0) throw new Error(`${meta.className} has no column named ${field}.`);
  const keys = target.getPrimaryProps();
  // A workspace is its own.
  const workspace = meta.tableName === 'workspaces' ? 'id' : 'workspace_id';
  const columns = keys.length > 1 ? [workspace, own] : [own];
  return {
    name: `${field}:${target.tableName}`,
    kind: ReferenceKind.MANY_TO_ONE,
    type: target.className,
    target: target.class,
    targetMeta: target,
    nullable: meta.properties[field]?.nullable ?? false,
    hydrate: false,
    userDefined: false,
    fieldNames: columns,
    joinColumns: columns,
    ownColumns: columns,
    columnTypes: keys.flatMap(({ columnTypes }) => columnTypes),
    referencedTableName: target.tableName,
    referencedColumnNames: keys.flatMap(({ fieldNames }) => fieldNames),
    referencedPKs: target.primaryKeys,
    createForeignKeyConstraint: true,
    foreignKeyName: key.name ?? `${meta.tableName}_${columns.join('_')}_fkey`,
    // Of a composite key only the ID becomes null.
    deleteRule: key.onDelete === 'set null' && columns.length > 1 ? `set null (${own})` : key.onDelete,
    updateRule: 'no action',
  } as unknown as EntityProperty;
}
