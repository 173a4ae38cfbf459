import { Migration } from '@mikro-orm/migrations';

/** What `search` looks through, as one text, with an index where the database lets us have one. See docs/adr/0018. */
export class IndexFlowSearch extends Migration {
  override up(): void {
    this.addSql(`
      -- Joined by a sign that nobody types, so that no match runs from one part into the next. Immutable, as
      -- array_to_string is for texts.
      create function flow_search_text(name text, description text, tags text[]) returns text
        language sql immutable parallel safe
        as $$ select name || chr(31) || description || chr(31) || array_to_string(tags, chr(31)) $$;

      alter table flows add column search_text text not null
        generated always as (flow_search_text(name, description, tags)) stored;

      -- Without the extensions the same search reads the workspace's flows one by one.
      do $$
      begin
        create extension if not exists pg_trgm;
        create extension if not exists btree_gin;
        create index flows_search on flows using gin (workspace_id, search_text gin_trgm_ops);
      exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
        raise notice 'Search in flows goes without its index: %', sqlerrm;
      end
      $$;
    `);
  }
}
