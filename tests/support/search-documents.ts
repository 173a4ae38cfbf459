import { searchSources } from '../../src/app/modules.js';
import { documentsSql, documentsTable, hasDocuments } from '../../src/platform/search/index.js';
import type { TestApp } from './app.js';

/** Compares all search documents with those that the declarations produce from the rows. @returns those that differ, are missing or are superfluous */
export async function untrueDocuments({ services: { db } }: TestApp): Promise<string[]> {
  const untrue = await Promise.all(
    searchSources.filter(hasDocuments).map(async (source) => {
      const { rows } = await db.pool.query<{ id: string; why: string }>(
        `select coalesce(w.id, d.id) as id,
           case when w.id is null then 'is too many' when d.id is null then 'is missing' else 'is outdated' end as why
         from (${documentsSql(source)}) w full join ${documentsTable(source)} d using (kind, workspace_id, id)
         where w.id is null or d.id is null or not (w.tokens @> d.tokens and d.tokens @> w.tokens)`,
      );
      return rows.map(({ id, why }) => `${source.type} ${id} ${why}`);
    }),
  );
  return untrue.flat();
}
