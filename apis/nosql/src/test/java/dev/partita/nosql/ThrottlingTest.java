package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrottlingTest {

  @Test
  void refusesWhatExceedsTheThroughputAndSaysWhyAndHowLong() {
    try (Api api = Api.with(options -> options.withThrottling(true))) {
      api.newContainer("c");
      Answer refused = exhaust(api);
      refused.is(429, 3200).says("request units").says("key [\"hot\"]");
      assertThat(refused.string("code")).isEqualTo("429");
      long wait = Long.parseLong(refused.require("x-ms-retry-after-ms"));
      assertThat(wait).isPositive();
      api.query(Api.DOCS, "SELECT * FROM c").is(429, 3200);
      api.get(Api.DOCS, "a-im", "Incremental Feed").is(429, 3200);
      Answer batch =
          api.post(
              Api.DOCS,
              "[{'operationType':'Read','id':'i'}]",
              Api.key("['hot']", "x-ms-cosmos-is-batch-request", "true"));
      assertThat(batch.is(207).text()).contains("429", "retryAfterMilliseconds");
      api.clock.advanceMillis(wait);
      api.get(Api.DOCS + "/none", Api.key("['hot']")).is(404);
    }
  }

  @Test
  void refusesNothingWhereItIsOff() {
    try (Api api = Api.withContainer()) {
      assertThat(exhaust(api).status()).isIn(201, 409);
    }
  }

  /** Writes until a write is refused or far more has been written than the throughput is. */
  private static Answer exhaust(Api api) {
    Answer last = api.post(Api.DOCS, "{'id':'0','pk':'hot'}").is(201);
    for (int i = 1; i < 300 && last.status() != 429; i++) {
      last = api.post(Api.DOCS, "{'id':'%d','pk':'hot'}".formatted(i));
    }
    return last;
  }
}
