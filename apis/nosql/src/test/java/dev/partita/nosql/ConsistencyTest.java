package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The account's level of consistency, and what reads cost by theirs. */
class ConsistencyTest {

  private static final String LEVEL = "x-ms-consistency-level";
  private static final String ITEM = Api.DOCS + "/i";

  private static double charge(Answer answer) {
    return Double.parseDouble(answer.is(200).require("x-ms-request-charge"));
  }

  @ParameterizedTest
  @EnumSource(ConsistencyLevel.class)
  void readsCostByTheirLevelAndTheStrongestIsTheAccounts(ConsistencyLevel account) {
    try (Api api = Api.withConsistency(new ConsistencyPolicy(account, 100, 5))) {
      api.newContainer("c");
      api.createItem("{'id':'i','pk':'p'}");
      assertThat(api.get("/").is(200).text()).contains("\"" + account.wireName() + "\"");
      double usual = charge(api.get(ITEM, Api.key("['p']", LEVEL, "Eventual")));
      double query = charge(api.query(Api.DOCS, "SELECT * FROM c", LEVEL, "Eventual"));
      for (ConsistencyLevel asked : ConsistencyLevel.values()) {
        String name = asked.wireName();
        Answer read = api.get(ITEM, Api.key("['p']", LEVEL, name));
        if (asked.isStrongerThan(account)) {
          read.is(400).says(LEVEL);
          api.query(Api.DOCS, "SELECT * FROM c", LEVEL, name).is(400);
          continue;
        }
        int price = asked.isStrongerThan(ConsistencyLevel.SESSION) ? 2 : 1;
        assertThat(charge(read)).isEqualTo(price * usual);
        assertThat(charge(api.query(Api.DOCS, "SELECT * FROM c", LEVEL, name)))
            .isEqualTo(price * query);
      }
      int price = account.isStrongerThan(ConsistencyLevel.SESSION) ? 2 : 1;
      assertThat(charge(api.get(ITEM, Api.key("['p']")))).isEqualTo(price * usual);
      assertThat(charge(api.get(Api.DOCS, "a-im", "Incremental Feed")))
          .isEqualTo(
              price * charge(api.get(Api.DOCS, "a-im", "Incremental Feed", LEVEL, "Eventual")));
    }
  }
}
