import { Migration } from '@mikro-orm/migrations';

/**
 * The hosts that a secret may be sent to, and capabilities that a member does not have although its role does. Secrets
 * that exist may be sent to any host, and whoever could change flows may go on using secrets in them.
 */
export class ConfineSecrets extends Migration {
  override up(): void {
    this.addSql(`
      alter table secrets add column allowed_hosts text[] not null default '{*}'
        constraint secrets_allowed_hosts_check check (array_position(allowed_hosts, null) is null);
      alter table secrets alter column allowed_hosts set default '{}';

      alter table members add column denied_capabilities text[] not null default '{}'
        constraint members_denied_capabilities_check check (array_position(denied_capabilities, null) is null);
      alter table invitations add column denied_capabilities text[] not null default '{}'
        constraint invitations_denied_capabilities_check check (array_position(denied_capabilities, null) is null);

      update members set capabilities = array_append(capabilities, 'secrets:use') where 'flows:write' = any(capabilities);
      update invitations set capabilities = array_append(capabilities, 'secrets:use') where 'flows:write' = any(capabilities);
      update api_keys set capabilities = array_append(capabilities, 'secrets:use') where 'flows:write' = any(capabilities);
    `);
  }
}
