/**
 * Server-sent events. Read with fetch, since the browser's EventSource cannot send the key;
 * reconnects after a pause.
 */

import { adminHeaders } from './http.js';

const FIRST_PAUSE_MILLIS = 1000;
const LONGEST_PAUSE_MILLIS = 15000;

/**
 * Listens until the returned function is called.
 *
 * @param on handlers by the names of events, given the parsed data; `open` and `lost` report the
 * state of the connection
 */
export function listen(path, on) {
  const control = new AbortController();
  run(path, on, control.signal);
  return () => control.abort();
}

async function run(path, on, signal) {
  let pause = FIRST_PAUSE_MILLIS;
  while (!signal.aborted) {
    try {
      const response = await fetch(path, { headers: { ...adminHeaders(), accept: 'text/event-stream' }, signal, cache: 'no-store' });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`The server answered ${response.status}.`);
      }
      on.open?.();
      pause = FIRST_PAUSE_MILLIS;
      await read(response.body, on);
      throw new Error('The server has ended the stream.');
    } catch (failure) {
      if (signal.aborted) {
        return;
      }
      on.lost?.(failure);
    }
    await elapsed(pause, signal);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
  }
}

async function read(body, on) {
  const parse = parser((event, data) => on[event]?.(JSON.parse(data)));
  const decoder = new TextDecoder();
  for await (const chunk of chunks(body)) {
    parse(decoder.decode(chunk, { stream: true }));
  }
}

async function* chunks(body) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Parser of an event stream in any chunks; emits an event at its empty line. */
export function parser(emit) {
  let rest = '';
  let event = 'message';
  let data = [];
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) {
          emit(event, data.join('\n'));
        }
        event = 'message';
        data = [];
      } else if (!line.startsWith(':')) {
        const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
        if (name === 'event') {
          event = value ?? '';
        } else if (name === 'data') {
          data.push(value ?? '');
        }
      }
    }
  };
}

function elapsed(millis, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
