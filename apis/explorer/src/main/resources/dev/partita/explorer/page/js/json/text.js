/**
 * JSON as text. Keeps every digit of numbers and the order of properties, which JSON.parse does
 * not; so the text that was typed is saved unchanged.
 */

/** Syntax error in a text, with its position. */
export class JsonProblem extends Error {
  constructor(text, offset, message) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    super(`${message} (line ${line}, column ${column})`);
    this.name = 'JsonProblem';
    this.offset = offset;
    this.line = line;
  }
}

const DEEPEST = 600;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const QUOTE = 34;
const BACKSLASH = 92;

class Scanner {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail(message, offset = this.at) {
    throw new JsonProblem(this.text, offset, message);
  }

  blank() {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === 32 || code === 10 || code === 13 || code === 9) {
      this.at += 1;
      code = text.charCodeAt(this.at);
    }
  }

  peek() {
    this.blank();
    return this.text[this.at];
  }

  take(letter, message) {
    if (this.peek() !== letter) {
      this.fail(this.at >= this.text.length ? 'The text ends too early' : message);
    }
    this.at += 1;
  }

  string() {
    const { text } = this;
    const begin = this.at;
    if (text.charCodeAt(begin) !== QUOTE) {
      this.fail(begin >= text.length ? 'The text ends too early' : 'A name in quotes is expected here');
    }
    for (let i = begin + 1; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) {
        this.at = i + 1;
        return text.slice(begin, this.at);
      }
      if (code === BACKSLASH) {
        i += this.escape(i);
      } else if (code < 32) {
        this.fail('A string may not have line ends or control characters in it; write \\n', i);
      }
    }
    return this.fail('This string has no closing quote', begin);
  }

  /** Checks an escape sequence and returns its length. */
  escape(at) {
    const kind = this.text[at + 1];
    if (kind === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(this.text.slice(at + 2, at + 6))) {
        this.fail('\\u takes four hexadecimal digits', at);
      }
      return 5;
    }
    if (kind === undefined || !'"\\/bfnrt'.includes(kind)) {
      this.fail('There is no such escape', at);
    }
    return 1;
  }

  scalar() {
    for (const pattern of [NUMBER, WORD]) {
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.text);
      if (match) {
        this.at = pattern.lastIndex;
        return match[0];
      }
    }
    return this.fail(this.at >= this.text.length ? 'The text ends too early' : 'This is not the beginning of a value');
  }

  /** Scans one value; `out` receives its tokens with their depth. */
  value(out, depth) {
    if (depth > DEEPEST) {
      this.fail('The value is nested too deeply');
    }
    const letter = this.peek();
    if (letter === '{') {
      this.members('{', '}', out, depth, () => {
        this.blank();
        out(`${this.string()}: `);
        this.take(':', 'A colon is expected here');
        this.value(out, depth + 1);
      });
    } else if (letter === '[') {
      this.members('[', ']', out, depth, () => this.value(out, depth + 1));
    } else {
      out(letter === '"' ? this.string() : this.scalar());
    }
  }

  members(open, close, out, depth, member) {
    this.at += 1;
    if (this.peek() === close) {
      this.at += 1;
      out(open + close);
      return;
    }
    out(open);
    for (;;) {
      out(null, depth + 1);
      member();
      if (this.peek() !== ',') {
        break;
      }
      this.at += 1;
      out(',');
    }
    this.take(close, `A comma or ${close} is expected here`);
    out(null, depth);
    out(close);
  }

  end() {
    if (this.peek() !== undefined) {
      this.fail('There is more after the end of the value');
    }
  }
}

const NOTHING = () => {};

/** Formats the text with line breaks and indentation, values unchanged. */
export function formatted(text) {
  const pieces = [];
  const scanner = new Scanner(text);
  scanner.value((piece, depth) => pieces.push(piece ?? `\n${'  '.repeat(depth)}`), 0);
  scanner.end();
  return pieces.join('');
}

/** The syntax error of the text, or null. */
export function problemIn(text) {
  try {
    const scanner = new Scanner(text);
    scanner.value(NOTHING, 0);
    scanner.end();
    return null;
  } catch (problem) {
    if (problem instanceof JsonProblem) {
      return problem;
    }
    throw problem;
  }
}

/** Texts of the elements of an array, or of an array in the property of that name. */
export function elements(text, property) {
  const scanner = new Scanner(text);
  if (property !== undefined && !enter(scanner, property)) {
    return [];
  }
  if (scanner.peek() !== '[') {
    scanner.fail('An array is expected here');
  }
  const found = [];
  scanner.members('[', ']', NOTHING, 0, () => {
    scanner.blank();
    const begin = scanner.at;
    scanner.value(NOTHING, 1);
    found.push(text.slice(begin, scanner.at));
  });
  return found;
}

/** Text of a property's value; null if the object has no such property. */
export function propertyOf(text, property) {
  const scanner = new Scanner(text);
  if (!enter(scanner, property)) {
    return null;
  }
  scanner.blank();
  const begin = scanner.at;
  scanner.value(NOTHING, 1);
  return text.slice(begin, scanner.at);
}

/** Moves to the value of a property of the outermost object. */
function enter(scanner, property) {
  scanner.take('{', 'An object is expected here');
  while (scanner.peek() === '"') {
    const name = scanner.string();
    scanner.take(':', 'A colon is expected here');
    if (JSON.parse(name) === property) {
      return true;
    }
    scanner.value(NOTHING, 1);
    if (scanner.peek() === ',') {
      scanner.at += 1;
    }
  }
  return false;
}

/** Text without the top-level properties that the server adds, for editing. */
export function withoutProperties(text, names) {
  const scanner = new Scanner(text);
  scanner.take('{', 'An object is expected here');
  const kept = [];
  while (scanner.peek() === '"') {
    const begin = scanner.at;
    const name = scanner.string();
    scanner.take(':', 'A colon is expected here');
    scanner.value(NOTHING, 1);
    if (!names.includes(JSON.parse(name))) {
      kept.push(text.slice(begin, scanner.at));
    }
    if (scanner.peek() === ',') {
      scanner.at += 1;
    }
  }
  return `{${kept.join(',')}}`;
}
