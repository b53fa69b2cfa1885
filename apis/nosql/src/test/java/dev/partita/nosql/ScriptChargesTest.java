package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Computing is paid for, at a price that depends on the script alone. */
class ScriptChargesTest {

  private static final String C = "/dbs/db/colls/c";
  private static final String[] KEY = Api.key("['a']");

  private Api api;

  @BeforeEach
  void open() {
    api = Api.with(options -> options.withThrottling(true));
    api.newContainer("c");
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void aProcedureCostsAtLeastOneUnit() {
    api.register("sprocs", "p", "function () { __.response.setBody(1); }", "");
    assertThat(charge(call("p", 200))).isEqualTo(1);
  }

  @Test
  void computingCostsTheSameEveryTime() {
    api.register(
        "sprocs", "p", "function () { for (let i = 0, n = 0; i < 300000; i++) n += i; }", "");
    double first = charge(call("p", 200));
    assertThat(first).isBetween(15.0, 100.0);
    for (int i = 0; i < 5; i++) {
      assertThat(charge(call("p", 200))).isEqualTo(first);
    }
  }

  @Test
  void whatFailsIsPaidFor() {
    api.createItem("{'id':'x','pk':'a'}");
    api.register(
        "sprocs",
        "p",
        """
        function () {
          for (let i = 0; i < 300000; i++);
          __.readDocument(__.getAltLink() + '/docs/x', () => { throw new Error('no'); });
        }
        """,
        "");
    Answer answer = call("p", 400);
    assertThat(charge(answer)).isBetween(15.0, 100.0);
  }

  @Test
  void whatRunsOutOfTimePaysForAllOfIt() {
    api.register("sprocs", "p", "function () { for (;;); }", "");
    CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> call("p", 408));
    while (!answer.isDone()) {
      api.clock.advanceMillis(1000);
      Thread.onSpinWait();
    }
    assertThat(charge(answer.join())).isEqualTo(5000);
    assertThat(api.container("c").partitions().getFirst().admission().consumed().requestUnits())
        .isGreaterThanOrEqualTo(5000);
  }

  @Test
  void operationsAreNotAcceptedAfterMuchComputing() {
    api.register(
        "sprocs",
        "p",
        """
        function (rounds) {
          for (let i = 0; i < rounds; i++);
          __.response.setBody(__.createDocument(__.getSelfLink(), {id: 'i' + rounds, pk: 'a'}));
        }
        """,
        "");
    assertThat(api.post(C + "/sprocs/p", "[1000]", KEY).is(200).text()).isEqualTo("true");
    api.clock.advanceMillis(60_000);
    assertThat(api.post(C + "/sprocs/p", "[20000000]", KEY).is(200).text()).isEqualTo("false");
  }

  @Test
  void functionsPayInTheQueriesThatCallThem() {
    api.createItem("{'id':'x','pk':'a'}");
    api.register(
        "udfs",
        "f",
        "function (n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }",
        "");
    double little = charge(api.query(Api.DOCS, "SELECT VALUE udf.f(10) FROM c", KEY).is(200));
    double much = charge(api.query(Api.DOCS, "SELECT VALUE udf.f(300000) FROM c", KEY).is(200));
    assertThat(little).isLessThan(4);
    assertThat(much - little).isBetween(15.0, 100.0);
  }

  private Answer call(String name, int status) {
    api.clock.advanceMillis(60_000);
    return api.post(C + "/sprocs/" + name, "[]", KEY).is(status);
  }

  private static double charge(Answer answer) {
    return Double.parseDouble(answer.require("x-ms-request-charge"));
  }
}
