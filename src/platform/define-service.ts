import type { Service, ServiceContext } from './services.js';

/** Defines a service with its implementation. @param close ends it when the process stops */
export function defineService<T>(
  name: string,
  create: (context: ServiceContext) => T,
  close: (made: T) => void | Promise<void> = () => undefined,
): Service<T> {
  return { name, key: Symbol(name), create, close };
}

/** Declares a service that a module of a higher layer implements, with `implement`. */
export function declareService<T>(name: string): Service<T> {
  return defineService<T>(name, () => {
    throw new Error(`The service ${name} has no implementation. List the result of implement() instead of it.`);
  });
}

/** The implementation of a declared service. */
export function implement<T>(
  { name, key }: Service<T>,
  create: (context: ServiceContext) => T,
  close: (made: T) => void | Promise<void> = () => undefined,
): Service<T> {
  return { name, key, create, close };
}

export interface MadeServices {
  services: ServiceContext;
  /** Closes the services in reverse order of their creation. */
  close(): Promise<void>;
}

/**
 * Creates every listed service, each after those that it depends on.
 * @throws Error if a dependency is not listed, and for circular dependencies
 */
export function makeServices(context: Omit<ServiceContext, 'get'>, listed: readonly Service<unknown>[]): MadeServices {
  const byKey = new Map(listed.map((service) => [service.key, service]));
  const made = new Map<symbol, unknown>();
  const making: string[] = [];
  const closes: (() => void | Promise<void>)[] = [];

  function make({ name, key }: Service<unknown>): void {
    const service = byKey.get(key);
    if (!service) throw new Error(`The service ${name} is in no manifest. List it in its module's services.`);
    if (making.includes(name))
      throw new Error(`Services must not depend on one another in a circle: ${[...making, name].join(' → ')}.`);
    making.push(name);
    const instance = service.create(services);
    making.pop();
    made.set(key, instance);
    closes.push(() => service.close(instance));
  }

  const services: ServiceContext = {
    ...context,
    get<T>(service: Service<T>): T {
      if (!made.has(service.key)) make(service);
      return made.get(service.key) as T;
    },
  };
  for (const service of listed) services.get(service);
  return {
    services,
    async close() {
      for (const close of closes.splice(0).reverse()) await close();
    },
  };
}
