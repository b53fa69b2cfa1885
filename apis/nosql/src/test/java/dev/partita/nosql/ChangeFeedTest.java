package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading what has changed. */
class ChangeFeedTest {

  private static final String RANGE_ID = "x-ms-documentdb-partitionkeyrangeid";
  private static final String WIRE_FORMAT = "x-ms-cosmos-changefeed-wire-format-version";

  private Api api;

  @BeforeEach
  void open() {
    api = Api.open();
    api.createContainer(
        "{'id':'c','partitionKey':{'paths':['/pk'],'version':2},"
            + "'changeFeedPolicy':{'retentionDuration':10}}");
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void givesEachItemOnceAtItsLastChange() {
    api.createItem("{'id':'a','pk':'p'}");
    api.createItem("{'id':'b','pk':'p'}");
    api.put(Api.DOCS + "/a", "{'id':'a','pk':'p','n':1}", Api.key("['p']")).is(200);
    api.createItem("{'id':'gone','pk':'p'}");
    api.delete(Api.DOCS + "/gone", Api.key("['p']")).is(204);
    Answer page = feed().is(200);
    assertThat(page.ids()).containsExactly("b", "a");
    assertThat(((JsonObject) page.entries().getFirst()).has("_lsn")).isTrue();
    assertThat(page.etag()).isEqualTo("\"5\"");
    assertThat(page.continuation()).isNull();
    Answer end = feed("if-none-match", page.etag()).is(304);
    assertThat(end.etag()).isEqualTo("\"5\"");
    api.createItem("{'id':'c','pk':'p'}");
    assertThat(feed("if-none-match", end.etag()).is(200).ids()).containsExactly("c");
  }

  @Test
  void goesOnPageByPage() {
    IntStream.range(0, 10).forEach(i -> api.createItem("{'id':'%d','pk':'p'}".formatted(i)));
    List<String> seen = new ArrayList<>();
    Answer page = feed("x-ms-max-item-count", "3");
    while (page.status() == 200) {
      seen.addAll(page.ids());
      assertThat(page.entries().size()).isLessThanOrEqualTo(3);
      page = feed("x-ms-max-item-count", "3", "if-none-match", page.etag());
    }
    page.is(304);
    assertThat(seen)
        .containsExactlyElementsOf(IntStream.range(0, 10).mapToObj(Integer::toString).toList());
  }

  @Test
  void startsNow() {
    api.createItem("{'id':'before','pk':'p'}");
    String now = feed("if-none-match", "*").is(304).etag();
    api.createItem("{'id':'after','pk':'p'}");
    assertThat(feed("if-none-match", now).is(200).ids()).containsExactly("after");
  }

  @Test
  void startsAtATime() {
    api.createItem("{'id':'before','pk':'p'}");
    api.clock.advanceMillis(10_000);
    String since = httpDate(api.clock.millis());
    api.clock.advanceMillis(5_000);
    api.createItem("{'id':'after','pk':'p'}");
    Answer page = feed("if-modified-since", since).is(200);
    assertThat(page.ids()).containsExactly("after");
    feed("if-modified-since", since, "if-none-match", page.etag()).is(304);
  }

  @Test
  void goesOnWithTheChildrenOfASplit() {
    List<String> ids = IntStream.range(0, 12).mapToObj(i -> "i" + i).toList();
    ids.forEach(id -> api.createItem("{'id':'%s','pk':'%s'}".formatted(id, id)));
    Answer first = feed(RANGE_ID, "0", "x-ms-max-item-count", "5").is(200);
    List<String> seen = new ArrayList<>(first.ids());
    api.split(0);
    for (String child : new String[] {"1", "2"}) {
      Answer page = feed(RANGE_ID, child, "if-none-match", first.etag());
      while (page.status() == 200) {
        seen.addAll(page.ids());
        assertThat(page.header(RANGE_ID)).isEqualTo(child);
        page = feed(RANGE_ID, child, "if-none-match", page.etag());
      }
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void readsAllPartitionsWithOneTag() {
    List<String> ids = IntStream.range(0, 12).mapToObj(i -> "i" + i).toList();
    ids.subList(0, 6).forEach(id -> api.createItem("{'id':'%s','pk':'%s'}".formatted(id, id)));
    api.split(0);
    ids.subList(6, 12).forEach(id -> api.createItem("{'id':'%s','pk':'%s'}".formatted(id, id)));
    List<String> seen = new ArrayList<>();
    Answer page = feed("x-ms-max-item-count", "4");
    while (page.status() == 200) {
      seen.addAll(page.ids());
      page = feed("x-ms-max-item-count", "4", "if-none-match", page.etag());
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void readsOneKeyOnlyWhateverTheTagSays() {
    IntStream.range(0, 12).forEach(i -> api.createItem("{'id':'i','pk':'%d'}".formatted(i)));
    api.split(0);
    String everything = feed("if-none-match", "*").etag();
    String fromTheStart = everything.replaceAll("'lsn':[0-9]+", "'lsn':0");
    assertThat(fromTheStart).isNotEqualTo(everything);
    Answer one = feed(Api.key("['3']", "if-none-match", fromTheStart)).is(200);
    assertThat(one.entries()).hasSize(1);
    assertThat(text(one.entries().getFirst(), "pk")).isEqualTo("3");
  }

  @Test
  void wrapsChangesForClientsThatAskForIt() {
    api.createItem("{'id':'a','pk':'p'}");
    JsonObject row = (JsonObject) feed(WIRE_FORMAT, "2021-09-15").is(200).entries().getFirst();
    assertThat(text(row.at("current"), "id")).isEqualTo("a");
    assertThat(text(row.at("metadata"), "operationType")).isEqualTo("create");
    assertThat(((JsonObject) row.at("metadata")).has("lsn")).isTrue();
    assertThat(((JsonObject) row.at("metadata")).at("crts").toString())
        .isEqualTo("" + Api.START_MILLIS / 1000);
  }

  @Test
  void givesAllVersionsAndDeletes() {
    String start = all("if-none-match", "*").is(304).etag();
    api.createItem("{'id':'a','pk':'p'}");
    api.put(Api.DOCS + "/a", "{'id':'a','pk':'p','n':1}", Api.key("['p']")).is(200);
    api.delete(Api.DOCS + "/a", Api.key("['p']")).is(204);
    Answer page = all("if-none-match", start).is(200);
    assertThat(
            page.entries().stream()
                .map(row -> text(((JsonObject) row).at("metadata"), "operationType")))
        .containsExactly("create", "replace", "delete");
    JsonObject deleted = (JsonObject) page.entries().getLast();
    assertThat(deleted.at("current")).isEqualTo(JsonObject.EMPTY);
    JsonObject metadata = (JsonObject) deleted.at("metadata");
    assertThat(text(metadata, "id")).isEqualTo("a");
    assertThat(metadata.at("partitionKey").toString()).isEqualTo("{\"pk\":\"p\"}");
    assertThat(metadata.at("timeToLiveExpired").toString()).isEqualTo("false");
    all("if-none-match", page.etag()).is(304);
  }

  @Test
  void refusesAllVersionsWhereNoneAreKept() {
    api.newContainer("d");
    api.get("/dbs/db/colls/d/docs", "a-im", "Full-Fidelity Feed", "if-none-match", "*")
        .is(400)
        .says("retention");
  }

  @Test
  void answersARangeWithNothingInIt() {
    api.createItem("{'id':'a','pk':'p'}");
    Answer nothing = feed("x-ms-start-epk", "10", "x-ms-end-epk", "10").is(304);
    feed("x-ms-start-epk", "10", "x-ms-end-epk", "10", "if-none-match", nothing.etag()).is(304);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "\"x\"",
        "-1",
        "\"-5\"",
        "{}",
        "\"{'v':2}\"",
        "\"{'v':1,'ranges':[]}\"",
        "\"{'v':1,'ranges':[{'min':'0','lsn':1}]}\"",
        "99999999999999999999"
      })
  void refusesTagsThatAreNone(String etag) {
    api.createItem("{'id':'a','pk':'p'}");
    feed("if-none-match", etag).is(400);
  }

  @Test
  void endsAtATagFromTheFuture() {
    api.createItem("{'id':'a','pk':'p'}");
    assertThat(feed("if-none-match", "\"900\"").status()).isEqualTo(304);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "2026-01-01", "1800000000", "Mon, 99 Jan 2027 00:00:00 GMT"})
  void refusesTimesThatAreNone(String time) {
    feed("if-modified-since", time).is(400).says("if-modified-since");
  }

  @Test
  void refusesOtherFeeds() {
    api.get(Api.DOCS, "a-im", "Some Feed").is(400).says("a-im");
    api.get(Api.DOCS, "a-im", "incremental FEED").is(304);
  }

  private Answer feed(String... headers) {
    return api.get(Api.DOCS, Api.join(headers, "a-im", "Incremental Feed"));
  }

  private Answer all(String... headers) {
    return api.get(Api.DOCS, Api.join(headers, "a-im", "Full-Fidelity Feed"));
  }

  private static String text(JsonValue object, String name) {
    return ((JsonString) ((JsonObject) object).at(name)).value();
  }

  private static String httpDate(long millis) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2021-09-16", "1", "true", "2021-09-15 "})
  void refusesFormatsThatItDoesNotHave(String version) {
    api.createItem("{'id':'a','pk':'p'}");
    feed(WIRE_FORMAT, version).is(400).says(WIRE_FORMAT).says("2021-09-15");
    feed(WIRE_FORMAT, "2021-09-15").is(200);
  }
}
