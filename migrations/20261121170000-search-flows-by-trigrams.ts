import { Migration } from '@mikro-orm/migrations';

/**
 * Search in flows by hashes of trigrams, in a table of its own: `ilike` is not leakproof, so no index of a walled table
 * serves it. See docs/adr/0018.
 */
export class SearchFlowsByTrigrams extends Migration {
  override up(): void {
    this.addSql(`
      drop index if exists flows_search;
      alter table flows drop column search_text;
      drop function flow_search_text(text, text, text[]);
      drop extension if exists btree_gin;
      drop extension if exists pg_trgm;

      -- Each three letters in a row, as a number that means something in one workspace only; none for shorter texts.
      create function text_grams(workspace uuid, content text) returns bigint[] language sql immutable parallel safe as $$
        select coalesce(array_agg(distinct hashtextextended(substr(folded, at, 3), seed)), '{}')
        from (select lower(content) as folded, hashtextextended(workspace::text, 0) as seed) f,
          generate_series(1, length(folded) - 2) at
      $$;

      -- Not walled off, and nothing to be read from it: ids, and hashes that differ from workspace to workspace.
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

      insert into flow_search (flow_id, grams)
      select id, text_grams(workspace_id, concat_ws(chr(31), name, description, array_to_string(tags, chr(31)))) from flows;
    `);
  }
}
