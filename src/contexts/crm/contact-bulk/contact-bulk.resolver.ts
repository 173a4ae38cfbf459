import { Arg, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { BulkResult, ContactsCsv, ImportContactsInput, UpsertContactsInput } from './bulk.object.js';
import { exportContacts } from './export-contacts.js';
import { importContacts } from './import-contacts.js';
import { upsertContacts } from './upsert-contacts.js';

@Resolver(() => Workspace)
export class WorkspaceContactsCsvResolver {
  @FieldResolver(() => ContactsCsv, { description: 'All contacts as CSV, at most a thousand at a time' })
  @Allow('contacts:read')
  contactsCsv(
    @CurrentScope() scope: Scope,
    @Arg('after', () => ID, { nullable: true, description: 'The `next` of the part before' }) after: string | null,
  ): Promise<ContactsCsv> {
    return exportContacts(scope, after ?? null);
  }
}

@Resolver()
export class ContactBulkMutations {
  @Mutation(() => BulkResult, {
    description: 'Updates or makes up to 1000 contacts; rows with faults are left out and told',
  })
  @Allow('contacts:write')
  upsertContacts(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => UpsertContactsInput) input: UpsertContactsInput,
  ): Promise<BulkResult> {
    return upsertContacts(
      scope,
      input.contacts.map((contact) => ({ ...contact })),
    );
  }

  @Mutation(() => BulkResult, { description: 'The same for up to 1000 rows of a table of texts' })
  @Allow('contacts:write')
  importContacts(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ImportContactsInput) input: ImportContactsInput,
  ): Promise<BulkResult> {
    return importContacts(scope, input);
  }
}
