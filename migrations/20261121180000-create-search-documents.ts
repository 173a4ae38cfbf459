import { Migration } from '@mikro-orm/migrations';

/**
 * What search looks through, for any number of rows of any kind: a table that no policy keeps from its index, and in
 * which nothing can be read. See docs/adr/0021.
 */
export class CreateSearchDocuments extends Migration {
  override up(): void {
    this.addSql(`
      -- Without case and accents; all that is no letter or digit becomes one space, and a space stands before each word.
      create function search_fold(content text) returns text language sql immutable parallel safe as $$
        select ' ' || trim(both ' ' from regexp_replace(
          regexp_replace(normalize(lower(content collate pg_c_utf8), nfkd), '[\\u0300-\\u036f]', '', 'g'),
          '[\\s!-/:-@\\[-\`{-~\\u0080-\\u00bf\\u2000-\\u206f]+', ' ', 'g'))
      $$;

      -- A number for a piece of text that means something for one kind of one workspace only.
      create function search_token(piece text, seed bigint) returns integer language sql immutable parallel safe as $$
        select (hashtextextended(piece, seed) & 2147483647)::integer
      $$;
      create function search_seed(workspace uuid, kind text) returns bigint language sql immutable parallel safe as $$
        select hashtextextended(workspace::text || kind, 0)
      $$;

      -- Every three characters in a row, the space before a word among them.
      create function search_grams(workspace uuid, kind text, term text) returns integer[]
      language sql immutable parallel safe as $$
        select coalesce(array_agg(distinct search_token(substr(folded, at, 3), seed)), '{}')
        from (select substr(search_fold(term), 2) as folded, search_seed(workspace, kind) as seed) f,
          generate_series(1, length(folded) - 2) at
      $$;

      -- Of a document: its grams, the first letter of each word, and its title as a whole.
      create function search_tokens(workspace uuid, kind text, title text, content text) returns integer[]
      language sql immutable parallel safe as $$
        select coalesce(array_agg(distinct search_token(piece, seed)), '{}')
        from (
          select search_fold(concat_ws(' ', title, content)) as folded, search_seed(workspace, kind) as seed
        ) f, lateral (
          select substr(folded, at, 3) as piece from generate_series(1, length(folded) - 2) at
          union all
          select substr(folded, at, 2) from generate_series(1, length(folded) - 1) at where substr(folded, at, 1) = ' '
          union all
          select '=' || search_fold(title)
        ) pieces
        where piece is not null
      $$;

      -- Not walled off: its numbers tell nothing, and an index of a walled table serves no array.
      create table search_documents (
        id uuid primary key,
        tokens integer[] not null
      );
      create index search_documents_tokens on search_documents using gin (tokens);

      -- For each table that is searched: select make_searchable('contacts', 'contacts', 'new.name', 'new.email').
      create function make_searchable(target regclass, kind text, title text, content text, variadic columns text[])
      returns void language plpgsql as $function$
      begin
        execute format($f$
          create function %I() returns trigger language plpgsql as $body$
          begin
            if tg_op = 'DELETE' then
              delete from search_documents where id = old.id;
            else
              insert into search_documents (id, tokens)
              values (new.id, search_tokens(new.workspace_id, %L, left(%s, 500), left(%s, 20000)))
              on conflict (id) do update set tokens = excluded.tokens;
            end if;
            return null;
          end
          $body$
        $f$, 'keep_' || kind || '_searchable', kind, title, content);
        execute format(
          'create trigger keep_searchable after insert or delete or update of %s on %s for each row execute function %I()',
          array_to_string(columns, ', '), target, 'keep_' || kind || '_searchable');
      end
      $function$;
    `);
  }
}
