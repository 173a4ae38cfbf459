import { Migration } from '@mikro-orm/migrations';

/** Mistakes are looked for where nothing else fits: they cost the most, and among hits nobody wants them. */
export class ForgiveMistakesLast extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function search_candidates(workspace uuid, kind text, exact text[], prefixes text[], inside text[], mistaken text[])
      returns table (id uuid, tier integer) language plpgsql stable rows 100 set enable_seqscan = off as $$
      declare
        wanted integer[];
        way text;
        more integer;
        total integer;
      begin
        wanted := search_pieces(workspace, kind, exact);
        return query select d.id, 0 from search_documents d where d.tokens @> wanted limit 100;
        wanted := search_pieces(workspace, kind, prefixes);
        return query select d.id, 1 from search_documents d where d.tokens @> wanted limit 100;
        get diagnostics total = row_count;
        if inside is not null and total < 25 then
          wanted := search_pieces(workspace, kind, inside);
          return query select d.id, 2 from search_documents d where d.tokens @> wanted limit 100;
          get diagnostics more = row_count;
          total := total + more;
        end if;
        if total > 0 then
          return;
        end if;
        foreach way in array mistaken loop
          wanted := search_pieces(workspace, kind, string_to_array(way, chr(31)));
          return query select d.id, 3 from search_documents d where d.tokens @> wanted limit 100;
        end loop;
      end
      $$;
    `);
  }
}
