import { type Address, type AddressChange, passing, text, useAddress } from '../../workspace/address';

const names = {
  /** The chosen step. */
  step: passing,
  /** The chosen node, if none of its steps exists yet. */
  node: passing,
  /** The execution to compare with; `last` is the last completed one before it. */
  compare: text,
};

/** What of an execution is shown, and what changes it. */
export const useView = (): [Address<typeof names>, (change: AddressChange<typeof names>) => void] => useAddress(names);
