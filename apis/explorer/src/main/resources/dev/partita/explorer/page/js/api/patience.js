/** Much to do at once, by a server that may ask to wait. */

const AT_ONCE = 8;
const TRIES = 12;

/** Does something, and again when the server has had too much to do; it says when to come back. */
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
 * Does something with each element, several at a time, until all are done or the signal comes.
 *
 * @param elements something that can be iterated, also as it arrives
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
