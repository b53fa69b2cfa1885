// Built-in functions whose loops run as far as a length says, and which the engine cannot be
// stopped in. Each looks at the length first. Runs before the script, in every context.
(function () {
  'use strict';
  const LENGTH_MAX = 4194304;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, defineProperty, freeze } = Object;
  const { apply } = Reflect;
  const { floor } = Math;

  // A proxy could answer every question about a length differently. There is no syntax for one.
  delete globalThis.Proxy;
  delete globalThis.FinalizationRegistry;
  delete globalThis.WeakRef;

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
