import { Migration } from '@mikro-orm/migrations';

/**
 * The search over many documents avoids the long posting lists of frequent pieces, as far as the statistics of Postgres know
 * them; see docs/adr/0132.
 */
export class SearchRarePiecesFirst extends Migration {
  override up(): void {
    this.addSql(`
      -- The first two functions run with the settings of the third, which calls them often.
      -- Of the documents of one kind, if there are many: which of the tokens are in more than one of a hundred documents, and
      -- in which share of them.
      create function search_frequent(wanted_kind text, tokens integer[]) returns table (token integer, share real)
      language plpgsql stable rows 10 as $$
      declare
        documents oid;
      begin
        select d.tableoid into documents from search_documents d where d.kind = wanted_kind limit 1;
        if (select c.reltuples from pg_class c where c.oid = documents) >= 20000 then
          return query select known.token, known.share
            from pg_class c join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname,
              unnest(s.most_common_elems::text::integer[], s.most_common_elem_freqs) known(token, share)
            where c.oid = documents and s.attname = 'tokens' and known.share > 0.01 and known.token = any(tokens);
        end if;
      end
      $$;

      -- At most 100 documents of one kind with all of the wanted tokens. If some of these are rare, the index is searched for
      -- them alone; the frequent ones are compared with the documents that it finds.
      create function search_documents_with(wanted_kind text, wanted integer[], frequent integer[])
      returns setof uuid language plpgsql stable rows 100 as $$
      declare
        rare integer[] := wanted;
      begin
        if wanted && frequent then
          rare := array(select token from unnest(wanted) token where token <> all (frequent));
        end if;
        if rare = '{}' or rare = wanted then
          return query select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
        else
          return query select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> rare
            and wanted <@ (d.tokens || '{}'::integer[]) limit 100;
        end if;
      end
      $$;

      -- As before, with two differences: frequent tokens are not searched for beside rare ones, and the documents with a
      -- single word that is in more than one of fifty are looked for among the newest first.
      create or replace function search_candidates(workspace uuid, wanted_kind text, exact text[], prefixes text[], inside text[], mistaken text[])
      returns table (id uuid, tier integer) language plpgsql stable rows 100
      set enable_seqscan = off set enable_partition_pruning = on set plan_cache_mode = force_generic_plan as $$
      declare
        wanted integer[];
        frequent integer[];
        shares real[];
        way text;
        more integer;
        total integer := 0;
      begin
        wanted := search_pieces(workspace, wanted_kind, exact);
        return query select d.id, 0 from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
        wanted := search_pieces(workspace, wanted_kind, prefixes);
        select array_agg(f.token), array_agg(f.share) into frequent, shares from search_frequent(wanted_kind,
          wanted || search_pieces(workspace, wanted_kind, coalesce(inside, '{}') ||
            string_to_array(array_to_string(mistaken, chr(31)), chr(31)))) f;
        frequent := coalesce(frequent, '{}');
        if wanted <@ frequent and (select count(*) = 1 from unnest(prefixes) piece where piece like ' %') then
          return query select n.id, 1 from (
              select d.id, d.tokens from search_documents d where d.kind = wanted_kind and d.workspace_id = workspace
              order by d.id desc
              limit (select 200 / greatest(min(f.share), 0.02) from unnest(frequent, shares) f(token, share) where f.token = any (wanted))
            ) n where n.tokens @> wanted limit 100;
          get diagnostics total = row_count;
        end if;
        if total < 25 then
          return query select found_id, 1 from search_documents_with(wanted_kind, wanted, frequent) found_id;
          get diagnostics more = row_count;
          total := total + more;
        end if;
        if inside is not null and total < 25 then
          wanted := search_pieces(workspace, wanted_kind, inside);
          return query select found_id, 2 from search_documents_with(wanted_kind, wanted, frequent) found_id;
          get diagnostics more = row_count;
          total := total + more;
        end if;
        if total > 0 then
          return;
        end if;
        foreach way in array mistaken loop
          wanted := search_pieces(workspace, wanted_kind, string_to_array(way, chr(31)));
          return query select found_id, 3 from search_documents_with(wanted_kind, wanted, frequent) found_id;
        end loop;
      end
      $$;
    `);
  }
}
