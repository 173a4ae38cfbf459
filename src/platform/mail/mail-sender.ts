/** The sender of a mail: one address, and the name that is shown with it. */
export interface MailSender {
  /** Empty if there is none. */
  name: string;
  address: string;
}

const addressAtMost = 254;
const nameAtMost = 200;

// Characters that separate addresses or end a header are not allowed.
const part = String.raw`[^\s\p{Cc}@<>,;:"()\[\]\\]+`;
const addressPattern = new RegExp(`^${part}@${part}$`, 'u');

/**
 * Parses `ana@example.com` or `Ana <ana@example.com>`. Null for anything else: several addresses, line breaks, and a
 * name that recipients could mistake for an address, encoded or not.
 */
export function parseSender(text: string): MailSender | null {
  const [, given = '', inner] = /^(.*)<([^<>]*)>$/su.exec(text.trim()) ?? [];
  const address = inner ?? text.trim();
  const name = unquoted(given.trim());
  if (address.length > addressAtMost || !addressPattern.test(address)) return null;
  if (name === null || name.length > nameAtMost || /[\p{Cc}<>]/u.test(name)) return null;
  return /@|=\?/.test(name.normalize('NFKC')) ? null : { name, address };
}

/** A name without the quotes around it; null if a quote is unpaired. */
function unquoted(name: string): string | null {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/su.exec(name) ?? [];
  if (inner !== undefined) return inner.replace(/\\(.)/gsu, '$1');
  return name.includes('"') ? null : name;
}

export interface SenderChoice {
  /** From the configuration. */
  configured: MailSender;
  /** Requested by the mail itself. */
  asked: MailSender | null;
  replyTo: string | null;
  /** The mail server is the workspace's own, and so are its senders. */
  ownServer: boolean;
}

/**
 * The sender of a mail, and the address for replies. A mail server that workspaces share sends from its own address
 * only: for another sender it shows the name, and replies go to that address.
 */
export function chooseSender({ configured, asked, replyTo, ownServer }: SenderChoice): {
  from: MailSender;
  replyTo: string | null;
} {
  if (!asked) return { from: configured, replyTo };
  if (ownServer) return { from: asked, replyTo };
  const isConfigured = asked.address.toLowerCase() === configured.address.toLowerCase();
  return {
    from: { name: asked.name || configured.name, address: configured.address },
    replyTo: replyTo ?? (isConfigured ? null : asked.address),
  };
}
