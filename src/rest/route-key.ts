/** The parsed key of a route: `'GET /flows/:flowId'`. */
export interface RouteKey {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** The path with parameters: `/flows/:flowId`. */
  path: string;
  segments: readonly string[];
  /** The names of the path parameters, in order. */
  params: readonly string[];
  /** Whether the method has a body. Bodies of other methods are not read. */
  hasBody: boolean;
}

const wellFormed = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) ((?:\/(?::[A-Za-z]\w*|[\w.-]+))+)$/;

/** @throws Error for a key that is not `METHOD /path` or that has a parameter twice */
export function parseRouteKey(key: string): RouteKey {
  const [, method, path] = wellFormed.exec(key) ?? [];
  if (!method || !path) throw new Error(`Route "${key}" must have the form METHOD /path/:parameter.`);
  const segments = path.slice(1).split('/');
  const params = segments.filter(isParameter).map((segment) => segment.slice(1));
  if (new Set(params).size < params.length) throw new Error(`Route "${key}" must not contain a parameter twice.`);
  return {
    method: method as RouteKey['method'],
    path,
    segments,
    params,
    hasBody: method === 'POST' || method === 'PUT' || method === 'PATCH',
  };
}

/** True for `:flowId`. */
export function isParameter(segment: string): boolean {
  return segment.startsWith(':');
}
