import { addEventHandler, getState } from 'jest-circus';

/** The default time limit of tests and hooks, in milliseconds. */
const usual = 60_000;

/** The runner has no time limits, so each test and hook gets its own. */
addEventHandler((event) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  const block = getState().currentDescribeBlock;
  const added = event.name === 'add_test' ? block.children.at(-1) : block.hooks.at(-1);
  if (added?.fn) added.fn = limited(added.fn, event.timeout ?? usual);
});

function limited(run, milliseconds) {
  return async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It took more than ${milliseconds} ms.`)), milliseconds);
    });
    try {
      return await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
