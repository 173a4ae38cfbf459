import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type FlowInput,
  type GraphEdge,
  type GraphNode,
  sourceHandlesOf,
  validateFlow,
} from '../../../src/engine/index.js';
import { catalogue, node } from '../catalogue.js';

interface Draft {
  nodes: GraphNode[];
  edges: GraphEdge[];
  more: Partial<FlowInput>;
}

const validData: Record<string, object> = {
  mail: { to: '{{ triggerData.email }}' },
  code: { expression: 'triggerData.n + 1' },
  wait: { timeoutMinutes: 5 },
  switch: { cases: [{ id: 'a' }, { id: 'b' }] },
};

/** A valid flow: a tree of steps below a trigger, each connected to some handle of an earlier one. */
const sound = fc
  .array(
    fc.record({
      type: fc.constantFrom('task', 'if', 'risky', 'mail', 'code', 'set', 'wait', 'switch'),
      parent: fc.nat(),
      handle: fc.nat(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((steps): Draft => {
    const nodes = [node('t', 'trigger.manual')];
    const edges: GraphEdge[] = [];
    for (const [index, { type, parent, handle }] of steps.entries()) {
      const source = nodes[parent % nodes.length] as GraphNode;
      const handles = sourceHandlesOf(catalogue.get(source.type) as never, source.data);
      const step = node(`n${index}`, type, { ...validData[type] });
      edges.push({
        id: `e${index}`,
        source: source.id,
        target: step.id,
        sourceHandle: handles[handle % handles.length] as string,
      });
      nodes.push(step);
    }
    return { nodes, edges, more: {} };
  });

/** Connects a step to the trigger. */
function append(draft: Draft, type: string, data: object, id = 'x'): void {
  draft.nodes.push(node(id, type, { ...data }));
  connect(draft, 't', id);
}

function connect({ edges }: Draft, source: string, target: string, more: Partial<GraphEdge> = {}): void {
  edges.push({ id: `${source}>${target} ${JSON.stringify(more)}`, source, target, ...more });
}

/** The step that a mutation changes; never the trigger. */
function stepOf({ nodes }: Draft, pick: number): GraphNode {
  return nodes[1 + (pick % (nodes.length - 1))] as GraphNode;
}

function edgeOf({ edges }: Draft, pick: number): GraphEdge {
  return edges[pick % edges.length] as GraphEdge;
}

function _parentOf({ edges }: Draft, { id }: GraphNode): string {
  return edges.find(({ target }) => target === id)?.source as string;
}

/** Mutations of a valid flow, by the rule that must find them; of two rules, one must. */
const mutations: Record<string, (draft: Draft, pick: number) => unknown> = {
  NODE_ID_DUPLICATE: (draft, pick) => draft.nodes.push(node(stepOf(draft, pick).id)),
  EDGE_ID_DUPLICATE: (draft, pick) => draft.edges.push({ ...edgeOf(draft, pick) }),
  NODE_TYPE_UNKNOWN: (draft, pick) => (stepOf(draft, pick).type = 'no.such'),
  EDGE_SOURCE_UNKNOWN: (draft, pick) => (edgeOf(draft, pick).source = 'nowhere'),
  EDGE_TARGET_UNKNOWN: (draft, pick) => (edgeOf(draft, pick).target = 'nowhere'),
  EDGE_SOURCE_HANDLE_UNKNOWN: (draft, pick) => (edgeOf(draft, pick).sourceHandle = 'nope'),
  EDGE_TARGET_HANDLE_UNKNOWN: (draft, pick) => (edgeOf(draft, pick).targetHandle = 'nope'),
  NODE_LIMIT: (draft) => draft.nodes.push(...Array.from({ length: 500 }, (_, index) => node(`many${index}`))),
  FLOW_EMPTY: (draft) => [draft.nodes.splice(0), draft.edges.splice(0)],
  TRIGGER_MISSING: (draft) => draft.nodes.shift(),
  TRIGGER_MULTIPLE: (draft, pick) => {
    for (const id of ['t2', 't3']) {
      draft.nodes.push(node(id, 'trigger.tool', { toolName: 'find' }));
      connect(draft, id, stepOf(draft, pick).id);
    }
  },
  TRIGGER_LIMIT: (draft, pick) => {
    const step = stepOf(draft, pick).id;
    for (let n = 0; n < 20; n += 1) {
      draft.nodes.push(node(`more${n}`, 'trigger.manual'));
      connect(draft, `more${n}`, step);
    }
  },
  TRIGGER_HAS_INPUT: (draft, pick) => connect(draft, stepOf(draft, pick).id, 't'),
  TRIGGER_TYPE_MISMATCH: (draft) => (draft.more.settings = { triggerType: 'webhook' }),
  TRIGGER_CONFIG_INVALID: (draft) => (draft.nodes[0] = node('t', 'trigger.schedule', { cron: 'often' })),
  'NODE_ORPHAN NODE_UNREACHABLE': (draft, pick) => draft.edges.splice(pick % draft.edges.length, 1),
  CYCLE_DISALLOWED: (draft, pick) => {
    const step = stepOf(draft, pick);
    append(draft, 'task', {}, 'x');
    connect(draft, step.id, 'x', { id: 'there' });
    connect(draft, 'x', step.id, { id: 'back' });
  },
  LOOP_NO_BACK_EDGE: (draft) => {
    append(draft, 'loop', {});
    draft.nodes.push(node('body'));
    connect(draft, 'x', 'body', { sourceHandle: 'item' });
  },
  LOOP_BOUNDARY: (draft) => {
    append(draft, 'loop', {});
    draft.nodes.push(node('body', 'if'), node('after'));
    connect(draft, 'x', 'body', { sourceHandle: 'item' });
    connect(draft, 'body', 'x', { sourceHandle: 'true', targetHandle: 'next' });
    connect(draft, 'x', 'after', { sourceHandle: 'done' });
    connect(draft, 'body', 'after', { sourceHandle: 'false' });
  },
  FIELD_REQUIRED: (draft) => append(draft, 'mail', { to: '' }),
  FIELD_INVALID: (draft, pick) => (stepOf(draft, pick).data.retry = { attempts: 99 }),
  CASE_DUPLICATE: (draft) => append(draft, 'switch', { cases: [{ id: 'a' }, { id: 'a' }] }),
  EXPR_SYNTAX: (draft, pick) => (stepOf(draft, pick).data.note = '{{ 1 + }}'),
  EXPR_CALL_INVALID: (draft, pick) => (stepOf(draft, pick).data.note = '{{ sise(1) }}'),
  FIELD_UNKNOWN: (draft, pick) => (stepOf(draft, pick).data.retry = Object.assign({ attempts: 2 }, { atempts: 3 })),
  EXPR_REF_UNKNOWN: (draft, pick) => (stepOf(draft, pick).data.note = '{{ steps.nowhere.x }}'),
  EXPR_REF_NOT_UPSTREAM: (draft, pick) => {
    const step = stepOf(draft, pick);
    step.data.note = `{{ steps.${step.id}.x }}`;
  },
  SECRET_MISSING: (draft, pick) => (stepOf(draft, pick).data.note = '{{ boveda.nope }}'),
  SECRET_OUT_OF_SCOPE: (draft, pick) => {
    stepOf(draft, pick).data.note = '{{ boveda.theirs }}';
    draft.more.foreignSecrets = ['theirs'];
  },
  SECRET_SINK: (draft, pick) => (stepOf(draft, pick).data.note = '{{ boveda.known }}'),
  GLOBAL_VAR_MISSING: (draft, pick) => (stepOf(draft, pick).data.note = 'in {{ globalVars.nope }}'),
  VARIABLE_UNDEFINED: (draft, pick) => (stepOf(draft, pick).data.note = '{{ variables.nope + 1 }}'),
  SUBFLOW_MISSING: (draft) => {
    append(draft, 'call', { flowId: 'gone' });
    draft.more.records = { flow: [] };
  },
  SUBFLOW_RECURSION: (draft) => {
    append(draft, 'call', { flowId: 'other' });
    Object.assign(draft.more, { flowId: 'self', calls: [{ caller: 'other', callee: 'self' }] });
  },
  REFERENCE_MISSING: (draft) => {
    append(draft, 'deal', { pipelineId: 'gone' });
    draft.more.records = { pipeline: [] };
  },
  VARIABLE_UNUSED: (draft) => (draft.more.variables = [{ name: 'idle' }]),
  CODE_NODE_UNKNOWN: (draft) => append(draft, 'code', { expression: '1', source: "$('nothing')" }),
  NODE_NAME_DUPLICATE: (draft, pick) => {
    stepOf(draft, pick).data.label = 'Same';
    append(draft, 'task', { label: 'Same' });
  },
  EDGE_DUPLICATE: (draft, pick) => draft.edges.push({ ...edgeOf(draft, pick), id: 'again' }),
  BRANCH_UNWIRED: (draft) => {
    append(draft, 'if', {});
    append(draft, 'task', {}, 'y');
    draft.edges.pop();
    connect(draft, 'x', 'y', { sourceHandle: 'true' });
  },
  HARDCODED_SECRET: (draft, pick) => (stepOf(draft, pick).data.headers = { authorization: 'Bearer 0123456789' }),
  WAIT_NO_TIMEOUT: (draft) => append(draft, 'wait', {}),
  EVENT_SELF_TRIGGER: (draft) => {
    draft.nodes[0] = node('t', 'trigger.event', { eventType: 'tag.added' });
    append(draft, 'tag', {});
  },
  NODE_DISABLED: (draft, pick) => (stepOf(draft, pick).data.disabled = true),
  SCHEDULE_OVERLAP_IGNORED: (draft) => {
    draft.nodes[0] = node('t', 'trigger.schedule', { cron: '0 8 * * *', overlap: 'queue' });
    draft.more.settings = { control: { concurrency: 1 } };
  },
};

function report({ nodes, edges, more }: Draft) {
  return validateFlow({ graph: { nodes, edges }, catalogue, ...more });
}

describe('a valid flow', () => {
  test('breaks no rule that blocks running', () => {
    fc.assert(
      fc.property(sound, (draft) =>
        expect(report(draft).issues.filter(({ severity }) => severity !== 'info')).toEqual([]),
      ),
    );
  });
});

describe.each(Object.keys(mutations))('%s', (rules) => {
  test('finds its violation in any flow, wherever it is', () => {
    fc.assert(
      fc.property(sound, fc.nat(), (draft, pick) => {
        mutations[rules]?.(draft, pick);
        const { valid, issues } = report(draft);
        const found = issues.filter(({ ruleId }) => rules.split(' ').includes(ruleId));
        expect(found.length).toBeGreaterThan(0);
        if (found.some(({ severity }) => severity === 'error')) expect(valid).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

test('every rule has a violation that it must find', async () => {
  const { rules } = await import('../../../src/engine/rules/all-rules.js');
  expect(new Set(Object.keys(mutations).flatMap((names) => names.split(' ')))).toEqual(
    new Set(rules.map(({ id }) => id)),
  );
});

describe('what rules block', () => {
  test.each(['FLOW_EMPTY', 'NODE_ID_DUPLICATE', 'SECRET_MISSING', 'WAIT_NO_TIMEOUT'])(
    '%s declares what it blocks',
    (rule) => {
      const blocks = {
        FLOW_EMPTY: 'activation',
        NODE_ID_DUPLICATE: 'save',
        SECRET_MISSING: 'activation',
        WAIT_NO_TIMEOUT: null,
      };
      const [draft] = fc.sample(sound, 1) as [Draft];
      mutations[rule]?.(draft, 0);
      expect(report(draft).issues.find(({ ruleId }) => ruleId === rule)?.blocks).toBe(
        blocks[rule as keyof typeof blocks],
      );
    },
  );
});
