import { expect, test } from '@jest/globals';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { wrap } from '@mikro-orm/postgresql';
import { openOrm } from '../../../src/platform/adapters/mikro-orm.js';

@Entity({ tableName: 'things' })
class Thing {
  @PrimaryKey({ type: 'integer' })
  id!: number;
  @Property({ type: 'text' })
  name!: string;
}
@Entity({ tableName: 'others' })
class Other {
  @PrimaryKey({ type: 'integer' })
  id!: number;
}

const open = (entities: (typeof Thing | typeof Other)[]) => openOrm({ entities, dbName: 'none' });

test('the metadata of a list of entities is read once, and a second ORM works with it', () => {
  const [list, wider] = [[Thing], [Thing, Other]];
  const first = open(list);
  const second = open(list);
  expect(second.em.getMetadata()).toBe(first.getMetadata());
  expect(second.em).not.toBe(first.em);
  const em = second.em.fork();
  const thing = em.create(Thing, { id: 1, name: 'a' });
  expect(em.getUnitOfWork().getPersistStack().has(thing)).toBe(true);
  expect(em.getRepository(Thing).getEntityName()).toBe('Thing');
  expect(em.createQueryBuilder(Thing).where({ name: 'a' }).getQuery()).toContain('"things"');
  // The class now refers to the other list, and to its own again when that is opened.
  const other = open(wider);
  expect(wrap(new Thing(), true).__meta).toBe(other.getMetadata().get(Thing));
  open(list);
  expect(wrap(new Thing(), true).__meta).toBe(first.getMetadata().get(Thing));
});
