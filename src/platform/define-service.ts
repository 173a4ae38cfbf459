import type { Service, ServiceContext } from './services.js';

/** A service with its implementation. @param close ends it when the process stops */
export function defineService<T>(
  name: string,
  create: (context: ServiceContext) => T,
  close: (made: T) => void | Promise<void> = () => undefined,
): Service<T> {
  return { name, key: Symbol(name), create, close };
}

/** A service that is implemented above its module: `implement` says by what. */
export function declareService<T>(name: string): Service<T> {
  return defineService<T>(name, () => {
    throw new Error(`Nothing implements the service ${name}. List what implement() returns in place of it.`);
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
  /** Closes them, those first that were made last. */
  close(): Promise<void>;
}

/**
 * Makes every service that is listed, each after those that it asks for.
 * @throws Error for one that is not listed, and for those that ask for one another
 */
export function makeServices(context: Omit<ServiceContext, 'get'>, listed: readonly Service<unknown>[]): MadeServices {
  const byKey = new Map(listed.map((service) => [service.key, service]));
  const made = new Map<symbol, unknown>();
  const making: string[] = [];
  const closes: (() => void | Promise<void>)[] = [];

  function make({ name, key }: Service<unknown>): void {
    const service = byKey.get(key);
    if (!service) throw new Error(`The service ${name} is in no manifest. List it in its module's services.`);
    if (making.includes(name)) throw new Error(`Services ask for one another: ${[...making, name].join(' → ')}.`);
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
