import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { countAddress } from '../../../../platform/graphql/limits/count-request.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { connectAccount } from './connect.js';
import { finishedPage } from './connect-page.js';
import { FinishedConnection, OpenedConnectionLink } from './connect-page.object.js';
import { createConnectionLink } from './connection-links.js';
import { finishConnect } from './finish-connect.js';
import { ConnectionLinkObject, ConnectionStartObject, CreateConnectionLinkInput } from './oauth.object.js';
import { openLink } from './open-link.js';
import { wantsJson } from './wants-json.js';

const accepting = 'What the client accepts, as `Accept`: JSON, or else a page';
const language = 'The languages that the browser accepts, as `Accept-Language`';

@Resolver()
export class ConnectionOauthMutations {
  @Mutation(() => ConnectionStartObject, {
    description:
      'Connect an account by OAuth 2. Open the page of the answer in the browser in which you are logged in: only there it can be finished',
  })
  @Allow('connections:write')
  connectConnection(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('connectionId', () => ID) connectionId: string,
  ): Promise<ConnectionStartObject> {
    return connectAccount(context, scope, connectionId);
  }

  @Mutation(() => ConnectionLinkObject, {
    description:
      'Create a link by which a customer connects their own account, once. At most 20 of a connection are open',
  })
  @Allow('connections:write')
  @Refuses('LIMIT_REACHED')
  createConnectionLink(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('connectionId', () => ID) connectionId: string,
    @Arg('input', () => CreateConnectionLinkInput, { nullable: true }) input: CreateConnectionLinkInput | null,
  ): Promise<ConnectionLinkObject> {
    return createConnectionLink(scope, connectionId, input?.hours ?? 72);
  }

  @Mutation(() => OpenedConnectionLink, {
    description: 'Open the page of a link by which an account is connected, or go on from it to the service',
  })
  @Allow({ public: true, unaudited: 'It changes nothing; the end is recorded.' })
  openConnectionLink(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, { description: 'The last part of the link' }) token: string,
    @Arg('begin', () => Boolean, { description: 'Whether to go on to the service' }) begin: boolean,
    @Arg('accept', () => String, { nullable: true, description: accepting }) accept: string | null,
    @Arg('acceptLanguage', () => String, { nullable: true, description: language }) acceptLanguage: string | null,
  ): Promise<OpenedConnectionLink> {
    return openLink(context, token, { begin, accept, acceptLanguage });
  }

  @Mutation(() => FinishedConnection, {
    description: 'Finish connecting an account: the page to which the service leads back. It counts once',
  })
  @Allow({ public: true, unaudited: 'It records itself what it has changed.' })
  async finishConnection(
    @Ctx() context: GraphContext,
    @Arg('query', () => String, { description: 'The query that the service has sent' }) query: string,
    @Arg('accept', () => String, { nullable: true, description: accepting }) accept: string | null,
    @Arg('acceptLanguage', () => String, { nullable: true, description: language }) acceptLanguage: string | null,
  ): Promise<FinishedConnection> {
    const finished = await finishConnect(context, new URLSearchParams(query));
    if (finished.connection === null) await countAddress(context, 'badTokens');
    const connected = finished.kind === 'connected';
    if (connected && wantsJson(accept)) return { connected, page: null };
    const { publicUrl } = context.services.settings;
    return { connected, page: finishedPage({ publicUrl, accepted: acceptLanguage }, finished) };
  }
}
