/**
 * The cycles of a graph, one list of nodes for each group of nodes that all reach each other (Tarjan's strongly
 * connected components, without recursion, so that long chains cannot overflow the stack).
 */
export function cyclesOf(ids: readonly string[], next: (id: string) => readonly string[]): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const cycles: string[][] = [];

  const enter = (id: string): Frame => {
    index.set(id, index.size);
    low.set(id, index.get(id) ?? 0);
    path.push(id);
    onPath.add(id);
    return { id, targets: next(id), at: 0 };
  };
  const lower = (id: string, bound: number | undefined): void => {
    low.set(id, Math.min(low.get(id) ?? 0, bound ?? 0));
  };
  const leave = (id: string): void => {
    if (low.get(id) !== index.get(id)) return;
    const group = path.splice(path.lastIndexOf(id));
    for (const member of group) onPath.delete(member);
    if (group.length > 1 || next(id).includes(id)) cycles.push(group);
  };

  for (const root of ids) {
    if (index.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const target = frame.targets[frame.at];
      frame.at += 1;
      if (target === undefined) {
        frames.pop();
        leave(frame.id);
        const caller = frames.at(-1);
        if (caller) lower(caller.id, low.get(frame.id));
      } else if (!index.has(target)) {
        frames.push(enter(target));
      } else if (onPath.has(target)) {
        lower(frame.id, index.get(target));
      }
    }
  }
  return cycles;
}

interface Frame {
  id: string;
  targets: readonly string[];
  at: number;
}
