import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Role } from '../../../platform/access/capabilities.js';
import { RoleName } from '../../../platform/access/role.enum.js';
import type { Membership } from '../members/index.js';

@ObjectType({ simpleResolvers: true, description: 'A user.' })
export class User {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Boolean, { description: 'Whether the user has opened a link that was mailed to the email.' })
  emailVerified!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A workspace of a user; see `workspace(id)` for its content.' })
export class WorkspaceSummary {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => RoleName, { description: 'Role of the user in the workspace.' })
  role!: Role;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Credentials of a user who is logged in; the refresh token is set as a cookie.',
})
export class Credentials {
  @Field(() => String, { description: 'Access token to send as `Authorization: Bearer …`.' })
  accessToken!: string;

  @Field(() => Int, { description: 'Seconds until the access token expires.' })
  expiresIn!: number;

  @Field(() => User)
  user!: User;

  @Field(() => [WorkspaceSummary], { description: 'Workspaces of the user, oldest first.' })
  workspaces!: Membership[];
}

@ObjectType({ simpleResolvers: true, description: 'The caller; for an API key, the user who created it.' })
export class Me extends User {
  @Field(() => [WorkspaceSummary], {
    description: 'Workspaces of the caller, oldest first; for an API key, only its own.',
  })
  workspaces!: Membership[];
}
