package dev.partita.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attempts of scripts to escape, to stay, or to exhaust the machine. All run in one engine, and
 * after each an ordinary script must work.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class SandboxTest {

  private static final ScriptLimits LIMITS =
      ScriptLimits.standard().withTimeMillis(300).withKeptBytes(64 << 20);
  private static final ScriptEngine ENGINE = new ScriptEngine(Clock.system(), LIMITS);
  private static final ScriptEngine SPARING =
      new ScriptEngine(Clock.system(), LIMITS.withTimeMillis(15_000));
  private static final ScriptEngine PATIENT =
      new ScriptEngine(Clock.system(), ScriptLimits.standard().withTimeMillis(15_000));

  private final MemoryHost host = new MemoryHost();

  /** Loads classes, so that the short limits apply to the attempts only. */
  @BeforeAll
  static void warmUp() {
    PATIENT.warmUp();
    ENGINE.warmUp();
  }

  @AfterAll
  static void close() {
    ENGINE.close();
    SPARING.close();
    PATIENT.close();
  }

  /** Names that would give access to the host. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Java",
        "Packages",
        "java",
        "javax",
        "com",
        "org",
        "Polyglot",
        "Graal",
        "load",
        "loadWithNewGlobal",
        "print",
        "printErr",
        "require",
        "process",
        "global",
        "module",
        "exports",
        "fetch",
        "XMLHttpRequest",
        "WebSocket",
        "Worker",
        "WebAssembly",
        "SharedArrayBuffer",
        "Atomics",
        "setTimeout",
        "setInterval",
        "quit",
        "exit",
        "readFully",
        "readline",
        "JavaImporter",
        "Debug",
        "Realm",
        "ShadowRealm",
        "Proxy",
        "WeakRef",
        "FinalizationRegistry",
        "BigInt",
        "Intl",
        "crypto",
        "performance",
        "arguments"
      })
  void hasNoWayOut(String name) {
    assertThat(
            PATIENT
                .procedure(
                    script(PATIENT, "typeof globalThis[" + quoted(name) + "]"),
                    JsonArray.EMPTY,
                    host,
                    false)
                .body())
        .isEqualTo(JsonReader.DEFAULT.read("\"undefined\""));
  }

  /** Expressions that must fail, and quickly. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "eval('1')",
        "new Function('return 1')()",
        "(function () {}).constructor('return 1')()",
        "(async function () {}).constructor('return 1')()",
        "(function* () {}).constructor('yield 1')()",
        "[].map.constructor('return globalThis')()",
        "getContext.constructor('return this')()",
        "getContext.getClass()",
        "getContext().getClass().forName('x')",
        "console.log.getClass()",
        "new Error().getStackTrace()",
        "__.spatial.distance.constructor('return 1')()",
        "'x'.repeat(1e9)",
        "'x'.padEnd(1e9)",
        "new Array(4e9).join('x')",
        "new Uint8Array(4e9)",
        "new ArrayBuffer(4e9)",
        "new Array(-1)",
        "Math.max.apply(null, {length: 9e6})",
        "Math.max.apply(null, new Array(9e6))",
        "Function.prototype.bind.apply(Math.max, new Array(1e7))",
        "Array.from({length: 1e9})",
        "new Array(4294967290).indexOf(3)",
        "new Array(4294967290).concat([1])",
        "[].concat(new Array(4294967290), new Array(4294967290))",
        "[[new Array(4294967290)]].flat(9)",
        "Array.prototype.every.call({length: 2 ** 53 - 1}, x => x)",
        "Array.prototype.forEach.call({length: 2 ** 53 - 1}, x => x)",
        "Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)",
        "Array.prototype.sort.call({length: 2 ** 53 - 1})",
        "Array.prototype.shift.call({length: 2 ** 53 - 1})",
        "Array.prototype.splice.call({length: 2 ** 53 - 1}, 1, 1)",
        "Array.prototype.reverse.call({length: 2 ** 53 - 1})",
        "Array.prototype.fill.call({length: 2 ** 53 - 1}, 1)",
        "Array.prototype.indexOf.call({get length() { return 2 ** 53 - 1; }}, 1)",
        "Array.prototype.indexOf.call({n: 0, get length() { return this.n++ ? 2 ** 53 - 1 : 1; }},"
            + " 1)",
        "Array.prototype.indexOf.call({length: {valueOf() { return 2 ** 53 - 1; }}}, 1)",
        "Array.prototype.indexOf.call(Object.create({length: 2 ** 53 - 1}), 1)",
        "Array.prototype.indexOf.call(Object.create(new Uint8Array(3)), 1)",
        "(() => { function f() {} Object.defineProperty(f, 'length', {value: 2 ** 53 - 1}); return"
            + " [].indexOf.call(f, 1); })()",
        "Array.from({length: 1, get [Symbol.iterator]() { this.length = 2 ** 53 - 1; return"
            + " undefined; }})",
        "JSON.stringify({}, new Array(4294967290))",
        "JSON.stringify(new Array(4294967290))",
        "JSON.parse('['.repeat(1e6))",
        "String.raw({raw: {length: 2 ** 53 - 1}})",
        "RegExp.prototype[Symbol.replace].call({exec() { return {length: 2 ** 53 - 1}; }, flags:"
            + " ''}, 'x', 'y')",
        "(() => { const r = /x/; Object.defineProperty(r, 'exec', {value: () => ({length: 2 ** 53 -"
            + " 1, index: 0})}); return 'x'.replace(r, 'y'); })()",
        "RegExp.prototype.exec = () => ({length: 2 ** 53 - 1}), 'x'.replace(/x/, 'y').length.x.y",
        "(() => { class R extends RegExp { exec() { return {length: 2 ** 53 - 1, index: 0}; } }"
            + " return 'x'.split(new R('x')); })()",
        "(function f() { return f() + 1; })()",
        "(() => { let r = []; for (let i = 0; i < 1e6; i++) r = [r]; return r.toString(); })()",
        "(() => { let o = {}; for (let i = 0; i < 1e5; i++) o = {o}; return JSON.stringify(o);"
            + " })()",
        "(() => { let f = () => 1; for (let i = 0; i < 2e4; i++) { const g = f; f = () => g(); }"
            + " return f(); })()",
        "(() => { const o = {get a() { return this.a; }}; return o.a; })()",
        "JSON.stringify({toJSON() { return {toJSON() { throw new Error('deep'); }}.toJSON(); }})",
        "(() => { const a = []; a[0] = a; return JSON.stringify(a); })()",
        "('a'.repeat(2e6)).indexOf('a'.repeat(1e6) + 'b')",
        "('a'.repeat(2e6)).lastIndexOf('a'.repeat(1e6) + 'b')",
        "('a'.repeat(2e6)).includes('a'.repeat(1e6) + 'b')",
        "('a'.repeat(2e6)).split('a'.repeat(1e6) + 'b')",
        "('a'.repeat(2e6)).replace('a'.repeat(1e6) + 'b', 'x')",
        "('a'.repeat(2e6)).replaceAll('a'.repeat(1e6) + 'b', 'x')",
        "'a'.repeat(2e6).indexOf({toString: () => 'a'.repeat(1e6) + 'b'})",
        "'a'.repeat(2e6).split({n: 0, get [Symbol.split]() { return this.n++ ? undefined : x =>"
            + " null.f; }, toString: () => 'a'.repeat(1e6) + 'b'})",
        "('a' + '\u0323\u0301'.repeat(1e5)).normalize('NFC')",
        "('a' + '\u0323\u0301'.repeat(1e5)).localeCompare('b')",
        "'b'.localeCompare('a' + '\u0323\u0301'.repeat(1e5))",
        "(() => { const a = []; a[4294967294] = 1; Object.defineProperty(a, 3, {value: 1});"
            + " a.length = 0; })()",
        "(() => { const a = []; a[4294967294] = 1; Reflect.defineProperty(a, '3', {value: 1});"
            + " a.length = 0; })()",
        "(() => { const a = []; a[4294967294] = 1; Object.defineProperties(a, {3: {value: 1}});"
            + " a.length = 0; })()",
        "(() => { const a = []; a[4294967294] = 1; Object.defineProperty(a, {toString: () => '3'},"
            + " {n: 0, get configurable() { return this.n++ > 0; }}); a.length = 0; })()",
        "(() => { 'use strict'; const a = []; Object.defineProperty(a, 3, {get: () => 1,"
            + " configurable: true}); Object.seal(a); a.length = 4294967295; a.length = 0; })()",
        "new RegExp('(')",
        "import('x')",
        "null.f"
      })
  void refuses(String expression) {
    assertThat(failure(PATIENT, expression).code()).isNotEqualTo(ErrorCode.TIMEOUT);
  }

  /** Code that would run or grow without end, and must be cancelled. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(() => { for (;;); })()",
        "(() => { while (true) { try { for (;;); } catch (e) { } finally { } } })()",
        "(() => { for (;;) { try { throw 1; } catch (e) { } } })()",
        "(() => { const a = []; for (;;) a.push({}); })()",
        "(() => { const a = []; for (;;) a.push('x'.repeat(1e6) + a.length); })()",
        "(() => { let s = ['x']; for (;;) s = s.concat(s); })()",
        "(() => { const m = new Map(); for (let i = 0; ; i++) m.set(i, i); })()",
        "(() => { const o = {}; for (let i = 0; ; i++) o['k' + i] = i; })()",
        "(() => { const a = []; for (;;) a.push(new Uint8Array(4e6)); })()",
        "new Array(4e6).fill(0).map(() => new Array(100).fill(1))",
        "[...(function* () { for (;;) yield {}; })()]",
        "[...{[Symbol.iterator]() { return {next() { return {done: false, value: 1}; }}; }}]",
        "/(.*)*\\1x/.test('a'.repeat(50000))",
        "/^(?:(a+)+)\\1$/.test('a'.repeat(40000) + 'b')",
        "new RegExp('('.repeat(20000) + ')'.repeat(20000)).test('x') || (() => { for (;;); })()",
        "Array(1e6).fill(1).sort(() => { for (;;); })",
        "JSON.stringify({get a() { for (;;); }})",
        "JSON.stringify({toJSON() { for (;;); }})",
        "JSON.parse('[1]', () => { for (;;); })",
        "({[Symbol.toPrimitive]() { for (;;); }}) + ''",
        "'x'.replace(/x/, () => { for (;;); })",
        "(async () => { Object.prototype.then = function () { for (;;); }; await {}; })()",
        "(() => { Array.prototype[Symbol.iterator] = function* () { for (;;); }; const [a] = [1];"
            + " return a; })()",
        "(function f() { Promise.resolve().then(f); })()",
        "(async function f() { for (;;) await 1; })()",
        "(() => { (function again() { __.readDocuments(__.getSelfLink(), again) || again(); })();"
            + " })()",
        "(() => { throw {get stack() { for (;;); }}; })()",
        "(() => { throw {toJSON() { for (;;); }}; })()",
        "({toJSON() { for (;;); }})",
        "'a'.repeat(4e6).split('').map(x => x.repeat(1000).split(''))",
        "(() => { for (;;) Object.getOwnPropertyDescriptors(new Uint8Array(4e6)); })()",
        "(() => { for (let i = 0; ; i++) Symbol.for('k' + i); })()",
        "(() => { const t = new Uint8Array(4e6); for (;;) t.fill(1); })()",
        "(() => { const s = 'x'.repeat(5e6); for (;;) s.indexOf('y'); })()",
        "(() => { const s = 'a'.repeat(4e6), n = 'a'.repeat(50) + 'b'; for (;;) s.indexOf(n); })()",
        "(() => { const a = new Array(4194304); for (;;) a.indexOf(1); })()",
        "(() => { const a = {length: 4194304}; for (;;) [].indexOf.call(a, 2); })()",
        "(() => { let o = {}; for (let i = 0; i < 40; i++) o = {a: o, b: o}; JSON.stringify(o);"
            + " })()",
        "(() => { let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; String(a); })()",
        "(() => { let a = []; for (let i = 0; i < 40; i++) a = [a, a]; a.flat(Infinity); })()",
        "(() => { let e; for (;;) e = new Error('x', {cause: e}); })()",
        "Array.from(new Array(4294967290))",
        "[...Array.prototype.keys.call({length: 2 ** 53 - 1})]",
        "new Set(Array.prototype.values.call({length: 2 ** 53 - 1}))",
        "Object.fromEntries(Array.prototype.entries.call({length: 2 ** 53 - 1}))",
        "Promise.all(Array.prototype.values.call({length: 2 ** 53 - 1}))",
        "Uint8Array.from(Array.prototype.values.call({length: 2 ** 53 - 1}))",
        "(() => { const a = []; a.length = 4294967295; for (const x of a); })()",
        "(() => { const a = []; a.length = 4294967295; const [...b] = a; })()",
        "(() => { for (let i = 0; ; i++) new RegExp('a{' + i + '}b').test('x'); })()",
        "/(.)*\\1(.)*\\2(.)*\\3x/.test('ab'.repeat(2e4))"
      })
  void ends(String expression) {
    long start = Clock.system().nanos();
    failure(ENGINE, expression);
    assertThat(TimeUnit.NANOSECONDS.toSeconds(Clock.system().nanos() - start)).isLessThan(15);
  }

  @Test
  void countsStatementsIfAsked() {
    try (ScriptEngine counting =
        new ScriptEngine(Clock.system(), ScriptLimits.standard().withStatements(100_000))) {
      assertThatThrownBy(
              () ->
                  counting.procedure(
                      script(counting, "(() => { for (;;) 1; })()"), JsonArray.EMPTY, host, false))
          .hasMessageContaining("statements");
      assertThat(counting.procedure(script(counting, "1 + 1"), JsonArray.EMPTY, host, false).body())
          .isEqualTo(JsonReader.DEFAULT.read("2"));
    }
  }

  /** The registry of symbols belongs to the engine, and would outlive every script. */
  @Test
  void keepsNoSymbols() {
    Script register = PATIENT.compile("register", "function (x) { Symbol.for(x); }");
    Script look =
        PATIENT.compile(
            "look",
            "function (x) { const s = Symbol.for(x); __.response.setBody([Symbol.for(x) === s,"
                + " Symbol.keyFor(s), Symbol.keyFor(Symbol(x)) === undefined]); }");
    JsonArray name = (JsonArray) JsonReader.DEFAULT.read("[\"a\"]");
    PATIENT.procedure(register, name, host, false);
    assertThat(PATIENT.procedure(look, name, host, false).body().toString())
        .isEqualTo("[true,\"a\",true]");
  }

  /** Sources that are hard to parse; they may be refused, but must not take long. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "(a= ~ )=>0",
        "({a= ~ })=>0",
        "async(a= ~ )=>0",
        "( ~ )",
        "[ ~ ]",
        "`${ ~ }`",
        "! ~ ;",
        "x( ~ )",
        "x?1: ~ ;",
        "class{[ ~ ](){}}"
      })
  void readsDeepNestingQuickly(String open, String close) {
    for (int depth : new int[] {25, 2_000, 100_000}) {
      String body =
          "x => " + open.repeat(depth) + "0" + (close.equals(";") ? "" : close.repeat(depth));
      try {
        assertThat(PATIENT.compile("deep", body).name()).isEqualTo("deep");
      } catch (DatabaseException e) {
        assertThat(e.code().status()).isEqualTo(400);
      }
    }
  }

  @Test
  void keepsNothingForTheNext() {
    Script poison =
        ENGINE.compile(
            "poison",
            """
            function () {
              globalThis.left = 1;
              Object.prototype.left = 1;
              JSON.parse = JSON.stringify = Array.prototype.push = () => 'poisoned';
              Array.isArray = Reflect.apply = () => true;
              Error.prototype.toString = () => 'poisoned';
              getContext = undefined;
              __.response.setBody = undefined;
            }
            """);
    assertThat(ENGINE.procedure(poison, JsonArray.EMPTY, host, false).body().isUndefined())
        .isTrue();
    Script look =
        ENGINE.compile(
            "look",
            "function () { __.response.setBody([typeof left, typeof getContext,"
                + " JSON.stringify([1]), String(new Error('e'))]); }");
    assertThat(ENGINE.procedure(look, JsonArray.EMPTY, host, false).body())
        .isEqualTo(JsonReader.DEFAULT.read("[\"undefined\",\"function\",\"[1]\",\"Error: e\"]"));
  }

  @Test
  void functionsCannotHoardMemory() {
    Script hoard =
        SPARING.compile(
            "hoard",
            "function () { (globalThis.kept ||= []).push(new Uint8Array(100000)); return"
                + " kept.length; }");
    int[] longest = {0};
    SPARING.callingFunctions(
        _ -> hoard,
        calls -> {
          for (int i = 0; i < 2000; i++) {
            longest[0] =
                Math.max(longest[0], Integer.parseInt(calls.call("hoard", List.of()).toString()));
          }
          return longest;
        });
    assertThat(longest[0]).isLessThan(1000);
  }

  @Test
  void endsFunctionsAndGoesOn() {
    Script endless = ENGINE.compile("endless", "function () { for (;;); }");
    Script fine = ENGINE.compile("fine", "function () { return 1; }");
    assertThatThrownBy(
            () -> ENGINE.callingFunctions(_ -> endless, calls -> calls.call("endless", List.of())))
        .hasMessageContaining("longer");
    JsonValue one = ENGINE.callingFunctions(_ -> fine, calls -> calls.call("fine", List.of()));
    assertThat(one).isEqualTo(JsonReader.DEFAULT.read("1"));
  }

  private DatabaseException failure(ScriptEngine engine, String expression) {
    DatabaseException failure =
        catchThrowableOfType(
            DatabaseException.class,
            () -> engine.procedure(script(engine, expression), JsonArray.EMPTY, host, false));
    assertThat(failure).as("the failure").isNotNull();
    assertThat(failure.code().status()).as(failure.getMessage()).isBetween(400, 413);
    assertThat(
            PATIENT
                .procedure(
                    script(PATIENT, "[1, 2].concat(3).map(x => x * 2)"),
                    JsonArray.EMPTY,
                    host,
                    false)
                .body())
        .isEqualTo(JsonReader.DEFAULT.read("[2,4,6]"));
    return failure;
  }

  private static Script script(ScriptEngine engine, String expression) {
    return engine.compile(
        "attempt", "function () { getContext().getResponse().setBody(" + expression + "); }");
  }

  private static String quoted(String text) {
    return "'" + text + "'";
  }
}
