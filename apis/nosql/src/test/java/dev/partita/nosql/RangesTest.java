package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partition key ranges, and requests across splits. */
class RangesTest {

  private static final String RANGES = "/dbs/db/colls/c/pkranges";
  private static final String RANGE_ID = "x-ms-documentdb-partitionkeyrangeid";

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void stopsClientsThatAskUntilNothingIsNew() {
    Answer first = api.get(RANGES, "a-im", "Incremental Feed", "x-ms-max-item-count", "-1").is(200);
    assertThat(first.ids()).containsExactly("0");
    Answer second = api.get(RANGES, "a-im", "Incremental Feed", "if-none-match", first.etag());
    assertThat(second.is(304).etag()).isEqualTo(first.etag());
    api.split(0);
    Answer third = api.get(RANGES, "a-im", "Incremental Feed", "if-none-match", first.etag());
    assertThat(third.is(200).ids()).containsExactly("1", "2");
    api.get(RANGES, "a-im", "Incremental Feed", "if-none-match", third.etag()).is(304);
  }

  @Test
  void tilesTheSpaceAndNamesAllAncestors() {
    api.split(0);
    api.split(2);
    List<JsonValue> ranges = api.get(RANGES).entries();
    assertThat(ranges.stream().map(range -> text(range, "id"))).containsExactly("1", "3", "4");
    String end = "";
    for (JsonValue range : ranges) {
      assertThat(text(range, "minInclusive")).isEqualTo(end);
      end = text(range, "maxExclusive");
    }
    assertThat(end).isEqualTo("FF");
    assertThat(((JsonObject) ranges.get(0)).at("parents").toString()).isEqualTo("[\"0\"]");
    assertThat(((JsonObject) ranges.get(1)).at("parents").toString()).isEqualTo("[\"0\",\"2\"]");
  }

  @ParameterizedTest
  @CsvSource({"400, 1", "6000, 1", "6100, 2", "11000, 2", "18000, 3"})
  void startsWithAsManyRangesAsTheThroughputNeeds(String throughput, int count) {
    api.createContainer(
        "{'id':'d','partitionKey':{'paths':['/pk']}}", "x-ms-offer-throughput", throughput);
    assertThat(api.get("/dbs/db/colls/d/pkranges").entries()).hasSize(count);
  }

  @Test
  void startsWithTheBoundariesThatClientsExpect() {
    api.createContainer(
        "{'id':'v1','partitionKey':{'paths':['/pk']}}", "x-ms-offer-throughput", "11000");
    api.createContainer(
        "{'id':'v2','partitionKey':{'paths':['/pk'],'version':2}}",
        "x-ms-offer-throughput",
        "11000");
    assertThat(text(api.get("/dbs/db/colls/v1/pkranges").entries().getFirst(), "maxExclusive"))
        .isEqualTo("05C1DFFFFFFFFC");
    assertThat(text(api.get("/dbs/db/colls/v2/pkranges").entries().getFirst(), "maxExclusive"))
        .isEqualTo("1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
  }

  @Test
  void servesEverythingAcrossSplitsWithoutGone() {
    List<String> ids = IntStream.range(0, 20).mapToObj(i -> "i" + i).toList();
    ids.forEach(id -> api.createItem("{'id':'%s','pk':'%s'}".formatted(id, id)));
    api.split(0);
    api.split(1);
    for (String id : ids) {
      String[] key = Api.key("['%s']".formatted(id), RANGE_ID, "0");
      assertThat(api.get(Api.DOCS + "/" + id, key).is(200).header(RANGE_ID)).isIn("2", "3", "4");
      api.put(Api.DOCS + "/" + id, "{'id':'%s','pk':'%s'}".formatted(id, id), key).is(200);
    }
    assertThat(api.query(Api.DOCS, "SELECT * FROM c", RANGE_ID, "0").is(200).ids())
        .containsExactlyInAnyOrderElementsOf(ids);
    List<String> ofChildren = new ArrayList<>();
    for (String child : new String[] {"2", "3", "4"}) {
      ofChildren.addAll(api.query(Api.DOCS, "SELECT * FROM c", RANGE_ID, child).is(200).ids());
    }
    assertThat(ofChildren).containsExactlyInAnyOrderElementsOf(ids);
    String bulk = "[{'operationType':'Read','id':'i1','partitionKey':'[\\'i1\\']'}]";
    api.post(
            Api.DOCS,
            bulk.replace("\\'", "\\\""),
            "x-ms-cosmos-is-batch-request",
            "true",
            RANGE_ID,
            "0")
        .is(200);
  }

  private static String text(JsonValue range, String name) {
    return ((JsonString) ((JsonObject) range).at(name)).value();
  }
}
