import { type MetadataStorage, MikroORM, type Options } from '@mikro-orm/postgresql';

/** What was read of the classes of a list of entities. Nothing in it depends on the database. */
const metadataOf = new WeakMap<object, MetadataStorage>();

/**
 * MikroORM for one database. The metadata of a list of entities is read once a process. Unlike `MikroORM.init`, it loads
 * no extensions, such as migrations.
 */
export function openOrm(options: Options): MikroORM {
  const entities = options.entities ?? [];
  const known = metadataOf.get(entities);
  if (!known) {
    const orm = new MikroORM(options);
    metadataOf.set(entities, orm.getMetadata());
    return orm;
  }
  const orm = new MikroORM({ ...options, discovery: { ...options.discovery, skipSyncDiscovery: true } });
  orm.driver.setMetadata(known);
  orm.em = orm.driver.createEntityManager() as MikroORM['em'];
  if (!isDecorated(known)) known.decorate(orm.em);
  return orm;
}

/** A class that is in several lists of entities refers to the metadata of one of them. */
function isDecorated(metadata: MetadataStorage): boolean {
  return [...metadata].every((entity) => (entity.prototype as { __meta?: unknown }).__meta === entity);
}
