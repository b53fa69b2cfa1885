package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.storage.Hint;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ScriptStartTest {

  private static final String C = "/dbs/db/colls/c";
  private static final String SCRIPT = "{'id':'%s','body':'function () { return 1; }'}";

  @TempDir private Path folder;

  private ScriptStart begin() {
    return ScriptStart.begin(Hint.ofScripts(folder), Clock.system());
  }

  private boolean isHinted() {
    return Hint.ofScripts(folder).isGiven();
  }

  @Test
  void startsTheLanguageBeforeThereIsData() {
    Hint.ofScripts(folder).give(true);
    try (ScriptStart start = begin()) {
      assertThat(start.engine().isWarm()).isTrue();
    }
  }

  @Test
  void startsNothingForAServerWithoutScripts() {
    try (Api api = Api.withScripts(begin())) {
      api.newContainer("c");
      assertThat(api.handler.scripts().engine().isWarm()).isFalse();
    }
    assertThat(isHinted()).isFalse();
  }

  @Test
  void remembersThatThereAreScriptsForAsLongAsThereAre() {
    try (Api api = Api.withScripts(begin())) {
      api.newContainer("c");
      api.post(C + "/sprocs", SCRIPT.formatted("p")).is(201);
      assertThat(isHinted()).isTrue();
      api.post(C + "/udfs", SCRIPT.formatted("f"), "x-ms-documentdb-is-upsert", "true").is(201);
      api.delete(C + "/sprocs/p").is(204);
      assertThat(isHinted()).isTrue();
      api.delete(C + "/udfs/f").is(204);
      assertThat(isHinted()).isFalse();
    }
  }

  @Test
  void believesTheDataRatherThanTheHint() {
    Hint.ofScripts(folder).give(true);
    try (Api api = Api.withScripts(begin())) {
      assertThat(api.get("/").status()).isEqualTo(200);
      while (isHinted()) {
        Thread.onSpinWait();
      }
    }
  }

  /** Whoever opens the folder next finds the hint as the last one left it. */
  @Test
  void hasPutTheHintRightWhenItIsClosed() {
    for (int round = 0; round < 50; round++) {
      Hint.ofScripts(folder).give(true);
      Api.withScripts(begin()).close();
      assertThat(isHinted()).isFalse();
    }
  }
}
