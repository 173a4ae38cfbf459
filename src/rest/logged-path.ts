/** The path of a URL as logs and traces show it: without the query, and without the token that is a part of some paths. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(/^(\/(?:callbacks|forms|oauth\/links)\/)[^/]+/, '$1…');
}
