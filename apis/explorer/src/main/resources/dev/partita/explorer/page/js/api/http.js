/**
 * Requests to the server of the page. Each is reported to the listeners of `onCall`, so that the
 * page can show every action as code.
 */

import { readable } from './problems.js';
import { accountKey } from './session.js';
import { authorization } from './signature.js';

/**
 * Failed request, with the server's message; `errors` are positions in a query, `source` is the
 * text they refer to.
 */
export class ApiError extends Error {
  constructor(status, subStatus, code, message, retryAfterMillis, errors = []) {
    super(message);
    this.errors = errors;
    this.source = '';
    this.name = 'ApiError';
    this.status = status;
    this.subStatus = subStatus;
    this.code = code;
    this.retryAfterMillis = retryAfterMillis;
  }
}

const listeners = new Set();

/**
 * Registers a listener that gets `{request, recipe, status, ru, millis}` of each request that the
 * user caused.
 */
export function onCall(listener) {
  listeners.add(listener);
}

/**
 * Sends a request of the NoSQL API.
 *
 * @param resource `{path, type, link}`, from {@link resource}
 * @param recipe the request as code for SDKs: `{title, js, java}`; without it the request is not
 * reported
 */
export async function nosql(method, resource, { headers = {}, body, signal, recipe } = {}) {
  const sent = { 'x-ms-version': '2020-07-15', ...headers };
  const key = accountKey();
  if (key !== '') {
    sent['x-ms-date'] = new Date().toUTCString();
    sent.authorization = await authorization(key, method, resource.type, resource.link, sent['x-ms-date']);
  }
  return send({ method, path: resource.path, headers: sent, body, signal, resource }, recipe);
}

/** Sends a request of the admin API; the path is below /api/v1. */
export async function admin(method, path, { body, headers = {}, signal, recipe } = {}) {
  return send({ method, path: `/api/v1${path}`, headers: { ...adminHeaders(body), ...headers }, body, signal }, recipe);
}

export function adminHeaders(body) {
  const headers = {};
  if (accountKey() !== '') {
    headers.authorization = `Bearer ${accountKey()}`;
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  return headers;
}

async function send(request, recipe) {
  const begin = performance.now();
  const call = { request, recipe, status: 0, ru: 0, millis: 0 };
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal: request.signal,
      cache: 'no-store',
      redirect: 'error',
    });
    const text = await response.text();
    call.status = response.status;
    call.ru = Number(response.headers.get('x-ms-request-charge') ?? 0);
    call.millis = performance.now() - begin;
    if (!response.ok) {
      throw refusal(response, text);
    }
    return { status: response.status, headers: response.headers, text, ru: call.ru, millis: call.millis };
  } catch (failure) {
    if (failure.name === 'TypeError') {
      const unreachable = new ApiError(0, 0, 'Unreachable', 'The server does not answer; it may have stopped, or the network is down.');
      unreachable.cause = failure;
      throw unreachable;
    }
    throw failure;
  } finally {
    if (recipe) {
      listeners.forEach((listener) => listener(call));
    }
  }
}

function refusal(response, text) {
  let code = response.statusText;
  let message = text;
  let errors = [];
  try {
    const body = JSON.parse(text);
    code = body.code ?? body['odata.error']?.code ?? code;
    const said = readable(body);
    errors = said.errors;
    message = said.message ?? ofTables(body['odata.error']) ?? ofGraphs(body.status) ?? message;
  } catch {
    message = text || `The server answered ${response.status}.`;
  }
  return new ApiError(
    response.status,
    Number(response.headers.get('x-ms-substatus') ?? 0),
    code,
    message,
    Number(response.headers.get('x-ms-retry-after-ms') ?? 0),
    errors,
  );
}

/** Removes the lines for client logs that the Table API appends to its messages. */
function ofTables(error) {
  return error?.message.value.replace(/\nRequestId:[^\n]*\nTime:[^\n]*$/, '');
}

/** Extracts the message of the Gremlin API from the lines for client logs around it. */
function ofGraphs(status) {
  return /\nExceptionMessage :\n\t(.*?)\n\tGremlinRequestId : /s.exec(status?.message ?? '')?.[1].replaceAll('\n\t', '\n') ?? status?.message;
}

/**
 * Resource by the names of its path: its path, and the link that is signed. An odd number of
 * segments is a feed, such as all items of a container.
 */
export function resource(...segments) {
  const feed = segments.length % 2 === 1;
  return {
    path: `/${segments.map(encoded).join('/')}`,
    type: segments.at(feed ? -1 : -2) ?? '',
    link: (feed ? segments.slice(0, -1) : segments).join('/'),
  };
}

/** Resource by resource ids, for names that a URL cannot contain. */
export function resourceByLink(self, feed = '') {
  const segments = self.split('/').filter((segment) => segment !== '');
  return {
    path: `/${[...segments, ...(feed ? [feed] : [])].map(encoded).join('/')}`,
    type: feed || segments.at(-2),
    link: segments.at(-1).toLowerCase(),
  };
}

/**
 * Whether a name can be part of a URL: browsers resolve dots, and servers take slashes for
 * separators.
 */
export function isAddressable(name) {
  return name !== '.' && name !== '..' && !/[/\\]/.test(name) && name.isWellFormed();
}

function encoded(segment) {
  if (!isAddressable(segment)) {
    throw new Error(`The name ${JSON.stringify(segment)} cannot be part of an address.`);
  }
  return encodeURIComponent(segment);
}

/** JSON text in ASCII, for a header. */
export function ascii(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
