/** Who a mail is from: one address, and the name that is shown with it. */
export interface MailSender {
  /** Empty where there is none. */
  name: string;
  address: string;
}

const addressAtMost = 254;
const nameAtMost = 200;

// Whatever separates addresses or ends a header stands in none.
const part = String.raw`[^\s\p{Cc}@<>,;:"()\[\]\\]+`;
const addressPattern = new RegExp(`^${part}@${part}$`, 'u');

/**
 * Reads `ana@example.com` or `Ana <ana@example.com>`. Null for anything else: several addresses, line breaks, and a name
 * that readers would take for an address, as it is or encoded.
 */
export function parseSender(text: string): MailSender | null {
  const [, given = '', inner] = /^(.*)<([^<>]*)>$/su.exec(text.trim()) ?? [];
  const address = inner ?? text.trim();
  const name = unquoted(given.trim());
  if (address.length > addressAtMost || !addressPattern.test(address)) return null;
  if (name === null || name.length > nameAtMost || /[\p{Cc}<>]/u.test(name)) return null;
  return /@|=\?/.test(name.normalize('NFKC')) ? null : { name, address };
}

/** A name without the quotes around it; null where one stands alone. */
function unquoted(name: string): string | null {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/su.exec(name) ?? [];
  if (inner !== undefined) return inner.replace(/\\(.)/gsu, '$1');
  return name.includes('"') ? null : name;
}

export interface SenderChoice {
  /** Of the configuration. */
  configured: MailSender;
  /** What the mail itself asks for. */
  asked: MailSender | null;
  replyTo: string | null;
  /** The mail server is the workspace's own, and so are its senders. */
  ownServer: boolean;
}

/**
 * Who a mail is from, and where answers go. A mail server that several workspaces share sends from its own address only:
 * of another sender it shows the name, and answers go to that address.
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
