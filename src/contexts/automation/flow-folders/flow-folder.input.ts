import { Length, Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { ListArgs } from '../../../platform/graphql/page.js';

const notBlank = { message: '$property must not be blank.' };

@InputType()
export class CreateFolderInput {
  @Field(() => String)
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name!: string;

  @Field(() => ID, { nullable: true, description: 'The folder to put it in; left out or null: at the top' })
  parentId?: string | null;
}

@InputType({ description: 'Renames or moves; only what is sent changes' })
export class UpdateFolderInput {
  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name?: string;

  @Field(() => ID, { nullable: true, description: 'null moves it to the top' })
  parentId?: string | null;
}

@ArgsType()
export class FolderListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: "A folder's id, or none for those at the top" })
  parentId?: string | null;

  @Field(() => String, { nullable: true, description: 'In the name' })
  search?: string | null;
}
