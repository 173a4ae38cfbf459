/** One request that a service gets, all of it, and its answer. */
export interface Exchange {
  /** `GET https://slack.com/api/users.list?limit=200`, whose parameters are in any order. */
  asked: string;
  /** Headers besides the credential, by lower-case name. */
  headers?: Record<string, string>;
  /** A JSON body, or the text of any other. Without it there is none. */
  body?: unknown;
  status?: number;
  answer: unknown;
  answerHeaders?: Record<string, string>;
}

/** What an action does: the requests of one step, and its output. */
export interface ActionCase {
  does: string;
  with: Record<string, unknown>;
  exchanges: Exchange[];
  output: unknown;
}

/** Polls of a trigger, the first of which only remembers what is there, and what each starts. */
export interface TriggerCase {
  does: string;
  with: Record<string, unknown>;
  polls: (Exchange & { starts: unknown[] })[];
}

/** An answer that refuses, and how the step ends. */
export interface RefusalCase {
  does: string;
  with: Record<string, unknown>;
  status: number;
  answer: unknown;
  answerHeaders?: Record<string, string>;
  error: { code: string; message: unknown };
}

/** A service as its provider documents it: https://…, read for these answers. */
export interface FakeService {
  /** The credentials of the connection, and where requests must have them. */
  auth: Record<string, unknown>;
  sent: { header: string; value: string } | { inUrl: string };
  hosts: string[];
  actions: ActionCase[];
  triggers: TriggerCase[];
  refusals: RefusalCase[];
}

/** The header of a bearer token, which most services take. */
export const bearer = {
  auth: { type: 'bearer', token: 'secret-token-0123456789' },
  sent: { header: 'authorization', value: 'Bearer secret-token-0123456789' },
};
