const longestHost = 253;
const subdomains = '*.';

/**
 * The canonical form of a host to which something is confined: a name, an IP address, `*.example.com` for the
 * subdomains of a host, or `*` for any. Null if it is none of these.
 */
export function parseHostPattern(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const pattern = text.trim();
  if (pattern === '*') return pattern;
  const prefix = pattern.startsWith(subdomains) ? subdomains : '';
  const host = parseHost(pattern.slice(prefix.length));
  return host && prefix + host;
}

function parseHost(text: string): string | null {
  if (text.length > longestHost || !/^(\[[0-9a-f:.]+\]|[^\s/?#@:\\[\]*%]+)$/i.test(text)) return null;
  const hostname = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, '');
  return hostname || null;
}
