import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { type Capability, capabilities } from '../../../platform/access/capabilities.js';
import { byId, byText, byTime, defineListFilter } from '../../../platform/filters/fields.js';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { searchText } from '../../../platform/graphql/list-filters.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../platform/graphql/page.js';
import { DateTime } from '../../../platform/graphql/scalars.js';
import { IsName } from '../users/index.js';

const grantable = ['*', ...capabilities] as const;

export const apiKeySort = defineSortKeys(
  'ApiKeySortKey',
  'API keys',
  ['createdAt', 'updatedAt', 'name', 'lastUsedAt', 'expiresAt'],
  'createdAt',
);

/** What the list of API keys `k` is filtered by. */
export const apiKeyFilter = defineListFilter('ApiKey', 'API keys', {
  id: byId('k.id', 'any'),
  name: byText('k.name'),
  prefix: byText('k.prefix'),
  lastUsedAt: byTime('k.last_used_at'),
  expiresAt: byTime('k.expires_at'),
  createdAt: byTime('k.created_at'),
  updatedAt: byTime('k.updated_at'),
});

@FilterArgs(apiKeyFilter)
@ArgsType()
export class ApiKeyListArgs extends ListArgs {
  @SortBy(apiKeySort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: searchText('`name`, `prefix`') })
  search?: string | null;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput {
  @Field(() => String)
  @IsName()
  name!: string;

  @Field(() => [String], { description: 'What the key can do; `["*"]` for all of your capabilities.' })
  @ArrayNotEmpty({ message: 'capabilities must not be empty; use ["*"] for all of your capabilities.' })
  @ArrayMaxSize(grantable.length)
  @ArrayUnique()
  @IsIn(grantable, { each: true })
  capabilities!: (Capability | '*')[];

  @Field(() => DateTime, { nullable: true, description: 'When the key expires. Defaults to never.' })
  @IsOptional()
  expiresAt?: Date | null;
}
