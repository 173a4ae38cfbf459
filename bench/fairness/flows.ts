const node = (id: string, type: string, data: object = {}) => ({ id, type, position: { x: 0, y: 0 }, data });

/** A trigger and one node. */
const flow = (name: string, act: ReturnType<typeof node>) => ({
  name,
  nodes: [node('start', 'trigger.manual'), act],
  edges: [{ id: 'e', source: 'start', target: act.id }],
});

/** Waits for a response that does not come. */
export const waitingFlow = (url: string) =>
  flow('Waiting', node('act', 'http.request', { method: 'GET', url, timeout: 600 }));

/** Runs JavaScript for a second. */
export const codeFlow = () =>
  flow(
    'Code',
    node('act', 'data.code', { source: 'const end = Date.now() + 1000; while (Date.now() < end); return 1;' }),
  );
