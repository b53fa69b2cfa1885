package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScriptWarmUpTest {

  private static boolean isWarmAfterAStart(Api api) {
    Scripts scripts = new Scripts(api.engine.catalogue(), api.clock);
    scripts.prepare();
    scripts.close();
    return scripts.engine().isWarm();
  }

  @Test
  void startTheLanguageWhereThereIsAScript() {
    try (Api api = Api.withContainer()) {
      String udf = "{'id':'f','body':'function () { return 1; }'}";
      api.post("/dbs/db/colls/c/udfs", udf).is(201);
      assertThat(isWarmAfterAStart(api)).isTrue();
    }
  }

  @Test
  void startNothingWhereThereIsNone() {
    try (Api api = Api.withContainer()) {
      assertThat(isWarmAfterAStart(api)).isFalse();
      assertThat(api.handler.scripts().engine().isWarm()).isFalse();
    }
  }
}
