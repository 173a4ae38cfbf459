const longest = 1_000;

/**
 * A path of the dashboard, below `/app`, to return to after a login; `/` for everything else, so that a link cannot lead
 * to another site or to another part of this one.
 */
export function returnPath(publicUrl: string, sent: string | null | undefined): string {
  if (!sent?.startsWith('/') || sent.length > longest) return '/';
  const root = new URL(`${publicUrl}/app/`);
  const url = URL.parse(`${publicUrl}/app${sent}`);
  const isInside = url?.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (!isInside || /[\\\p{Cc}]|^\/\/|%2f|%5c|%2e/iu.test(sent)) return '/';
  return `${url.pathname.slice(root.pathname.length - 1)}${url.search}${url.hash}`;
}
