import { type HiddenText, redactionMark, type SecretUse, Taint } from '../../../../engine/index.js';
import type { OutboundRequest } from '../../../../platform/outbound/index.js';
import type { OpenConnection } from '../../connections/index.js';
import { confinementOf } from './secret-hosts.js';

/** The secrets in the requests of one attempt. A server that got them may return them. */
export class SentSecrets {
  readonly #texts = new Taint();
  readonly #uses: SecretUse[];
  #isAnswered = false;

  constructor(uses: readonly SecretUse[]) {
    this.#uses = [...uses];
    this.#texts.addEntries(uses.flatMap(({ sent }) => sent));
  }

  get uses(): readonly SecretUse[] {
    return this.#uses;
  }

  /** Requests of this attempt use the credentials of a connection from now on. */
  connect({ name, hosts, credential }: OpenConnection): void {
    const origins = [{ name, allowedHosts: hosts, isConnection: true as const }];
    const sent = credential.secrets.map((text) => ({ text, shown: redactionMark, origins }));
    this.#uses.push({ field: 'auth', origins, sent });
    this.#texts.addEntries(sent);
  }

  /** A request with the limits on where its secrets may go. */
  confined(request: OutboundRequest): OutboundRequest {
    this.#texts.addEntries(this.#basicCredentials(request));
    return { ...request, ...confinementOf(this.uses, this.#texts) };
  }

  /** From now on the secrets may have come back. A request that was refused makes nothing secret. */
  noteAnswer(): void {
    this.#isAnswered = true;
  }

  /**
   * What a server returned, in the form that records show, and the secret texts in it. Values are compared as a whole, and
   * only in answers to requests that really sent the secret.
   * @throws WorkLimitError
   */
  shownAnswer(output: unknown): { shown: unknown; texts: HiddenText[] } {
    if (!this.#isAnswered || this.#texts.isEmpty) return { shown: output, texts: [] };
    return { shown: this.#texts.redact(output), texts: this.#texts.entriesIn(output) };
  }

  /** The encoded pair of Basic authentication, in which a short secret is not found. */
  #basicCredentials({ headers = {}, secretHeaders = [] }: OutboundRequest): HiddenText[] {
    const uses = this.uses.filter(({ field }) => /^auth\b/.test(field));
    if (uses.length === 0) return [];
    return secretHeaders.flatMap((name) => {
      const [, text] = /^Basic (.+)$/.exec(headers[name] ?? '') ?? [];
      return text === undefined
        ? []
        : [{ text, shown: redactionMark, origins: uses.flatMap(({ origins }) => origins) }];
    });
  }
}
