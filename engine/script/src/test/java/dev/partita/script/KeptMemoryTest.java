package dev.partita.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The limit is on the memory that a script retains, not on what it allocates, whatever the state of
 * the JIT.
 */
class KeptMemoryTest {

  private static final ScriptLimits LIMITS =
      ScriptLimits.standard().withTimeMillis(120_000).withKeptBytes(16 << 20);
  private static final ScriptEngine ENGINE = new ScriptEngine(Clock.system(), LIMITS);

  private final MemoryHost host = new MemoryHost();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  /** The last rounds allocate many times as much as the first ones. */
  @Test
  void waitingKeepsNothingHoweverWarm() {
    for (int i = 0; i < 40; i++) {
      assertThat(
              run("let n = 0.5; for (const end = Date.now() + 100; Date.now() < end;) n *= 1.01;"))
          .as("run " + i)
          .isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (let i = 0; i < 200; i++) new Array(20000).fill(i).map(x => ({x}));",
        "for (let i = 0; i < 300; i++) 'x'.repeat(1e6) + i;",
        "for (let i = 0; i < 300; i++) new Uint8Array(1 << 20);"
      })
  void whatIsLetGoDoesNotCount(String code) {
    assertThat(run(code)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20));",
        "new Array(4e6).fill(0).map(() => new Array(1000).fill(1));"
      })
  void whatIsKeptDoes(String code) {
    DatabaseException failure = run(code);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(failure).hasMessageContaining("memory");
    assertThat(run("__.response.setBody(1);")).isNull();
  }

  private DatabaseException run(String code) {
    Script script = ENGINE.compile("keep", "function () { " + code + " }");
    return catchThrowableOfType(
        DatabaseException.class, () -> ENGINE.procedure(script, JsonArray.EMPTY, host, false));
  }
}
