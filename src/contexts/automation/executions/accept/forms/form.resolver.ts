import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { AppError } from '../../../../../platform/errors/errors.js';
import { Allow } from '../../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../../platform/graphql/context.js';
import { countAddress } from '../../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../../../platform/graphql/webhook-request.input.js';
import { WebhookRequest } from '../../../../../rest/webhook-request.js';
import { FormAnswer } from './form.object.js';
import { type FormCall, type Served, showForm, submitForm } from './serve-form.js';

const tokenOptions = { description: 'The last part of the address of the form' } as const;
const requestOptions = {
  description: 'The HTTP request, whose headers say what is accepted and in which language',
} as const;

@Resolver()
export class FormResolver {
  @Query(() => FormAnswer, { description: 'Get the form of an address, or its page, without signing in' })
  @Allow({ public: true })
  form(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, tokenOptions) token: string,
    @Arg('request', () => WebhookRequestInput, requestOptions) request: WebhookRequestInput,
  ): Promise<FormAnswer> {
    const call = { token, request: new WebhookRequest(request), key: null, body: undefined };
    return served(context, call, showForm);
  }

  @Mutation(() => FormAnswer, {
    description: 'Submit a form, which starts a flow or continues a step, or go to the next page of it',
  })
  @Allow({ public: true, limit: 'forms', unaudited: 'The execution that it starts or continues records it.' })
  submitForm(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, tokenOptions) token: string,
    @Arg('request', () => WebhookRequestInput, requestOptions) request: WebhookRequestInput,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description:
        '1 to 255 printable ASCII characters. A form that is sent again with the same key within 24 hours starts nothing',
    })
    key?: string | null,
  ): Promise<FormAnswer> {
    const call = { token, request: new WebhookRequest(request), key: key ?? null, body: context.body };
    return served(context, call, submitForm);
  }
}

/** Whoever tries tokens is counted, whatever they accept. */
async function served(
  context: GraphContext,
  call: FormCall,
  serve: (services: GraphContext['services'], call: FormCall) => Promise<Served>,
): Promise<FormAnswer> {
  const answer = await serve(context.services, call).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') await countAddress(context, 'badTokens');
    throw error;
  });
  if (answer.isUnknown) await countAddress(context, 'badTokens');
  return answer;
}
