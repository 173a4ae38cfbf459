import { Migration } from '@mikro-orm/migrations';

/**
 * Search documents by kind, each of which goes with its row, and written by a listener instead of triggers. Texts of any
 * length are indexed as a whole. The kinds' own tables follow the declarations; see docs/adr/0063.
 */
export class WriteSearchDocumentsByEvents extends Migration {
  override up(): void {
    this.addSql(`
      do $$
      declare
        found record;
      begin
        for found in
          select tgname, tgrelid::regclass as searched, tgfoid::regprocedure as routine from pg_trigger
          where tgname in ('keep_searchable', 'keep_flow_search') and not tgisinternal
        loop
          execute format('drop trigger %I on %s', found.tgname, found.searched);
          execute format('drop function %s', found.routine);
        end loop;
      end
      $$;
      drop function make_searchable(regclass, text, text, text, text[]);
      drop function search_tokens(uuid, text, text, text);
      drop function search_grams(uuid, text, text);
      drop function search_candidates(uuid, text, text[], text[], text[], text[]);
      drop function text_grams(uuid, text);
      drop table flow_search;
      drop table search_documents;

      -- Not walled off: its numbers tell nothing, and an index of a walled table serves no array. A kind's documents
      -- stand in a partition of their own, whose foreign key deletes a document with its row.
      create table search_documents (
        kind text not null,
        workspace_id uuid not null,
        id uuid not null,
        tokens integer[] storage external not null,
        primary key (workspace_id, id, kind)
      ) partition by list (kind);
      create index search_documents_tokens on search_documents using gin (tokens);

      -- Of each part: every three characters in a row and, in kinds of long texts, every five.
      create function search_grams_of(parts text[], seed bigint, is_long boolean) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        found integer[] := '{}';
        part text;
      begin
        foreach part in array parts loop
          for at in 1 .. length(part) - 2 loop
            found := found || search_token(substr(part, at, 3), seed);
            if is_long and at <= length(part) - 4 then
              found := found || search_token(substr(part, at, 5), seed);
            end if;
          end loop;
        end loop;
        return found;
      end
      $$;

      -- The words of a document, each once, with a space on both sides. What is longer than any word is cut into pieces
      -- that overlap by four characters: finding a place in a text takes time with its length.
      create function search_words(content text) returns text[] language plpgsql immutable parallel safe as $$
      declare
        folded text := search_fold(content);
      begin
        -- A query would cost more than a short text does.
        if length(folded) < 2000 then
          return string_to_array(' ' || replace(substr(folded, 2), ' ', ' ' || chr(31) || ' ') || ' ', chr(31));
        end if;
        return array(
          select distinct ' ' || piece || ' '
          from (select distinct word from string_to_table(folded, ' ') word) words,
            string_to_table(
              case when length(word) > 60 then regexp_replace(word, '(.{56})(.{4})(?=.)', '\\1\\2 \\2', 'g') else word end, ' '
            ) piece
          where piece <> ''
        );
      end
      $$;

      -- Of a document: the grams of its words, the first letter of each, and its title as a whole.
      create function search_tokens(workspace uuid, kind text, title text, content text, is_long boolean) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        seed bigint := search_seed(workspace, kind);
        words text[] := search_words(content);
        found integer[] := search_grams_of(words, seed, is_long);
        word text;
      begin
        foreach word in array words loop
          found := found || search_token(left(word, 2), seed);
        end loop;
        if title is not null then
          found := found || search_token('=' || search_fold(title), seed);
        end if;
        return case when is_long then array(select distinct token from unnest(found) token) else found end;
      end
      $$;

      -- What a document must hold where its text holds the term: inside of a text the first word may begin before the term
      -- does, and the last one may go on.
      create function search_grams(workspace uuid, kind text, term text, is_long boolean) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        words text[] := string_to_array(substr(search_fold(term), 2), ' ');
      begin
        return search_grams_of(
          array(
            select case when at > 1 then ' ' else '' end || word || case when at < cardinality(words) then ' ' else '' end
            from unnest(words) with ordinality w(word, at)
          ),
          search_seed(workspace, kind), is_long);
      end
      $$;

      -- The documents of one kind that fit a question, the best first; each tier is looked at only where those before it
      -- left room. Its plans are kept by the connection, and always go by the index. mistaken: pieces joined by chr(31).
      create function search_candidates(workspace uuid, wanted_kind text, exact text[], prefixes text[], inside text[], mistaken text[])
      returns table (id uuid, tier integer) language plpgsql stable rows 100
      set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
      declare
        wanted integer[];
        way text;
        more integer;
        total integer;
      begin
        wanted := search_pieces(workspace, wanted_kind, exact);
        return query select d.id, 0 from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
        wanted := search_pieces(workspace, wanted_kind, prefixes);
        return query select d.id, 1 from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
        get diagnostics total = row_count;
        if inside is not null and total < 25 then
          wanted := search_pieces(workspace, wanted_kind, inside);
          return query select d.id, 2 from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
          get diagnostics more = row_count;
          total := total + more;
        end if;
        if total > 0 then
          return;
        end if;
        foreach way in array mistaken loop
          wanted := search_pieces(workspace, wanted_kind, string_to_array(way, chr(31)));
          return query select d.id, 3 from search_documents d where d.kind = wanted_kind and d.tokens @> wanted limit 100;
        end loop;
      end
      $$;
    `);
  }
}
