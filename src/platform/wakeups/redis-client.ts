/** The client of Redis. Only installations with WAKEUP_URL load it: import this module dynamically. */
export { Redis } from 'ioredis';
