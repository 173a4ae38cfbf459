import { v7 as uuidv7 } from 'uuid';
import { unsubscribeLink } from '../../../src/contexts/engagement/channels/email/unsubscribe-link.js';
import { addMember, invite, password, signUp } from '../../contexts/accounts/members/people.js';
import { type LoopbackServer, startLoopbackServer } from '../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { graph, node } from '../../support/graphs.js';
import { reached, trigger } from '../../support/run.js';
import type { Owner } from '../../support/seed.js';
import type { Operation } from './operation.js';
import { createSamples, type Samples } from './samples.js';
import type { SampleOf } from './shapes.js';

export type Ids = Record<string, string | number>;

/** Access tokens expire after 15 minutes, in which a server answers more than these. */
const requestsOfToken = 1_000;

/** Operations that ask for the password. */
const startingJobs = ['createExport', 'createImport'].concat(
  ['Contacts', 'Opportunities', 'Flows', 'Executions'].map((plural) => `changeMany${plural}`),
);
const lockable = ['enrollTotp', 'confirmTotp', 'disableTotp', 'regenerateRecoveryCodes', 'changeEmail'];

/** What a request uses instead of what the world has. */
interface Own {
  caller?: string;
  ids?: Ids;
  samples?: Samples;
}

/** A server and a workspace with one of everything, in which operations are tried one after the other. */
export class World {
  app!: TestApp;
  #ownsApp = true;
  #site!: LoopbackServer;
  #owner!: Owner;
  /** Of what exists, by the names of path parameters and arguments. */
  readonly ids: Ids = {};
  #samples = createSamples();
  /** Of operations that need other things than the rest. */
  readonly #ownIds: Record<string, Ids> = {};
  #own: Own = {};
  #requests = 0;
  /** What the last request used instead of what the world has. */
  lastIds: Ids = {};
  #otherToken: Promise<string> | undefined;

  /** The credential of requests. */
  get caller(): string {
    return this.#own.caller ?? this.#owner.token;
  }

