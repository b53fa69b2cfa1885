package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Throughput as resources. */
class OffersTest {

  private static final String MANUAL = "x-ms-offer-throughput";
  private static final String AUTOSCALE = "x-ms-cosmos-offer-autopilot-settings";
  private static final String NEW = "{'id':'d','partitionKey':{'paths':['/pk']}}";

  private Api api;

  @BeforeEach
  void open() {
    api = Api.open();
    api.post("/dbs", "{'id':'db'}").is(201);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void showsManualThroughputToBothKindsOfClients() {
    api.createContainer(NEW, MANUAL, "1000");
    Answer container = api.get("/dbs/db/colls/d");
    String byRid = "SELECT * FROM c WHERE c.offerResourceId = '" + container.string("_rid") + "'";
    String bySelf = "SELECT * FROM root WHERE root.resource = '" + container.string("_self") + "'";
    Answer offers = api.query("/offers", byRid).is(200);
    assertThat(offers.entries()).hasSize(1).isEqualTo(api.query("/offers", bySelf).entries());
    Answer offer = api.get(offer("d")).is(200);
    assertThat(offer.string("id")).isEqualTo(offer.string("_rid")).hasSize(4);
    assertThat(offer.number("content.offerThroughput")).isEqualTo(1000);
    assertThat(offer.json().has("offerAutopilotSettings")).isFalse();
    assertThat(offer.header("x-ms-cosmos-min-throughput")).isEqualTo("400");
    assertThat(offer.header("x-ms-offer-replace-pending")).isEqualTo("false");
    assertThat(offer.etag()).isEqualTo(offer.string("_etag"));
    api.get(offer("d"), "if-none-match", offer.etag()).is(304);
  }

  @Test
  void showsAutoscaleThroughput() {
    api.createContainer(
        NEW, AUTOSCALE, "{\"maxThroughput\":4000,\"autoUpgradePolicy\":{\"throughputPolicy\":{}}}");
    Answer offer = api.get(offer("d")).is(200);
    assertThat(offer.number("content.offerAutopilotSettings.maxThroughput")).isEqualTo(4000);
    assertThat(offer.header("x-ms-cosmos-min-throughput")).isEqualTo("1000");
  }

  @Test
  void refusesThroughputThatWouldGrowByItself() {
    String settings =
        "{\"maxThroughput\":4000,\"autoUpgradePolicy\":{\"throughputPolicy\":{\"incrementPercent\":%d}}}";
    api.post("/dbs/db/colls", NEW, AUTOSCALE, settings.formatted(10))
        .is(501)
        .says("increment percent 10");
    api.createContainer(NEW, AUTOSCALE, settings.formatted(0));
  }

  @Test
  void changesThroughput() {
    api.createContainer(NEW, MANUAL, "400");
    String offer = offer("d");
    String before = api.get(offer).etag();
    Answer raised = api.put(offer, "{'content':{'offerThroughput':5000}}").is(200);
    assertThat(raised.number("content.offerThroughput")).isEqualTo(5000);
    assertThat(raised.etag()).isNotEqualTo(before);
    api.put(offer, "{'content':{'offerThroughput':400}}", "if-match", before).is(412);
    Answer automatic =
        api.put(offer, "{'content':{'offerAutopilotSettings':{'maxThroughput':5000}}}").is(200);
    assertThat(automatic.number("content.offerAutopilotSettings.maxThroughput")).isEqualTo(5000);
    assertThat(automatic.etag()).isNotEqualTo(raised.etag());
    api.put(offer, "{'content':{'offerThroughput':400}}").is(200);
  }

  @Test
  void saysThatPartitionsAreStillToCome() {
    api.createContainer(NEW, MANUAL, "400");
    Answer raised = api.put(offer("d"), "{'content':{'offerThroughput':25000}}").is(200);
    assertThat(raised.header("x-ms-offer-replace-pending")).isEqualTo("true");
    api.engine.reshaper().split(api.container("d"), 0);
    api.engine.reshaper().split(api.container("d"), 1);
    assertThat(api.get(offer("d")).header("x-ms-offer-replace-pending")).isEqualTo("false");
    assertThat(api.get(offer("d")).header("x-ms-cosmos-min-throughput")).isEqualTo("400");
    api.put(offer("d"), "{'content':{'offerThroughput':100000}}").is(200);
    assertThat(api.get(offer("d")).header("x-ms-cosmos-min-throughput")).isEqualTo("1000");
    api.put(offer("d"), "{'content':{'offerThroughput':900}}").is(400).says("minimum");
  }

  @Test
  void migratesByHeader() {
    api.createContainer(NEW, MANUAL, "1500");
    String toAutoscale = "x-ms-cosmos-migrate-offer-to-autopilot";
    String toManual = "x-ms-cosmos-migrate-offer-to-manual-throughput";
    api.put(offer("d"), "{}", toAutoscale, "true", toManual, "true").is(400);
    assertThat(
            api.put(offer("d"), "{}", toAutoscale, "true")
                .is(200)
                .number("content.offerAutopilotSettings.maxThroughput"))
        .isEqualTo(2000);
    Answer manual = api.put(offer("d"), "{}", toManual, "true").is(200);
    assertThat(manual.number("content.offerThroughput")).isEqualTo(2000);
    assertThat(manual.at("content.offerAutopilotSettings").isUndefined()).isTrue();
  }

  @Test
  void sharesTheThroughputOfADatabase() {
    api.post("/dbs", "{'id':'shared'}", MANUAL, "500").is(201);
    api.post("/dbs/shared/colls", NEW).is(201);
    assertThat(api.get("/offers").entries()).hasSize(1);
    String rid =
        ((JsonString) ((JsonObject) api.get("/offers").entries().getFirst()).at("id")).value();
    Answer offer = api.get("/offers/" + rid).is(200);
    assertThat(offer.string("offerResourceId")).isEqualTo(api.get("/dbs/shared").string("_rid"));
    assertThat(
            api.put("/offers/" + rid, "{'content':{'offerThroughput':700}}")
                .is(200)
                .number("content.offerThroughput"))
        .isEqualTo(700);
  }

  @Test
  void givesEveryOfferItsOwnId() {
    api.post("/dbs", "{'id':'shared'}", MANUAL, "500").is(201);
    api.post("/dbs", "{'id':'shared2'}", AUTOSCALE, "{\"maxThroughput\":1000}").is(201);
    for (int i = 0; i < 5; i++) {
      api.createContainer(NEW.replace("'d'", "'d" + i + "'"));
    }
    assertThat(api.get("/offers").ids()).hasSize(7).doesNotHaveDuplicates();
  }

  @Test
  void ignoresThroughputWhereItIsSentWithAReading() {
    api.createContainer(NEW);
    api.get("/dbs/db/colls/d", MANUAL, "400").is(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x-ms-offer-throughput | x",
        "x-ms-offer-throughput | 399",
        "x-ms-offer-throughput | 450",
        "x-ms-offer-throughput | -400",
        "x-ms-offer-throughput | 99999999999999999999",
        "x-ms-offer-throughput | 1000100",
        "x-ms-cosmos-offer-autopilot-settings | 4000",
        "x-ms-cosmos-offer-autopilot-settings | {}",
        "x-ms-cosmos-offer-autopilot-settings | {\"maxThroughput\":\"4000\"}",
        "x-ms-cosmos-offer-autopilot-settings | {\"maxThroughput\":1500}",
        "x-ms-cosmos-offer-autopilot-settings | {\"maxThroughput\":1e300}",
        "x-ms-cosmos-offer-autopilot-settings | {",
      })
  void refusesThroughputThatIsNone(String header, String value) {
    api.post("/dbs", "{'id':'x'}", header, value).is(400);
    api.post("/dbs/db/colls", NEW, header, value).is(400);
    assertThat(api.get("/dbs").ids()).containsExactly("db");
    assertThat(api.get("/dbs/db/colls").entries()).isEmpty();
  }

  @Test
  void refusesBothKindsOfThroughputAtOnce() {
    api.post("/dbs/db/colls", NEW, MANUAL, "400", AUTOSCALE, "{\"maxThroughput\":4000}").is(400);
    assertThat(api.get("/dbs/db/colls").entries()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "{'content':5}",
        "{'content':{}}",
        "{'content':{'offerThroughput':'400'}}",
        "{'content':{'offerThroughput':400.5}}",
        "{'content':{'offerThroughput':true}}",
        "{'content':{'offerAutopilotSettings':5}}",
        "{'content':{'offerAutopilotSettings':{}}}",
        "{'content':{'offerAutopilotSettings':{'maxThroughput':'1000'}}}",
        "{'content':{'offerAutopilotSettings':[],'offerThroughput':400}}",
        "{'content':{'offerThroughput':1e100}}"
      })
  void refusesOffersThatAreNone(String json) {
    api.createContainer(NEW, MANUAL, "600");
    api.put(offer("d"), json).is(400);
    assertThat(api.get(offer("d")).number("content.offerThroughput")).isEqualTo(600);
  }

  private String offer(String container) {
    String rid = api.get("/dbs/db/colls/" + container).string("_rid");
    Answer offers =
        api.query("/offers", "SELECT * FROM c WHERE c.offerResourceId = '%s'".formatted(rid));
    return "/offers/" + offers.ids().getFirst();
  }
}
