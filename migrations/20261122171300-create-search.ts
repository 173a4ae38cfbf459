import { Migration } from '@mikro-orm/migrations';

/**
 * Search over records of any kind: numbers for pieces of words, in a table that no policy keeps from its index and in which
 * nothing can be read. See docs/adr/0021.
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

      -- Of a document: every three characters in a row, the first letter of each word, and its title as a whole. A loop: a
      -- query for each document costs four times as much.
      create function search_tokens(workspace uuid, kind text, title text, content text) returns integer[]
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

      -- Of a term: every three characters in a row, the space before a word among them.
      create function search_grams(workspace uuid, kind text, term text) returns integer[]
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

      -- The documents of one kind that match a query, the best first; each tier is read only where those before it left room,
      -- and misspellings, which cost the most, only where nothing else matches. Its plans are kept by the connection, and
      -- always use the index. mistaken: pieces joined by chr(31). See docs/adr/0022.
      create function search_candidates(workspace uuid, kind text, exact text[], prefixes text[], inside text[], mistaken text[])
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

      -- Not walled off: its numbers reveal nothing, and an index of a walled table serves no array.
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

      select make_searchable('contacts', 'contacts', 'new.name', $$concat_ws(' ', new.email, new.phone, new.company)$$,
        'name', 'email', 'phone', 'company');
      select make_searchable('pipelines', 'pipelines', 'new.name', 'null', 'name');
      select make_searchable('opportunities', 'opportunities', 'new.name', 'null', 'name');
      select make_searchable('agents', 'agents', 'new.name', 'null', 'name');
      select make_searchable('messages', 'messages', 'null::text', 'new.body', 'body');
      select make_searchable('campaigns', 'campaigns', 'new.name', 'null', 'name');
      select make_searchable('email_templates', 'emailTemplates', 'new.name', 'new.subject', 'name', 'subject');
      select make_searchable('whatsapp_templates', 'whatsappTemplates', 'new.name', 'null', 'name');
      select make_searchable('calendar_events', 'calendarEvents', 'new.title', 'new.location', 'title', 'location');
      select make_searchable('knowledge_docs', 'knowledgeDocs', 'new.title', 'new.content', 'title', 'content');
      select make_searchable('voice_agents', 'voiceAgents', 'new.name', 'null', 'name');
      select make_searchable('voice_calls', 'voiceCalls', 'null::text', $$concat_ws(' ', new."from", new."to")$$, '"from"', '"to"');
      select make_searchable('caller_ids', 'callerIds', 'new.name', 'new.phone', 'name', 'phone');
      select make_searchable('call_campaigns', 'callCampaigns', 'new.name', 'null', 'name');
      select make_searchable('company_contexts', 'companyContexts', 'new.name', 'new.company_name', 'name', 'company_name');
      select make_searchable('follow_up_sequences', 'followUpSequences', 'new.name', 'null', 'name');
      select make_searchable('flows', 'flows', 'new.name',
        $$concat_ws(' ', new.description, array_to_string(new.tags, ' '))$$, 'name', 'description', 'tags');

      -- The list of flows is searched by trigrams of its own: see docs/adr/0018. Each three letters in a row, as a number that
      -- is specific to one workspace; none for shorter texts.
      create function text_grams(workspace uuid, content text) returns bigint[] language sql immutable parallel safe as $$
        select coalesce(array_agg(distinct hashtextextended(substr(folded, at, 3), seed)), '{}')
        from (select lower(content) as folded, hashtextextended(workspace::text, 0) as seed) f,
          generate_series(1, length(folded) - 2) at
      $$;

      -- Not walled off: it holds ids, and hashes that differ from workspace to workspace.
      create table flow_search (
        flow_id uuid primary key,
        grams bigint[] not null
      );
      create index flow_search_grams on flow_search using gin (grams);

      create function keep_flow_search() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          delete from flow_search where flow_id = old.id;
        else
          insert into flow_search (flow_id, grams)
          values (new.id, text_grams(new.workspace_id, concat_ws(chr(31), new.name, new.description, array_to_string(new.tags, chr(31)))))
          on conflict (flow_id) do update set grams = excluded.grams;
        end if;
        return null;
      end
      $$;
      create trigger keep_flow_search after insert or delete or update of name, description, tags on flows
        for each row execute function keep_flow_search();
    `);
  }
}
