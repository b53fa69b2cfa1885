// What scripts find in their world: the context with its collection, request and response, the
// query interface, the console and errors with numbers. Runs before the script, in every context.
// Nothing but text, numbers and truth values goes between here and the server: host(name, ...texts).
(function (host, setup) {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply, construct, ownKeys } = Reflect;
  const { defineProperty, freeze, getOwnPropertyDescriptor, setPrototypeOf, create } = Object;
  const { isArray } = Array;
  const text = String;
  const NativeError = Error;
  const environment = parse(setup);
  const codes = freeze({
    BadRequest: 400, Forbidden: 403, NotFound: 404, Conflict: 409, PreconditionFailed: 412, RequestEntityTooLarge: 413,
    RetryWith: 449, InternalServerError: 500,
  });

  // ---- errors: new Error(number, message) beside the usual form

  function NumberedError(first, second) {
    const numbered = arguments.length > 1 && typeof first === 'number';
    const given = numbered ? [second] : arguments;
    const error = construct(NativeError, given, new.target === undefined ? NumberedError : new.target);
    if (numbered) defineProperty(error, 'number', { value: first, writable: true, configurable: true });
    return error;
  }
  NumberedError.prototype = NativeError.prototype;
  for (const key of ownKeys(NativeError)) {
    const property = getOwnPropertyDescriptor(NativeError, key);
    if (key !== 'prototype') defineProperty(NumberedError, key, property);
  }
  defineProperty(NativeError.prototype, 'constructor', { value: NumberedError, writable: true, configurable: true });
  define(globalThis, 'Error', NumberedError);
  for (const kind of [TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError]) {
    setPrototypeOf(kind, NumberedError);
  }

  function define(holder, name, value) {
    defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  }

  function failure(number, message) {
    const error = new NumberedError(number, message);
    error.body = message;
    return error;
  }

  // ---- callbacks: they run one after the other when the function has returned

  const waiting = [];
  let next = 0;

  function later(task) {
    waiting[waiting.length] = task;
  }

  function callbackOf(callback) {
    if (callback !== undefined && callback !== null && typeof callback !== 'function') {
      throw failure(codes.BadRequest, 'The callback is not a function.');
    }
    return callback;
  }

  // Options may be left out before a callback. These run for every operation, so they do without
  // what is slow in an interpreter: spreading, taking apart and regular expressions.
  function optionsOf(options, callback) {
    return options === undefined || options === null || (typeof options === 'function' && callback === undefined)
      ? '{}'
      : stringify(options);
  }

  function handlerOf(options, callback) {
    return typeof options === 'function' && callback === undefined ? options : callbackOf(callback);
  }

  function submit(callback, name, first, second, third) {
    const answer = third === undefined ? host(name, first, second) : host(name, first, second, third);
    if (answer === false) return false;
    if (!callback && !answer.startsWith('{"error"')) return true;
    const outcome = parse(answer);
    if (outcome.error !== undefined) {
      const error = failure(outcome.error.number, outcome.error.body);
      later(() => {
        if (!callback) throw error;
        callback(error, undefined, { statusCode: error.number });
      });
    } else {
      later(() => callback(undefined, outcome.resource, outcome.options));
    }
    return true;
  }

  function required(value, what) {
    if (value === undefined || value === null) throw failure(codes.BadRequest, what + ' is missing.');
    return value;
  }

  function document(body) {
    required(body, 'The document');
    const json = typeof body === 'string' ? body : stringify(body);
    if (json === undefined) throw failure(codes.BadRequest, 'The document is not an object.');
    return json;
  }

  const selfLink = environment.self + '/';

  function ownCollection(link) {
    if (link === selfLink || link === environment.alt) return;
    const trimmed = text(required(link, 'The link of the collection')).replace(/^\/+|\/+$/g, '');
    if (trimmed !== environment.self && trimmed !== environment.alt) {
      throw failure(codes.Forbidden, 'A script can only use its own collection.');
    }
  }

  // ---- the collection

  class Collection {
    getSelfLink() {
      return selfLink;
    }

    getAltLink() {
      return environment.alt;
    }

    createDocument(link, body, options, callback) {
      ownCollection(link);
      return submit(handlerOf(options, callback), 'create', document(body), optionsOf(options, callback));
    }

    upsertDocument(link, body, options, callback) {
      ownCollection(link);
      return submit(handlerOf(options, callback), 'upsert', document(body), optionsOf(options, callback));
    }

    readDocument(link, options, callback) {
      return submit(handlerOf(options, callback), 'read', text(required(link, 'The link of the document')), optionsOf(options, callback));
    }

    replaceDocument(link, body, options, callback) {
      return submit(
        handlerOf(options, callback), 'replace', text(required(link, 'The link of the document')), document(body), optionsOf(options, callback));
    }

    deleteDocument(link, options, callback) {
      return submit(handlerOf(options, callback), 'delete', text(required(link, 'The link of the document')), optionsOf(options, callback));
    }

    readDocuments(link, options, callback) {
      ownCollection(link);
      return submit(handlerOf(options, callback), 'query', '', optionsOf(options, callback));
    }

    queryDocuments(link, query, options, callback) {
      ownCollection(link);
      required(query, 'The query');
      return submit(handlerOf(options, callback), 'query', typeof query === 'string' ? stringify({ query }) : stringify(query), optionsOf(options, callback));
    }
  }
  for (const name of [
    'readAttachment', 'readAttachments', 'queryAttachments', 'createAttachment', 'upsertAttachment',
    'replaceAttachment', 'deleteAttachment',
  ]) {
    define(Collection.prototype, name, function () {
      throw failure(codes.Forbidden, 'This server has no attachments.');
    });
  }

  // ---- queries written as functions

  const steps = {
    filter: (predicate) => (list) => list.filter((item) => predicate(item)),
    map: (mapper) => (list) => list.map((item) => mapper(item)),
    pluck: (name) => (list) => list.map((item) => (item === null || item === undefined ? undefined : item[name])),
    flatten: (shallow) => (list) => list.flat(shallow ? 1 : Infinity),
    unwind: (inner, select) => (list) =>
      list.flatMap((item) => {
        const found = inner(item);
        return (isArray(found) ? found : []).map((each) => (select ? select(item, each) : [item, each]));
      }),
    sortBy: (key) => (list) => sorted(list, key, 1),
    sortByDescending: (key) => (list) => sorted(list, key, -1),
  };

  function sorted(list, key, sign) {
    const ranked = list.map((item) => ({ item, rank: key ? key(item) : item }));
    ranked.sort((a, b) => (a.rank < b.rank ? -sign : a.rank > b.rank ? sign : 0));
    return ranked.map((each) => each.item);
  }

  // With a page size or a continuation one page is worked on; without, the whole partition key.
  function run(stages, options, callback) {
    callback = handlerOf(options, callback);
    options = options === undefined || options === null || typeof options === 'function' ? {} : options;
    const paged = options.pageSize !== undefined || options.continuation !== undefined;
    let found = [];
    let feed = {};
    let continuation = options.continuation;
    do {
      const answer = host('query', '', stringify({ ...options, continuation, pageSize: paged ? options.pageSize : -1 }));
      if (answer === false) return { isAccepted: false };
      const outcome = parse(answer);
      if (outcome.error !== undefined) throw failure(outcome.error.number, outcome.error.body);
      found = found.concat(outcome.resource);
      feed = outcome.options;
      continuation = feed.continuation;
    } while (!paged && continuation !== undefined);
    later(() => {
      const result = stages.reduce((list, stage) => stage(list), found);
      if (callback) callback(undefined, result, feed);
      else if (response !== undefined) response.setBody(result);
    });
    return { isAccepted: true };
  }

  class Chain {
    #stages;

    constructor(stages) {
      this.#stages = stages;
    }

    value(options, callback) {
      return run(this.#stages, options, callback);
    }

    then_(stage) {
      return new Chain([...this.#stages, stage]);
    }
  }
  const chained = Chain.prototype.then_;
  delete Chain.prototype.then_;
  const argumentsOf = { flatten: 1, unwind: 2 };
  for (const name of ownKeys(steps)) {
    const count = argumentsOf[name] || 1;
    define(Chain.prototype, name, function (...given) {
      return apply(chained, this, [steps[name](...given)]);
    });
    define(Collection.prototype, name, function (...given) {
      // flatten needs nothing, and what follows may be options at once
      const own = name === 'flatten' && typeof given[0] !== 'boolean' ? 0 : name === 'unwind' && typeof given[1] !== 'function' ? 1 : count;
      return run([steps[name](...given.slice(0, own))], given[own], given[own + 1]);
    });
  }
  define(Collection.prototype, 'chain', function () {
    return new Chain([]);
  });

  function spatial(name, ...given) {
    const names = given.map((_, i) => '@p' + i);
    const parameters = given.map((value, i) => ({ name: names[i], value }));
    const query = 'SELECT VALUE {"r": ' + name + '(' + names.join(', ') + ')}';
    const outcome = parse(host('query', stringify({ query, parameters }), '{}'));
    if (outcome.error !== undefined) throw failure(outcome.error.number, outcome.error.body);
    return outcome.resource.length === 0 ? undefined : outcome.resource[0].r;
  }
  define(Collection.prototype, 'spatial', freeze({
    distance: (a, b) => spatial('ST_DISTANCE', a, b),
    intersects: (a, b) => spatial('ST_INTERSECTS', a, b),
    within: (a, b) => spatial('ST_WITHIN', a, b),
    isValid: (a) => spatial('ST_ISVALID', a),
    isValidDetailed: (a) => spatial('ST_ISVALIDDETAILED', a),
  }));

  // ---- the request and the response

  class Message {
    #values;
    #body;
    #sizeMax;

    constructor(values, body, sizeMax) {
      this.#values = values;
      this.#body = body;
      this.#sizeMax = sizeMax;
    }

    getBody() {
      return this.#body;
    }

    setBody(body) {
      const json = stringify(body);
      if (json !== undefined && json.length > this.#sizeMax) {
        throw failure(codes.RequestEntityTooLarge, 'The body is larger than it may be.');
      }
      this.#body = body;
    }

    getValue(name) {
      return this.#values[text(name).toLowerCase()];
    }

    setValue(name, value) {
      const key = text(name).toLowerCase();
      if (key === 'body') return this.setBody(value);
      throw key in this.#values
        ? failure(codes.Forbidden, 'The header cannot be set: ' + key)
        : failure(codes.BadRequest, 'There is no such header: ' + key);
    }

    appendValue(name, value) {
      if (text(name).toLowerCase() === 'body') return append(this, value);
      return this.setValue(name, value);
    }
  }

  function append(message, value) {
    const before = message.getBody();
    message.setBody(before === undefined || before === null ? value
      : typeof before === 'string' ? before + (typeof value === 'string' ? value : stringify(value))
      : isArray(before) ? before.concat(isArray(value) ? value : [value])
      : stringify(before) + (typeof value === 'string' ? value : stringify(value)));
  }

  class Request extends Message {
    getOperationType() {
      return environment.operation;
    }
  }

  class Response extends Message {
    appendBody(value) {
      append(this, value);
    }

    getResourceQuotaCurrentUsage() {
      return environment.usage;
    }

    getMaxResourceQuota() {
      return environment.quota;
    }
  }

  const headers = (given) => setPrototypeOf(given === undefined ? {} : given, null);
  const request = new Request(headers(environment.request), environment.requestBody, environment.bodyMax);
  const response = environment.kind === 'Pre'
    ? undefined
    : new Response(headers(environment.response), environment.responseBody, environment.bodyMax);
  const collection = new Collection();

  class Context {
    getCollection() {
      return collection;
    }

    getRequest() {
      return request;
    }

    getResponse() {
      if (response === undefined) throw failure(codes.Forbidden, 'There is no response before the operation.');
      return response;
    }

    abort(error) {
      throw error === undefined ? failure(codes.BadRequest, 'The script was aborted.') : error;
    }
  }
  const context = new Context();
  const shortcut = create(collection);
  shortcut.request = request;
  if (response !== undefined) shortcut.response = response;
  if (environment.kind !== 'Function') {
    define(globalThis, 'getContext', () => context);
    define(globalThis, '__', shortcut);
    define(globalThis, 'ErrorCodes', codes);
  }

  // ---- the console

  function formatted(first, ...rest) {
    if (typeof first !== 'string') return [first, ...rest].map(shown).join(' ');
    let used = 0;
    const line = first.replace(/%[sdifjoO%]/g, (mark) =>
      mark === '%%' ? '%' : used < rest.length ? shown(rest[used++]) : mark);
    return [line, ...rest.slice(used).map(shown)].join(' ');
  }

  function shown(value) {
    return typeof value === 'object' && value !== null && !(value instanceof NativeError) ? stringify(value) : text(value);
  }
  const log = (...given) => {
    host('log', formatted(...given));
  };
  define(globalThis, 'console', { log, info: log, warn: log, error: log, debug: log });

  // ---- how the server runs all this

  function described(error) {
    let message;
    let stack;
    let number;
    try {
      number = error.number;
      stack = error.stack;
      message = error instanceof NativeError ? text(error) : typeof error === 'object' ? stringify(error) : text(error);
    } catch (second) {
      message = 'An error that cannot be described';
    }
    return stringify({
      message: text(message),
      stack: typeof stack === 'string' ? stack : undefined,
      number: typeof number === 'number' ? number : undefined,
    });
  }

  function guarded(task) {
    try {
      task();
    } catch (error) {
      host('fail', described(error));
    }
  }

  return {
    start(main, given) {
      guarded(() => {
        const result = apply(main, undefined, parse(given));
        // An async function fails by what it returns.
        if (result !== null && typeof result === 'object' && typeof result.then === 'function') {
          result.then(undefined, (error) => host('fail', described(error)));
        }
      });
    },
    step() {
      if (next === waiting.length) return false;
      const task = waiting[next];
      waiting[next++] = undefined;
      guarded(task);
      return true;
    },
    body() {
      let json;
      guarded(() => {
        json = stringify((response === undefined ? request : response).getBody());
      });
      return json;
    },
    call(main, ...given) {
      return main(...given);
    },
    parse,
    stringify,
  };
});
