const links =
  /(\/(?:approve|accept-invite)#token=|\/(?:flows\/run|messages\/twilio\/status|voice\/status)\?token=)[\w.~%-]+/g;

/** A text without the tokens of this server's links: whoever reads one can use it. */
export function redactLinks(text: string): string {
  return text.replace(links, '$1••••');
}
