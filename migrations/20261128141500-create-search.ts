import { Migration } from '@mikro-orm/migrations';

/**
 * Search over records of any kind: numbers for pieces of words, in a table that no policy keeps from its index and in which
 * nothing can be read. The partition of each kind follows the declarations. See docs/decisions/search.md.
 */
export class CreateSearch extends Migration {
  override up(): void {
    this.addSql(`
      -- Without case and accents; all that is no letter or digit becomes one space, and a space stands before each word.
      create function search_fold(content text) returns text language sql immutable parallel safe as $$
        select ' ' || trim(both ' ' from regexp_replace(
          regexp_replace(normalize(lower(content collate pg_c_utf8), nfkd), '[\\u0300-\\u036f]', '', 'g'),
          '[\\s!-/:-@\\[-\`{-~\\u0080-\\u00bf\\u2000-\\u206f]+', ' ', 'g'))
      $$;

      -- A number for a piece of text, specific to one kind of one workspace.
      create function search_token(piece text, seed bigint) returns integer language sql immutable parallel safe as $$
        select (hashtextextended(piece, seed) & 2147483647)::integer
      $$;
      create function search_seed(workspace uuid, kind text) returns bigint language sql immutable parallel safe as $$
        select hashtextextended(workspace::text || kind, 0)
      $$;

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

      -- The tokens of pieces that the query was cut into.
      create function search_pieces(workspace uuid, kind text, pieces text[]) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        seed bigint := search_seed(workspace, kind);
        found integer[] := '{}';
        piece text;
      begin
        foreach piece in array pieces loop
          found := found || search_token(piece, seed);
        end loop;
        return found;
      end
      $$;

      -- Without a policy: its numbers say nothing, and an index of a table with one serves no array. A kind's documents
      -- stand in a partition of their own, whose foreign key deletes a document with its row.
      create table search_documents (
        kind text not null,
        workspace_id uuid not null,
        id uuid not null,
        tokens integer[] storage external not null,
        primary key (workspace_id, id, kind)
      ) partition by list (kind);
      create index search_documents_tokens on search_documents using gin (tokens);
    `);
  }
}
