import { Migration } from '@mikro-orm/migrations';

/**
 * How search finds documents. Over many of them it reads few posting lists, and compares few documents with the rest, as far as the
 * statistics of Postgres know which pieces of words are frequent. See docs/decisions/search.md.
 */
export class CreateSearchCandidates extends Migration {
  override up(): void {
    this.addSql(`
      -- These functions run with the settings of search_candidates at the end, which calls them often.
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
      -- known, shares: as of search_shares. nowhere: some of the wanted tokens that no document has
      -- together, if that was found out.
      create function search_documents_with(workspace uuid, wanted_kind text, wanted integer[], pieces text[], known integer[],
        shares real[], out ids uuid[], out nowhere integer[])
      language plpgsql stable as $$
      declare
        searched integer[];
        one_of_each integer[];
        rare integer;
        rarest real;
        together double precision;
        looked_at integer;
      begin
        if not wanted && known then
          ids := array(select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100);
          return;
        end if;
        -- The rarest first; rare: those that are not among the most frequent. A word is as frequent as the rarest of its pieces,
        -- and words stand beside each other by chance: together is the share of documents with all. one_of_each: of each word
        -- the rarest token, or the last one if it is nearly as rare, because most ways to search for the word have that.
        select array_agg(s.token order by s.share) filter (where s.share <= 0.25),
            count(*) filter (where s.share = 0), min(s.share), exp(sum(ln(greatest(s.share, 0.000001))) filter (where s.nth = 1)),
            array_agg(s.token) filter (where s.pick = 1 and s.share <= 0.25)
          into searched, rare, rarest, together, one_of_each
          from (
            select n.*, row_number() over (partition by n.word order by n.share > 2 * n.least, n.at desc) as pick
            from (
              select w.*, row_number() over (partition by w.word order by w.share) as nth, min(w.share) over (partition by w.word) as least
              from (
                select p.token, p.at, coalesce(k.share, 0) as share, count(*) filter (where p.piece like ' %') over (order by p.at) as word
                from unnest(wanted, pieces) with ordinality p(token, piece, at) left join unnest(known, shares) k(token, share) using (token)
              ) w
            ) n
          ) s;
        -- Among the newest documents, if a hundred are expected in at most 10,000.
        if pieces is not null and together >= 0.02 then
          ids := array(select n.id from (
              select d.id, d.tokens from search_documents d where d.kind = wanted_kind and d.workspace_id = workspace
              order by d.id desc limit (200 / together)::integer
            ) n where n.tokens @> wanted limit 100);
          if cardinality(ids) >= 25 then
            return;
          end if;
        end if;
        -- Frequent words: the index reads the documents of one token of each. If these are few, they are all that have to be
        -- compared with the rest; if most of many have the rest, a hundred are found among them.
        if pieces is not null and rarest > 0.01 and cardinality(one_of_each) >= 2 then
          select count(*), (array_agg(n.id) filter (where wanted <@ n.tokens))[:100] into looked_at, ids from (
            select d.id, d.tokens from search_documents d where d.kind = wanted_kind and d.tokens @> one_of_each limit 300) n;
          if looked_at < 300 or cardinality(ids) = 100 then
            ids := coalesce(ids, '{}');
            nowhere := case when looked_at = 0 then one_of_each end;
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
          ids := array(select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100);
        else
          ids := array(select d.id from search_documents d where d.kind = wanted_kind and d.tokens @> coalesce(searched, wanted)
            and wanted <@ (d.tokens || '{}'::integer[]) limit 100);
        end if;
      end
      $$;

      -- Whether each of two or more words begins a word of 25 of the newest 2,500 documents of one kind. pieces, known: as above.
      create function search_knows_words(workspace uuid, wanted_kind text, wanted integer[], pieces text[], known integer[])
      returns boolean language plpgsql stable as $$
      declare
        word record;
        words integer := 0;
      begin
        if not wanted <@ known then
          return false;
        end if;
        for word in
          select array_agg(p.token) as tokens from (
            select w.token, count(*) filter (where w.piece like ' %') over (order by w.at) as nth
            from unnest(wanted, pieces) with ordinality w(token, piece, at)
          ) p group by p.nth
        loop
          words := words + 1;
          if (select count(*) < 25 from (
                select from (
                  select d.tokens from search_documents d where d.kind = wanted_kind and d.workspace_id = workspace
                  order by d.id desc limit 2500
                ) n where n.tokens @> word.tokens limit 25
              ) f) then
            return false;
          end if;
        end loop;
        return words >= 2;
      end
      $$;

      -- At most 300 of the newest 2,500 documents of one kind with all tokens of one of the ways.
      create function search_newest(workspace uuid, wanted_kind text, mistaken text[]) returns setof uuid language sql stable rows 100 as $$
        with ways as materialized (
          select search_pieces(workspace, wanted_kind, string_to_array(way, chr(31))) as tokens from unnest(mistaken) way
        )
        select n.id from (
          select d.id, d.tokens from search_documents d where d.kind = wanted_kind and d.workspace_id = workspace
          order by d.id desc limit 2500
        ) n where exists (select from ways w where n.tokens @> w.tokens) limit 300
      $$;

      -- The documents of one kind that fit a question, the best first; each tier is looked at only where those before it
      -- left room. Its plans are kept by the connection, and always go by the index. mistaken: pieces joined by chr(31). Words that
      -- are frequent are seldom mistakes of others: these are looked for among the newest documents. Connections choose no
      -- partitions, because statements that lock rows must not: this function, which only reads, does
      -- (docs/decisions/checkpoints.md).
      create function search_candidates(workspace uuid, wanted_kind text, exact text[], prefixes text[], inside text[], mistaken text[])
      returns table (id uuid, tier integer) language plpgsql stable rows 100
      set enable_seqscan = off set enable_partition_pruning = on set plan_cache_mode = force_generic_plan as $$
      declare
        wanted integer[];
        known integer[];
        shares real[];
        pieces text[];
        way text;
        result record;
        -- Arrays of tokens that no document has together, as texts because they differ in length.
        apart text[] := '{}';
        total integer;
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
        result := search_documents_with(workspace, wanted_kind, wanted, prefixes, known, shares);
        return query select found_id, 1 from unnest(result.ids) found_id;
        total := cardinality(result.ids);
        apart := array_append(apart, result.nowhere::text);
        if inside is not null and total < 25 then
          wanted := search_pieces(workspace, wanted_kind, inside);
          if not exists (select from unnest(apart) tokens where wanted @> tokens::integer[]) then
            result := search_documents_with(workspace, wanted_kind, wanted, null, known, shares);
            return query select found_id, 2 from unnest(result.ids) found_id;
            total := total + cardinality(result.ids);
          end if;
        end if;
        if total > 0 then
          return;
        end if;
        wanted := search_pieces(workspace, wanted_kind, prefixes);
        if cardinality(mistaken) > 0 and search_knows_words(workspace, wanted_kind, wanted, prefixes, known) then
          return query select found_id, 3 from search_newest(workspace, wanted_kind, mistaken) found_id;
          return;
        end if;
        foreach way in array mistaken loop
          pieces := string_to_array(way, chr(31));
          wanted := search_pieces(workspace, wanted_kind, pieces);
          continue when exists (select from unnest(apart) tokens where wanted @> tokens::integer[]);
          result := search_documents_with(workspace, wanted_kind, wanted, pieces, known, shares);
          return query select found_id, 3 from unnest(result.ids) found_id;
          apart := array_append(apart, result.nowhere::text);
        end loop;
      end
      $$;
    `);
  }
}
