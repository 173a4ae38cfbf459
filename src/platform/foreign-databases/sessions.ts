import type { DatabaseAccess, DatabaseSession } from './database-access.js';

export interface SessionLimits {
  /** Connections to one database that are open at once. */
  ofConnection: number;
  /** Connections of one workspace that are open at once. */
  ofWorkspace: number;
  /** Connections that are open without being used, of all workspaces. Those in use are bounded by the steps that run. */
  idle: number;
  /** How long one stays open without being used. */
  idleMs: number;
}

type Open = (access: DatabaseAccess, signal: AbortSignal) => Promise<DatabaseSession>;

interface Idle {
  access: DatabaseAccess;
  session: DatabaseSession;
  timer: NodeJS.Timeout;
}

interface Waiting {
  access: DatabaseAccess;
  wake: () => void;
}

/** The open connections to databases of workspaces. None is shared between workspaces, or between versions of a connection. */
export class Sessions {
  /** The one that was used last stands last. */
  readonly #idle: Idle[] = [];
  readonly #busy = new Map<string, number>();
  #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(
    readonly open: Open,
    readonly limits: SessionLimits,
  ) {}

  /** @throws the signal's reason, or what opening throws */
  async take(access: DatabaseAccess, signal: AbortSignal): Promise<DatabaseSession> {
    while (!this.#reserve(access)) await this.#turn(access, signal);
    const at = this.#idle.findLastIndex((one) => one.access.key === access.key);
    const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (idle) clearTimeout(idle.timer);
    if (idle?.session.isOpen) return idle.session;
    this.#makeRoom(access);
    try {
      return await this.open(access, signal);
    } catch (error) {
      this.#release(access);
      throw error;
    }
  }

  giveBack(access: DatabaseAccess, session: DatabaseSession): void {
    this.#cleaned(session).then((isClean) => {
      if (isClean && !this.#isClosed) this.#keep(access, session);
      else session.end();
      this.#release(access);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer, session } of this.#idle.splice(0)) {
      clearTimeout(timer);
      session.end();
    }
  }

  /** Nothing that one step leaves behind is found by another. */
  async #cleaned(session: DatabaseSession): Promise<boolean> {
    if (!session.isOpen) return false;
    return session.reset().catch(() => false);
  }

  #keep(access: DatabaseAccess, session: DatabaseSession): void {
    const timer = setTimeout(() => this.#endIdle((one) => one.session === session), this.limits.idleMs);
    timer.unref();
    this.#idle.push({ access, session, timer });
    if (this.#idle.length > this.limits.idle) this.#endIdle(() => true);
  }

  /** Ends the first that is not used. */
  #endIdle(isMeant: (one: Idle) => boolean): void {
    const at = this.#idle.findIndex(isMeant);
    const [ended] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (!ended) return;
    clearTimeout(ended.timer);
    ended.session.end();
  }

  #reserve({ key, workspaceId }: DatabaseAccess): boolean {
    const { ofConnection, ofWorkspace } = this.limits;
    const [ofKey, ofAll] = [this.#busy.get(key) ?? 0, this.#busy.get(workspaceId) ?? 0];
    if (ofKey >= ofConnection || ofAll >= ofWorkspace) return false;
    this.#busy.set(key, ofKey + 1).set(workspaceId, ofAll + 1);
    return true;
  }

  /** Another connection of a workspace that has as many as it may is ended. */
  #makeRoom({ workspaceId }: DatabaseAccess): void {
    const isOwn = ({ access }: Idle) => access.workspaceId === workspaceId;
    const open = (this.#busy.get(workspaceId) ?? 0) + this.#idle.filter(isOwn).length;
    if (open > this.limits.ofWorkspace) this.#endIdle(isOwn);
  }

  #release({ key, workspaceId }: DatabaseAccess): void {
    for (const name of [key, workspaceId]) {
      const left = (this.#busy.get(name) ?? 1) - 1;
      if (left > 0) this.#busy.set(name, left);
      else this.#busy.delete(name);
    }
    const woken = this.#waiting.filter(({ access }) => access.workspaceId === workspaceId);
    for (const { wake } of woken) wake();
  }

  #turn(access: DatabaseAccess, signal: AbortSignal): Promise<void> {
    return new Promise((done, fail) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        fail(signal.reason);
      };
      const wake = () => {
        leave();
        done();
      };
      const waiting = { access, wake };
      if (signal.aborted) return fail(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiting);
    });
  }
}
