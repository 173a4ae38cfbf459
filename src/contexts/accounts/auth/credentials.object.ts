import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import type { Membership } from '../members/index.js';
import { Workspace } from '../workspaces/index.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The caller; for an API key, the user who created it.',
})
export class Me {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Boolean, { description: 'Whether the user has opened a link that was mailed to the email.' })
  emailVerified!: boolean;
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

  @Field(() => Me)
  user!: Me;

  @Field(() => [Workspace], { description: 'Workspaces of the user, oldest first.' })
  workspaces!: Membership[];
}
