import DataLoader from 'dataloader';
import { defineLoader, type LoaderDefinition, type Scope } from '../../../../platform/graphql/context.js';

type Loaders<Key, Value> = Map<string, DataLoader<Key, Value, string>>;

/** Declares loaders of one kind: one for each set of arguments with which an answer requests it. */
export function loadersByArguments<Key, Value>(): LoaderDefinition<Loaders<Key, Value>> {
  return defineLoader((): Loaders<Key, Value> => new Map());
}

/** Loads a value together with the others that are requested with the same arguments. @param signature of the arguments */
export function batched<Key, Value>(
  scope: Scope,
  definition: LoaderDefinition<Loaders<Key, Value>>,
  signature: string,
  key: Key,
  read: (keys: readonly Key[]) => Promise<Value[]>,
): Promise<Value> {
  const loaders = scope.loader(definition);
  const loader =
    loaders.get(signature) ?? new DataLoader<Key, Value, string>(read, { cacheKeyFn: (one) => JSON.stringify(one) });
  loaders.set(signature, loader);
  return loader.load(key);
}
