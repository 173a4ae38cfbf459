import { useEffect, useState } from 'react';
import { toastError } from '../ui/toast';
import type { JobKind, ShownJob } from './job';
import { loadKind } from './kinds';

/** The kind of a job, when it is loaded. */
export function useKind({ kind: name }: ShownJob): JobKind<unknown, unknown> | null {
  const [kind, setKind] = useState<JobKind<unknown, unknown> | null>(null);
  useEffect(() => {
    loadKind(name).then(setKind).catch(toastError);
  }, [name]);
  return kind;
}