  idsFor(operation: string): Ids {
    return { ...this.ids, ...this.#ownIds[operation], ...this.#own.ids };
  }

  sampleFor(operation: string): SampleOf {
    return (field, type) => {
      const samples = { ...this.#samples, ...this.#own.samples };
      // Further routes of an operation: `runWebhookBySuffixWithPut`.
      const plain = operation.replace(/(By|With)[A-Z].*$/, '');
      const sample =
        samples[`${operation}.${field}`] ??
        samples[`${plain}.${field}`] ??
        samples[`${type}.${field}`] ??
        samples[field];
      return sample ? sample() : this.ids[field];
    };
  }

  /** Runs a request after making anew what its operation uses up. */
  async prepared<T>(operation: string, request: () => Promise<T>): Promise<T> {
    if (++this.#requests % requestsOfToken === 0) await this.#logIn();
    this.#own = (await this.#usedUp[operation]?.()) ?? {};
    this.lastIds = this.#own.ids ?? {};
    return request().finally(() => {
      this.#own = {};
    });
  }

  async #logIn(): Promise<void> {
    const { body } = await this.app.rest('POST /auth/login', { body: { email: this.#owner.email, password } });
    this.#owner.token = (body.data as { accessToken: string }).accessToken;
  }

  readonly #usedUp: Record<string, () => Promise<Own>> = {
    changePassword: async () => ({ caller: (await signUp(this.app)).token }),
    logoutAll: async () => ({ caller: (await signUp(this.app)).token }),
    // A workspace has at most 20 webhooks.
    createWebhook: async () => {
      const text = 'delete from webhooks where workspace_id = $1 and id is distinct from $2';
      await this.app.services.db.pool.query(text, [this.ids.workspaceId, this.ids.webhookId ?? null]);
      return {};
    },
    // A workspace has at most 50 jobs that have not ended.
    ...Object.fromEntries(
      startingJobs.map((name) => [
        name,
        async () => {
          await this.app.services.db.pool.query('delete from jobs where workspace_id = $1 and id is distinct from $2', [
            this.ids.workspaceId,
            this.ids.jobId ?? null,
          ]);
          return {};
        },
      ]),
    ),
    ...Object.fromEntries(lockable.map((name) => [name, async () => ({ caller: await this.#other() })])),
    acceptInvite: async () => {
      const { workspaceId, token } = this.#owner;
      const { inviteToken } = (await invite(this.app, workspaceId, token, { role: 'VIEWER' })).body.data;
      return { samples: { token: () => inviteToken } };
    },
    // A sequence has at most 50 steps. The first one made is the step that others change, in the sequence of the world.
    createFollowUpStep: async () => {
      if (!this.ids.followUpStepId) return {};
      const { token: as, workspaceId } = this.#owner;
      const body = { name: 'Sequence' };
      const made = await this.app.rest(`POST /workspaces/${workspaceId}/follow-up/sequences`, { as, body });
      return { ids: { followUpSequenceId: (made.body.data as { id: string }).id } };
    },
    // A change of the sequence replaces its steps.
    updateFollowUpStep: async () => {
      const { token: as, workspaceId } = this.#owner;
      const body = { name: 'Sequence', steps: [{ delayMinutes: 1, stepType: 'TEXT', message: 'Hello' }] };
      const made = await this.app.rest(`POST /workspaces/${workspaceId}/follow-up/sequences`, { as, body });
      const { id, steps } = made.body.data as { id: string; steps: { id: string }[] };
      return { ids: { followUpSequenceId: id, followUpStepId: steps[0]?.id as string } };
    },
    appendToFileUpload: async () => ({ ids: { uploadId: await this.#upload() } }),
    deleteFileUpload: async () => ({ ids: { uploadId: await this.#upload() } }),
    publishFlow: async () => {
      const { token: as, workspaceId } = this.#owner;
      const { id: flowId } = await this.#flow('trigger.manual');
      await this.app.rest(`PUT /workspaces/${workspaceId}/flows/${flowId}/draft`, { as, body: { variables: [] } });
      return { ids: { flowId } };
    },
    assignUnroutedMessage: async () => ({ ids: { unroutedMessageId: await this.#unroutedMessage() } }),
    decideApproval: async () => ({ ids: (await this.#waitingApproval()).ids }),
    decideApprovalByLink: async () => {
      const { token } = await this.#waitingApproval();
      return { samples: { token: () => token } };
    },
    releaseFlowHold: async () => ({ ids: { holdId: await this.#flowHold() } }),
    discardFlowHold: async () => ({ ids: { holdId: await this.#flowHold() } }),
    receiveCallback: async () => this.#waitingAtAddress(),
    receiveCallbackByToken: async () => this.#waitingAtAddress(),
  };

  /** Another user, whom too many wrong passwords lock out instead of the owner. */
  #other(): Promise<string> {
    this.#otherToken ??= signUp(this.app).then(({ token }) => token);
    return this.#otherToken;
  }

  /** A file of which no part has arrived. */
  async #upload(): Promise<string> {
    const { token, workspaceId } = this.#owner;
    const { data } = await this.app.graphql<{ createFileUpload: { uploadId: string } }>(
      'mutation ($workspaceId: ID!) { createFileUpload(workspaceId: $workspaceId, input: { size: 1000000 }) { uploadId } }',
      { workspaceId },
      token,
    );
    return data?.createFileUpload.uploadId as string;
  }

  /** As a callback of a provider stores it. Assigning moves it to a conversation. */
  async #unroutedMessage(): Promise<string> {
    const { rows } = await this.app.services.db.pool.query<{ id: string }>(
      `insert into unrouted_messages
         (workspace_id, id, message_id, channel, sender, body, received_at, created_at, updated_at)
       values ($1, $2, $3, 'sms', $4, 'Hello', now(), now(), now()) returning id`,
      [this.ids.workspaceId, uuidv7(), uuidv7(), this.#samples.phone?.()],
    );
    return rows[0]?.id as string;
  }

  /** A hold can be released once. */
  async #flowHold(): Promise<string> {
    const { rows } = await this.app.services.db.pool.query<{ id: string }>(
      `insert into flow_holds (workspace_id, flow_id, node_id, code, host, message, failures)
       values ($1, $2, $3, 'HTTP_STATUS', 'example.com', 'It failed.', 3) returning id`,
      [this.ids.workspaceId, (await this.#flow('trigger.manual')).id, uuidv7()],
    );
    return rows[0]?.id as string;
  }

  async #waitingApproval() {
    const flowId = this.#ownIds.decideApproval?.askingFlowId as string;
    const executionId = await trigger(this.app, this.#owner, flowId);
    const { steps } = await reached(this.app, this.#owner, executionId, ({ phase }) => phase === 'waiting');
    const { id: stepId = '', approvalUrl } = { ...steps.find(({ nodeId }) => nodeId === 'ask') } as Asking;
    return { ids: { executionId, stepId }, token: approvalUrl?.split('#token=')[1] ?? '' };
  }

  /** An address can be called once. */
  async #waitingAtAddress(): Promise<Own> {
    const executionId = await trigger(this.app, this.#owner, this.#ownIds.receiveCallback?.waitingFlowId as string);
    const { steps } = await reached(this.app, this.#owner, executionId, ({ phase }) => phase === 'waiting');
    const { callbackUrl } = { ...steps.find(({ nodeId }) => nodeId === 'wait') } as Asking;
    const token = callbackUrl?.split('/').at(-1) ?? '';
    return { ids: { token }, samples: { token: () => token } };
  }

  /**
   * Makes one of each kind of thing that a path names.
   * @param operations those of REST
   * @param app a server that others use, too; otherwise one is started
   */
  async open(operations: readonly Operation[], app?: TestApp): Promise<void> {
    this.app = app ?? (await startTestApp({ worker: true }));
    this.#ownsApp = app === undefined;
    this.#site = await startLoopbackServer({
      '/': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Acme</title>'),
    });
    this.#owner = await this.app.seed.owner();
    const { workspaceId, token, email } = this.#owner;
    this.ids.workspaceId = workspaceId;
    this.ids.userId = (await addMember(this.app, workspaceId, token, 'VIEWER')).userId;
    const webhook = await this.#flow('trigger.webhook', { methods: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] });
    this.#samples = {
      ...this.#samples,
      'batchFlows.operations': () => [{ action: 'update', id: webhook.id, data: { tags: ['vip'] } }],
      websiteUrl: () => `${this.#site.origin}/`,
      'LoginInput.email': () => email,
      'unsubscribe.token': () => {
        const link = unsubscribeLink(this.app.services.settings, {
          workspaceId,
          contactId: null,
          email: 'ana@example.com',
        });
        return new URL(link).searchParams.get('token');
      },
      'ListenForTestCallInput.nodeId': () => 'start',
      'deleteTestCall.nodeId': () => 'start',
      'testCall.nodeId': () => 'start',
      'runWebhook.token': () => new URLSearchParams(webhook.webhookPath.split('?')[1]).get('token'),
    };
    await this.#addExecutions();
    await this.#addOneOfEach(operations);
  }

  async close(): Promise<void> {
    if (this.#ownsApp) await this.app.stop();
    await this.#site.close();
  }

  async #addExecutions(): Promise<void> {
    const runnable = { flowId: (await this.#flow('trigger.manual')).id };
    const asking = await this.#flow('trigger.manual', {}, node('ask', 'wait.approval', { message: 'Pay?' }));
    const waiting = await this.#flow('trigger.manual', {}, node('wait', 'wait.callback'));
    const form = await this.#formToken();
    const listening = await this.#flow('trigger.webhook');
    const tool = await this.#flow('trigger.aiTool', { toolName: 'look', description: 'Looks around.' });
    Object.assign(this.#ownIds, {
      triggerFlow: runnable,
      simulateFlow: runnable,
      callFlowTool: { flowId: tool.id },
      shadowReplay: runnable,
      replayExecutions: runnable,
      decideApproval: { askingFlowId: asking.id },
      receiveCallback: { waitingFlowId: waiting.id },
      getForm: { token: form },
      submitForm: { token: form },
      setStateEntry: { key: 'order' },
      listenForTestCall: { flowId: listening.id },
      getTestCall: { flowId: listening.id },
      deleteTestCall: { flowId: listening.id },
    });
    const executionId = await trigger(this.app, this.#owner, runnable.flowId);
    await reached(this.app, this.#owner, executionId);
    Object.assign(this.ids, { executionId, stepId: executionId, version: 1, holdId: await this.#flowHold() });
  }

  async #formToken(): Promise<string> {
    const fields = [{ name: 'name', label: 'Name', type: 'text' }];
    const { id } = await this.#flow('trigger.form', { title: 'Contact us', fields });
    const { workspaceId, token: as } = this.#owner;
    const { body } = await this.app.rest(`GET /workspaces/${workspaceId}/flows/${id}`, { as });
    const token = (body.data as { triggers: { formUrl: string }[] }).triggers[0]?.formUrl.split('/').at(-1) ?? '';
    Object.assign(this.#samples, { 'form.token': () => token, 'submitForm.token': () => token });
    return token;
  }

  #flow(type: string, data = {}, last = node('end', 'logic.stop')) {
    return this.app.seed.flow(this.#owner, graph([node('start', type, data), last], `start>${last.id}`));
  }

  /** In the order in which they name each other. */
  async #addOneOfEach(operations: readonly Operation[]): Promise<void> {
    for (let before = -1; before < Object.keys(this.ids).length; ) {
      before = Object.keys(this.ids).length;
      for (const { makes, sendValid } of operations) {
        if (!makes || makes.id in this.ids || makes.needs.some((need) => !(need in this.ids))) continue;
        const { id } = ((await sendValid?.())?.data ?? {}) as { id?: string };
        if (id) this.ids[makes.id] = id;
      }
    }
  }
}

interface Asking {
  id?: string;
  approvalUrl?: string;
  callbackUrl?: string;
}
