import { Migration } from '@mikro-orm/migrations';

/**
 * The search over many documents reads few posting lists, and compares few documents with the rest: see docs/adr/0142.
 */
export class SearchByTheRarestPieces extends Migration {
  override up(): void {
    this.addSql(`
      drop function search_documents_with(text, integer[], integer[]);
      drop function search_frequent(text, integer[]);

      -- These functions run with the settings of search_candidates, which calls them often.
      -- Of the documents of one kind, if there are many: in which share of them the tokens are that are in most.
      create function search_shares(wanted_kind text, tokens integer[]) returns table (token integer, share real)
      language plpgsql stable rows 10 as $$
      declare
        documents oid;
      begin
        select d.tableoid into documents from search_documents d where d.kind = wanted_kind limit 1;
        if (select c.reltuples from pg_class c where c.oid = documents) >= 20000 then
          return query select known.token, known.share
            from pg_class c join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname,
              unnest(s.most_common_elems::text::integer[], s.most_common_elem_freqs) known(token, share)
            where c.oid = documents and s.attname = 'tokens' and known.token = any(tokens);
        end if;
      end
      $$;

      -- At most 100 documents of one kind with all of the wanted tokens.
      -- pieces: what the tokens are of; each word begins with the first piece or with one that begins with a space. Without
      -- words (null), nothing is known about which pieces belong to one.
      -- known, shares: as of search_shares.
      create function search_documents_with(workspace uuid, wanted_kind text, wanted integer[], pieces text[], known integer[],
        shares real[])
      returns setof uuid language plpgsql stable rows 100 as $$
      declare
        searched integer[];
        rare integer;
        rarest real;
        together double precision;
        total integer := 0;
      begin
        if not wanted && known then
          return query select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
          return;
        end if;
        -- The rarest first; rare: those that are not among the most frequent. A word is as frequent as the rarest of its pieces,
        -- and words stand beside each other by chance: together is the share of documents with all.
        select array_agg(s.token order by s.share) filter (where s.share <= 0.25),
            count(*) filter (where s.share = 0), min(s.share), exp(sum(ln(greatest(s.share, 0.000001))) filter (where s.nth = 1))
          into searched, rare, rarest, together
          from (
            select w.token, w.share, row_number() over (partition by w.word order by w.share) as nth
            from (
              select p.token, coalesce(k.share, 0) as share, count(*) filter (where p.piece like ' %') over (order by p.at) as word
              from unnest(wanted, pieces) with ordinality p(token, piece, at) left join unnest(known, shares) k(token, share) using (token)
            ) w
          ) s;
        -- Among the newest documents, if a hundred are expected in at most 10,000.
        if pieces is not null and together >= 0.02 then
          return query select n.id from (
              select d.id, d.tokens from search_documents d where d.kind = wanted_kind and d.workspace_id = workspace
              order by d.id desc limit (200 / together)::integer
            ) n where n.tokens @> wanted limit 100;
          get diagnostics total = row_count;
          if total >= 25 then
            return;
          end if;
        end if;
        -- Two tokens that are not among the most frequent are in few documents; beside one that is in less than one of a
        -- hundred, four in all are enough. Of frequent ones all are searched, because their combination may be rare; without
        -- those that many documents have, unless there are no others.
        if rare >= 2 then
          searched := searched[:rare];
        elsif rarest <= 0.01 then
          searched := searched[:4];
        end if;
        -- The index finds these; the rest is compared with the documents themselves.
        if cardinality(searched) = cardinality(wanted) then
          return query select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
        else
          return query select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> coalesce(searched, wanted)
            and wanted <@ (d.tokens || '{}'::integer[]) limit 100;
        end if;
      end
      $$;

      -- As before, with the functions above, and at once for a workspace that has no documents of the kind.
      create or replace function search_candidates(workspace uuid, wanted_kind text, exact text[], prefixes text[], inside text[], mistaken text[])
      returns table (id uuid, tier integer) language plpgsql stable rows 100
      set enable_seqscan = off set enable_partition_pruning = on set plan_cache_mode = force_generic_plan as $$
      declare
        wanted integer[];
        known integer[];
        shares real[];
        pieces text[];
        way text;
        more integer;
        total integer := 0;
      begin
        if not exists (select from search_documents d where d.kind = wanted_kind and d.workspace_id = workspace) then
          return;
        end if;
        wanted := search_pieces(workspace, wanted_kind, exact);
        return query select d.id, 0 from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
        wanted := search_pieces(workspace, wanted_kind, prefixes);
        select coalesce(array_agg(s.token), '{}'), coalesce(array_agg(s.share), '{}') into known, shares
          from search_shares(wanted_kind, wanted || search_pieces(workspace, wanted_kind, coalesce(inside, '{}') ||
            string_to_array(array_to_string(mistaken, chr(31)), chr(31)))) s;
        return query select found_id, 1 from search_documents_with(workspace, wanted_kind, wanted, prefixes, known, shares) found_id;
        get diagnostics total = row_count;
        if inside is not null and total < 25 then
          wanted := search_pieces(workspace, wanted_kind, inside);
          return query select found_id, 2 from search_documents_with(workspace, wanted_kind, wanted, null, known, shares) found_id;
          get diagnostics more = row_count;
          total := total + more;
        end if;
        if total > 0 then
          return;
        end if;
        foreach way in array mistaken loop
          pieces := string_to_array(way, chr(31));
          wanted := search_pieces(workspace, wanted_kind, pieces);
          return query select found_id, 3 from search_documents_with(workspace, wanted_kind, wanted, pieces, known, shares) found_id;
        end loop;
      end
      $$;
    `);
  }
}
