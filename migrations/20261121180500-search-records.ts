import { Migration } from '@mikro-orm/migrations';

/** The question's side of search, and flows among what is searched. See docs/adr/0022. */
export class SearchRecords extends Migration {
  override up(): void {
    this.addSql(`
      -- The tokens of pieces that the question was cut into.
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

      -- The documents of one kind that fit a question, the best first; each tier is looked at only where those before it
      -- left room. Its plans are kept by the connection, and always go by the index. mistaken: pieces joined by chr(31).
      create function search_candidates(workspace uuid, kind text, exact text[], prefixes text[], inside text[], mistaken text[])
      returns table (id uuid, tier integer) language plpgsql stable rows 100 set enable_seqscan = off as $$
      declare
        wanted integer[];
        way text;
        more integer;
        total integer := 0;
      begin
        wanted := search_pieces(workspace, kind, exact);
        return query select d.id, 0 from search_documents d where d.tokens @> wanted limit 100;
        get diagnostics more = row_count;
        total := total + more;
        wanted := search_pieces(workspace, kind, prefixes);
        return query select d.id, 1 from search_documents d where d.tokens @> wanted limit 100;
        get diagnostics more = row_count;
        total := total + more;
        if inside is not null and total < 100 then
          wanted := search_pieces(workspace, kind, inside);
          return query select d.id, 2 from search_documents d where d.tokens @> wanted limit 100;
          get diagnostics more = row_count;
          total := total + more;
        end if;
        foreach way in array mistaken loop
          exit when total >= 100;
          wanted := search_pieces(workspace, kind, string_to_array(way, chr(31)));
          return query select d.id, 3 from search_documents d where d.tokens @> wanted limit 100;
          get diagnostics more = row_count;
          -- Most are the same ones again, or no mistakes but other words.
          total := total + more / 10;
        end loop;
      end
      $$;

      -- As before, with the end of the last word an end like any other, and each text folded once. A loop: a query for
      -- each document costs four times as much.
      create or replace function search_tokens(workspace uuid, kind text, title text, content text) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        folded text := search_fold(concat_ws(' ', title, content)) || ' ';
        seed bigint := search_seed(workspace, kind);
        found integer[] := '{}';
        piece text;
      begin
        for at in 1 .. length(folded) - 2 loop
          piece := substr(folded, at, 3);
          found := found || search_token(piece, seed);
          if left(piece, 1) = ' ' then
            found := found || search_token(left(piece, 2), seed);
          end if;
        end loop;
        if title is not null then
          found := found || search_token('=' || search_fold(title), seed);
        end if;
        return found;
      end
      $$;
      create or replace function search_grams(workspace uuid, kind text, term text) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        folded text := substr(search_fold(term), 2);
        seed bigint := search_seed(workspace, kind);
        found integer[] := '{}';
      begin
        for at in 1 .. length(folded) - 2 loop
          found := found || search_token(substr(folded, at, 3), seed);
        end loop;
        return found;
      end
      $$;
      update contacts set name = name;
      update pipelines set name = name;
      update opportunities set name = name;
      update agents set name = name;
      update messages set body = body;
      update campaigns set name = name;
      update email_templates set name = name;
      update whatsapp_templates set name = name;
      update calendar_events set title = title;
      update knowledge_docs set title = title;
      update voice_agents set name = name;
      update voice_calls set "from" = "from";
      update caller_ids set name = name;
      update call_campaigns set name = name;

      select make_searchable('flows', 'flows', 'new.name',
        $$concat_ws(' ', new.description, array_to_string(new.tags, ' '))$$, 'name', 'description', 'tags');
      insert into search_documents (id, tokens)
      select id, search_tokens(workspace_id, 'flows', left(name, 500),
        left(concat_ws(' ', description, array_to_string(tags, ' ')), 20000)) from flows;
    `);
  }
}
