/** Retries and bulk operations against a server that throttles. */

const AT_ONCE = 8;
const TRIES = 12;

/** Runs an action, with retries after the delay that the server gives while it throttles. */
export async function patiently(action, signal) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await action();
    } catch (failure) {
      if (failure.status !== 429 || left === 0 || signal?.aborted) {
        throw failure;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, failure.retryAfterMillis || 1000);
      });
    }
  }
}

/**
 * Runs an action for each element, several in parallel, until all are done or the signal aborts.
 *
 * @param elements an iterable, which may be asynchronous
 */
export async function forEachOf(elements, signal, action) {
  const iterator = elements[Symbol.asyncIterator]?.() ?? elements[Symbol.iterator]();
  const worker = async () => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done || signal.aborted) {
        return;
      }
      await action(value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
