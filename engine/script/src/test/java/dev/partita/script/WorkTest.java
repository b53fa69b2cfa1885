package dev.partita.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Units of work are the same on every machine and in every state of the JIT. */
class WorkTest {

  private static final ScriptLimits LIMITS = ScriptLimits.standard().withTimeMillis(60_000);
  private static final ScriptEngine ENGINE = new ScriptEngine(Clock.system(), LIMITS);

  private final MemoryHost host = new MemoryHost();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  @Test
  void isTheSameColdAndWarm() {
    String code = "let n = 0; for (let i = 0; i < 20000; i++) if (i % 3) n += [i, n].length; n";
    long first;
    try (ScriptEngine cold = new ScriptEngine(Clock.system(), LIMITS)) {
      first = work(cold, code);
    }
    assertThat(first).isGreaterThan(20_000);
    for (int i = 0; i < 30; i++) {
      assertThat(work(ENGINE, code)).isEqualTo(first);
    }
  }

  @Test
  void growsWithEveryKindOfLoop() {
    for (String loop :
        new String[] {
          "for (let i = 0; i < N; i++);",
          "let i = 0; while (i++ < N);",
          "let i = 0; do {} while (i++ < N);",
          "let i = 0; for (;;) if (i++ > N) break;",
          "for (const x of new Array(N));",
          "for (const x in new Array(N).fill(0));",
          "let i = 0; (function again() { if (i++ < N) Promise.resolve().then(again); })();",
          "new Array(N).fill(0).forEach(() => 1);",
          "[...(function* () { for (let i = 0; i < N; i++) yield i; })()];",
          "JSON.parse('[' + '1,'.repeat(N) + '1]', (key, value) => value);",
        }) {
      assertThat(work(ENGINE, "const N = 50000; " + loop)).as(loop).isGreaterThan(50_000);
    }
    assertThat(work(ENGINE, "(function f(n) { return n === 0 ? 0 : f(n - 1); })(1000)"))
        .isGreaterThan(1000);
  }

  @Test
  void countsBuiltInFunctionsByWhatTheyGoOver() {
    long large =
        work(ENGINE, "const a = new Array(4e6).fill(0); for (let i = 0; i < 9; i++) a.indexOf(1);");
    assertThat(large).isGreaterThan(9 * 4_000_000 / 32);
    assertThat(work(ENGINE, "const t = 'x'.repeat(4e6); t.indexOf('y');")).isGreaterThan(100_000);
    assertThat(work(ENGINE, "const a = new Array(1e5).fill(0); JSON.stringify(a);"))
        .isGreaterThan(1000);
    assertThat(
            work(
                ENGINE,
                "const a = new Array(1e5).fill(0); for (let i = 0; i < 1000; i++) a.push(i);"))
        .as("what takes no time")
        .isLessThan(40_000);
  }

  @Test
  void countsLongStatementsByTheirLength() {
    long plain = work(ENGINE, "let x = 0; for (let i = 0; i < 1000; i++) x = (x + 1);");
    long longer =
        work(
            ENGINE,
            "let x = 0; for (let i = 0; i < 1000; i++) x = (" + "x + 1, ".repeat(1000) + "1);");
    assertThat(longer).isGreaterThan(20 * plain);
  }

  @Test
  void isToldOfScriptsThatFail() {
    assertThatThrownBy(() -> work(ENGINE, "for (let i = 0; i < 5000; i++); null.x;"))
        .hasMessageContaining("exception");
    assertThat(host.work).isGreaterThan(5000);
  }

  @Test
  void costsNextToNothingToDoNothing() {
    assertThat(work(ENGINE, "")).isLessThan(100);
  }

  private long work(ScriptEngine engine, String code) {
    host.work = -1;
    ProcedureResult _ =
        engine.procedure(
            engine.compile("work", "function () { " + code + "\n}"), JsonArray.EMPTY, host, false);
    return host.work;
  }
}
