const links =
  /(\/(?:approve|accept-invite)#token=|\/(?:flows\/run|messages\/twilio\/status|voice\/status|unsubscribe)\?token=)[\w.~%-]+/g;

/** Redacts the tokens of this server's links: a token alone is enough to use the link. */
export function redactLinks(text: string): string {
  return text.replace(links, '$1••••');
}
