import { Migration } from '@mikro-orm/migrations';

/**
 * Lists of texts hold texts. A tag or a secret named "null", in any case, was stored as no text at all, and whatever read it
 * failed for ever: these become texts again, and nothing stores them so any more.
 */
export class RefuseNullElements extends Migration {
  override up(): void {
    this.addSql(String.raw`
      -- How a secret's name is written stands in the graph that reads it.
      update flow_templates t set required_secrets = array(
        select name from (
          select name from unnest(t.required_secrets) as known(name) where name is not null
          union
          select found[3] from regexp_matches(t.nodes::text, $re$(boveda\s*(\.\s*|\[\s*\\{0,1}["'])|"secretName"\s*:\s*")(null)\M$re$, 'gi') found
        ) as names order by name collate "C"
      )
      where array_position(t.required_secrets, null) is not null
        and t.nodes::text ~* $re$(boveda\s*(\.\s*|\[\s*\\{0,1}["'])|"secretName"\s*:\s*")(null)\M$re$;

      do $do$
      declare
        list record;
      begin
        for list in select * from (values
          ('flows', 'tags'), ('flow_versions', 'tags'), ('flow_templates', 'tags'), ('flow_templates', 'required_secrets'),
          ('contacts', 'tags'), ('knowledge_docs', 'tags'), ('company_contexts', 'services'),
          ('email_templates', 'variables'), ('whatsapp_templates', 'variables'),
          ('api_keys', 'capabilities'), ('invitations', 'capabilities'), ('members', 'capabilities'), ('audit_log', 'fields')
        ) as lists(of_table, of_column)
        loop
          -- Whether a tag was null, NULL or Null nobody knows any more, the versions of a flow neither.
          execute format('update %1$I set %2$I = array_replace(%2$I, null, ''null'') where array_position(%2$I, null) is not null',
            list.of_table, list.of_column);
          execute format('alter table %1$I add constraint %3$I check (array_position(%2$I, null) is null)',
            list.of_table, list.of_column, list.of_table || '_' || list.of_column || '_check');
        end loop;
      end
      $do$;
    `);
  }
}
