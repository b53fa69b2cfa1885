// Built-in functions whose loops run as far as a length says, or longer, and which the engine cannot
// be stopped in. Each looks first at how much there is to do. Runs before the script, in every
// context.
(function () {
  'use strict';
  const LENGTH_MAX = 4194304;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, defineProperty, freeze, create, seal } = Object;
  const { apply, ownKeys } = Reflect;
  const { floor } = Math;

  // A proxy could answer every question about a length differently. There is no syntax for one.
  delete globalThis.Proxy;
  delete globalThis.FinalizationRegistry;
  delete globalThis.WeakRef;

  // The engine keeps registered symbols for as long as it lives, and for all worlds.
  const registered = new Map();
  const { get: registeredOf, set: register } = Map.prototype;
  const { description } = Object.getOwnPropertyDescriptors(Symbol.prototype);
  replace(Symbol, 'for', {
    m(key) {
      const name = `${key}`;
      let symbol = apply(registeredOf, registered, [name]);
      if (symbol === undefined) {
        symbol = Symbol(name);
        apply(register, registered, [name, symbol]);
      }
      return symbol;
    },
  }.m);
  replace(Symbol, 'keyFor', {
    m(symbol) {
      if (typeof symbol !== 'symbol') throw new TypeError('The value is not a symbol');
      const name = apply(description.get, symbol, []);
      return name !== undefined && apply(registeredOf, registered, [name]) === symbol ? name : undefined;
    },
  }.m);

  function tooLong() {
    return new RangeError('Invalid array length');
  }

  // An array's own length is always data. Any other object must have one that says the same
  // whenever it is asked.
  function bounded(list) {
    if (isArray(list)) {
      if (list.length > LENGTH_MAX) throw tooLong();
      return;
    }
    if (list === null || (typeof list !== 'object' && typeof list !== 'function') || isView(list)) return;
    for (let holder = list; holder !== null; holder = getPrototypeOf(holder)) {
      if (isView(holder)) throw new TypeError('The length of the object is not its own');
      const found = getOwnPropertyDescriptor(holder, 'length');
      if (found !== undefined) {
        const kind = typeof found.value;
        if (found.get !== undefined || found.set !== undefined || kind === 'object' || kind === 'function') {
          throw new TypeError('The length of the object is not a number');
        }
        if (kind === 'symbol') throw new TypeError('The length of the object is not a number');
        if (+found.value > LENGTH_MAX) throw tooLong();
        return;
      }
    }
  }

  function replace(holder, name, method) {
    const original = holder[name];
    defineProperty(method, 'length', { value: original.length, configurable: true });
    defineProperty(method, 'name', { value: original.name, configurable: true });
    defineProperty(holder, name, { value: method, writable: true, enumerable: false, configurable: true });
  }

  // Most calls have no more than two arguments, and an array for the rest costs more than the call.
  function guardThis(holder, name) {
    const original = holder[name];
    const call = original.call.bind(original);
    const method = {
      m(a, b) {
        bounded(this);
        switch (arguments.length) {
          case 0:
            return call(this);
          case 1:
            return call(this, a);
          case 2:
            return call(this, a, b);
          default:
            return apply(original, this, arguments);
        }
      },
    }.m;
    replace(holder, name, method);
  }

  for (const name of [
    'at', 'copyWithin', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach',
    'includes', 'indexOf', 'join', 'lastIndexOf', 'map', 'pop', 'push', 'reduce', 'reduceRight', 'reverse', 'shift',
    'slice', 'some', 'sort', 'splice', 'toLocaleString', 'toString', 'unshift',
  ]) {
    if (name in Array.prototype) guardThis(Array.prototype, name);
  }

  function append(target, at, list, depth) {
    const length = list.length;
    if (at + length > LENGTH_MAX) throw tooLong();
    for (let i = 0; i < length; i++) {
      if (i in list) {
        const element = list[i];
        if (depth > 0 && isArray(element)) {
          at = append(target, at, element, depth - 1);
          continue;
        }
        if (depth < 0) target[at] = element;
        else target[at++] = element;
      }
      if (depth < 0) at++;
    }
    return at;
  }

  replace(Array.prototype, 'concat', {
    m(...lists) {
      const joined = [];
      let at = 0;
      lists = [Object(this), ...lists];
      for (let i = 0; i < lists.length; i++) {
        if (isArray(lists[i])) at = append(joined, at, lists[i], -1);
        else joined[at++] = lists[i];
      }
      joined.length = at;
      return joined;
    },
  }.m);
  replace(Array.prototype, 'flat', {
    m(depth = 1) {
      bounded(this);
      if (!isArray(this)) throw new TypeError('Only an array can be made flat');
      const joined = [];
      append(joined, 0, this, floor(+depth) || 0);
      return joined;
    },
  }.m);
  const { map, flat } = Array.prototype;
  replace(Array.prototype, 'flatMap', {
    m(mapper, self) {
      return apply(flat, apply(map, this, [mapper, self]), []);
    },
  }.m);

  replace(Array, 'from', {
    m(items, mapper, self) {
      const list = [];
      const add = (item) => {
        if (list.length === LENGTH_MAX) throw tooLong();
        list[list.length] = mapper === undefined ? item : apply(mapper, self, [item, list.length]);
      };
      const iterate = items[Symbol.iterator];
      if (iterate !== undefined && iterate !== null) {
        for (const item of { [Symbol.iterator]: () => apply(iterate, items, []) }) add(item);
      } else {
        const source = Object(items);
        bounded(source);
        const length = +source.length;
        for (let i = 0; i < length; i++) add(source[i]);
      }
      return list;
    },
  }.m);
  const stringify = JSON.stringify;
  replace(JSON, 'stringify', {
    m(value, replacer, space) {
      bounded(replacer);
      return stringify(value, replacer, space);
    },
  }.m);
  const raw = String.raw;
  replace(String, 'raw', {
    m(strings, ...rest) {
      const parts = Object(strings).raw;
      bounded(parts);
      return raw({ raw: parts }, ...rest);
    },
  }.m);

  // An array with an element that cannot be deleted is made shorter one place at a time, from the
  // end, and an end can be four billion away. So there are no such elements unless the length is
  // fixed as well.
  const define = Reflect.defineProperty;
  function isIndex(key) {
    return typeof key === 'string' && `${key >>> 0}` === key && key !== '4294967295';
  }

  // Read once, since it may answer differently every time.
  function descriptorOf(given) {
    if (given === null || (typeof given !== 'object' && typeof given !== 'function')) {
      throw new TypeError('A property is described by an object');
    }
    const read = create(null);
    for (const name of ['enumerable', 'configurable', 'value', 'writable', 'get', 'set']) {
      if (name in given) read[name] = given[name];
    }
    return read;
  }

  function defineOn(target, key, given) {
    const name = typeof key === 'symbol' ? key : `${key}`;
    if (!isArray(target) || !isIndex(name)) return define(target, name, given);
    const descriptor = descriptorOf(given);
    const found = getOwnPropertyDescriptor(target, name);
    if ('configurable' in descriptor ? !descriptor.configurable : found === undefined) {
      throw new TypeError('An element of an array must be configurable');
    }
    return define(target, name, descriptor);
  }

  function isObject(value) {
    return value !== null && (typeof value === 'object' || typeof value === 'function');
  }

  function defineOrThrow(target, key, given) {
    if (!isObject(target)) throw new TypeError('Properties are defined on objects');
    if (!defineOn(target, key, given)) throw new TypeError('Cannot define the property');
    return target;
  }
  replace(Reflect, 'defineProperty', {
    m(target, key, given) {
      return defineOn(target, key, given);
    },
  }.m);
  replace(Object, 'defineProperty', {
    m(target, key, given) {
      return defineOrThrow(target, key, given);
    },
  }.m);
  const defineProperties = Object.defineProperties;
  replace(Object, 'defineProperties', {
    m(target, given) {
      if (!isArray(target)) return defineProperties(target, given);
      const list = Object(given);
      const keys = ownKeys(list);
      for (let i = 0; i < keys.length; i++) {
        const found = getOwnPropertyDescriptor(list, keys[i]);
        if (found !== undefined && found.enumerable) defineOrThrow(target, keys[i], list[keys[i]]);
      }
      return target;
    },
  }.m);
  replace(Object, 'getOwnPropertyDescriptors', {
    m(target) {
      const object = Object(target);
      const found = {};
      const keys = ownKeys(object);
      for (let i = 0; i < keys.length; i++) {
        const value = getOwnPropertyDescriptor(object, keys[i]);
        if (value !== undefined) define(found, keys[i], { value, writable: true, enumerable: true, configurable: true });
      }
      return found;
    },
  }.m);
  replace(Object, 'seal', {
    m(target) {
      seal(target);
      if (isArray(target)) define(target, 'length', { writable: false });
      return target;
    },
  }.m);

  // A search compares the whole of what it seeks at every place, in the worst case.
  const WORK_MAX = 2 ** 28;
  function searchable(text, sought) {
    if (text.length * sought.length > WORK_MAX) throw new RangeError('The text to search for is too long');
  }

  function textOf(value) {
    if (value === undefined || value === null) throw new TypeError('The text is null or undefined');
    return `${value}`;
  }
  for (const name of ['indexOf', 'lastIndexOf', 'includes']) {
    const original = String.prototype[name];
    const call = original.call.bind(original);
    replace(String.prototype, name, {
      m(sought, position) {
        const text = typeof this === 'string' ? this : textOf(this);
        if (name === 'includes' && isObject(sought) && sought[Symbol.match]) {
          throw new TypeError('The text to search for is a regular expression');
        }
        const wanted = typeof sought === 'string' ? sought : `${sought}`;
        searchable(text, wanted);
        return arguments.length < 2 ? call(text, wanted) : call(text, wanted, position);
      },
    }.m);
  }
  for (const [name, symbol] of [['split', Symbol.split], ['replace', Symbol.replace], ['replaceAll', Symbol.replace]]) {
    const original = String.prototype[name];
    replace(String.prototype, name, {
      m(sought, other) {
        if (this === undefined || this === null) throw new TypeError('The text is null or undefined');
        if (isObject(sought)) {
          if (name === 'replaceAll' && sought[Symbol.match] && !textOf(sought.flags).includes('g')) {
            throw new TypeError('The regular expression must be global');
          }
          const method = sought[symbol];
          if (method !== undefined && method !== null) return apply(method, sought, [this, other]);
        }
        const text = `${this}`;
        if (name === 'split' && sought === undefined) return apply(original, text, [undefined, other]);
        const wanted = `${sought}`;
        searchable(text, wanted);
        return apply(original, text, [wanted, other]);
      },
    }.m);
  }

  // Marks that stand on one letter are put in order by moving each past the others.
  const MARKS_MAX = 1024;
  const { exec } = RegExp.prototype;
  function orderly(text) {
    if (text.length <= MARKS_MAX) return text;
    const marks = /\p{M}+/gu;
    for (let run = apply(exec, marks, [text]); run !== null; run = apply(exec, marks, [text])) {
      if (run[0].length > MARKS_MAX) throw new RangeError('A letter has too many marks');
    }
    return text;
  }
  const { normalize, localeCompare } = String.prototype;
  replace(String.prototype, 'normalize', {
    m(form) {
      return apply(normalize, orderly(textOf(this)), [form]);
    },
  }.m);
  replace(String.prototype, 'localeCompare', {
    m(other) {
      return apply(localeCompare, orderly(textOf(this)), [orderly(`${other}`)]);
    },
  }.m);

  // What a regular expression finds is as long as it says, and only its own method is to say so.
  const plain = RegExp.prototype;
  function ordinary(pattern) {
    if (pattern === null || typeof pattern !== 'object' || getPrototypeOf(pattern) !== plain) {
      throw new TypeError('The object is not a regular expression');
    }
    if (getOwnPropertyNames(pattern).length !== 1) {
      throw new TypeError('A regular expression has properties of its own');
    }
  }
  for (const name of [Symbol.replace, Symbol.split, Symbol.match, Symbol.matchAll]) {
    const original = plain[name];
    replace(plain, name, {
      m(text, value) {
        ordinary(this);
        return arguments.length < 2 ? apply(original, this, [text]) : apply(original, this, [text, value]);
      },
    }.m);
  }
  freeze(plain);
  freeze(RegExp);
})();
