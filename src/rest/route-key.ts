/** A row's key, taken apart: `'GET /flows/:flowId'`. */
export interface RouteKey {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As written: `/flows/:flowId`. */
  path: string;
  segments: readonly string[];
  /** Names of the path's parameters in order. */
  params: readonly string[];
  /** Whether requests carry a body. A body sent with any other method is not read. */
  hasBody: boolean;
}

const wellFormed = /^(GET|POST|PUT|PATCH|DELETE) ((?:\/(?::[A-Za-z]\w*|[\w.-]+))+)$/;

/** @throws Error where the key is not `METHOD /path` or names a parameter twice. */
export function parseRouteKey(key: string): RouteKey {
  const [, method, path] = wellFormed.exec(key) ?? [];
  if (!method || !path) throw new Error(`Route "${key}": write it as METHOD /path/:parameter.`);
  const segments = path.slice(1).split('/');
  const params = segments.filter(isParameter).map((segment) => segment.slice(1));
  if (new Set(params).size < params.length) throw new Error(`Route "${key}": it names a parameter twice.`);
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
