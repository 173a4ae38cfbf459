import { Arg, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import { Audited } from '../../../platform/graphql/audited.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { BulkResult, ContactsCsv, ImportContactsInput, UpsertContactsInput } from './bulk.object.js';
import { exportContacts } from './export-contacts.js';
import { importContacts } from './import-contacts.js';
import { upsertContacts } from './upsert-contacts.js';

@Resolver(() => Workspace)
export class WorkspaceContactsCsvResolver {
  @FieldResolver(() => ContactsCsv, { description: 'Export contacts as CSV, at most 1000 per part.' })
  @Allow('contacts:read')
  @Audited('exportContacts')
  @Refuses('CURSOR_INVALID')
  contactsCsv(
    @CurrentScope() scope: Scope,
    @Arg('after', () => ID, {
      nullable: true,
      description: 'The `next` of the previous part. Defaults to the first part.',
    })
    after: string | null,
  ): Promise<ContactsCsv> {
    return exportContacts(scope, after ?? null);
  }
}

@Resolver()
export class ContactBulkMutations {
  @Mutation(() => BulkResult, {
    description: 'Create or update up to 1000 contacts. Valid rows are stored even if others fail.',
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

  @Mutation(() => BulkResult, {
    description: 'Import up to 1000 rows of a table as contacts. Valid rows are stored even if others fail.',
  })
  @Allow('contacts:write')
  importContacts(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ImportContactsInput) input: ImportContactsInput,
  ): Promise<BulkResult> {
    return importContacts(scope, input);
  }
}
