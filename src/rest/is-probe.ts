const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Whether a request only looks after the server. Many come, and none of them is logged or traced. */
export function isProbe(url: string): boolean {
  return probes.has(url.split('?', 1)[0] as string);
}
