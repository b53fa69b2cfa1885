package dev.partita.document;

import static dev.partita.document.Fixture.json;
import static dev.partita.document.Fixture.pk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Long work on one partition key, with and without others that come between. */
class ItemSessionTest {

  private Fixture fixture;
  private Items items;

  @BeforeEach
  void open() {
    fixture = new Fixture();
    items = fixture.items(Fixture.definition("c"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void seesItsOwnWritesAndMakesThemTogether() {
    items.create(pk("a"), json("{'id':'old','pk':'a'}"));
    SessionResult<JsonValue> result =
        items.transact(
            pk("a"),
            session -> {
              JsonObject made = session.create(json("{'id':'x','pk':'a','n':1}"));
              String etag = ((JsonString) made.at("_etag")).value();
              session.replace("x", json("{'id':'x','pk':'a','n':2}"), Precondition.ifMatch(etag));
              session.delete("old", Precondition.NONE);
              assertThat(session.has("old")).isFalse();
              Fixture.assertFails(
                  ErrorCode.CONFLICT, () -> session.create(json("{'id':'x','pk':'a'}")));
              Fixture.assertFails(
                  ErrorCode.PRECONDITION_FAILED,
                  () -> session.delete("x", Precondition.ifMatch(etag)));
              // Nobody else sees anything yet.
              Fixture.assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "x"));
              JsonObject seen = Objects.requireNonNull(session.read("x", Precondition.NONE));
              return () -> session.settled(seen);
            });
    ItemResult stored = items.read(pk("a"), "x");
    assertThat(stored.requireItem().document()).isEqualTo(result.value());
    assertThat(stored.lsn()).isEqualTo(result.lsn());
    Fixture.assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "old"));
  }

  @Test
  void leavesNothingWhenItFails() {
    Fixture.assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            items.transact(
                pk("a"),
                session -> {
                  session.create(json("{'id':'x','pk':'a'}"));
                  throw DatabaseException.badRequest("No.");
                }));
    Fixture.assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "x"));
  }

  @Test
  void runsAgainWhenSomethingCameBetween() {
    items.create(pk("a"), json("{'id':'n','pk':'a','n':1}"));
    List<Long> seen = new ArrayList<>();
    items.transact(
        pk("a"),
        session -> {
          long n = number(Objects.requireNonNull(session.read("n", Precondition.NONE)));
          seen.add(n);
          if (seen.size() == 1) {
            // Of the same length, so that only the change itself tells.
            items.upsert(pk("a"), json("{'id':'n','pk':'a','n':5}"), Precondition.NONE);
          }
          session.upsert(
              json("{'id':'n','pk':'a'}").with("n", JsonNumber.of(n + 1)), Precondition.NONE);
          return () -> n;
        });
    assertThat(seen).containsExactly(1L, 5L);
    assertThat(number(items.read(pk("a"), "n").requireItem().document())).isEqualTo(6);
  }

  @Test
  void doesNotMindOtherKeysAndCorrectsWhatTheyMoved() {
    SessionResult<JsonValue> result =
        items.transact(
            pk("a"),
            session -> {
              JsonObject made = session.create(json("{'id':'x','pk':'a'}"));
              items.create(pk("b"), json("{'id':'other','pk':'b'}"));
              return () -> session.settled(JsonArray.of(made));
            });
    assertThat(result.value())
        .isEqualTo(JsonArray.of(items.read(pk("a"), "x").requireItem().document()));
  }

  @Test
  void givesUpAfterAWhile() {
    int[] runs = {0};
    Fixture.assertFails(
        ErrorCode.RETRY,
        () ->
            items.transact(
                pk("a"),
                session -> {
                  items.create(pk("a"), json("{'id':'o%d','pk':'a'}".formatted(runs[0]++)));
                  session.create(json("{'id':'x','pk':'a'}"));
                  return () -> 0;
                }));
    assertThat(runs[0]).isEqualTo(5);
    Fixture.assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "x"));
  }

  @Test
  void survivesASplit() {
    for (int i = 0; i < 20; i++) {
      items.create(pk("k" + i), json("{'id':'i','pk':'k%d'}".formatted(i)));
    }
    int[] runs = {0};
    SessionResult<JsonValue> result =
        items.transact(
            pk("a"),
            session -> {
              JsonObject made = session.create(json("{'id':'x','pk':'a'}"));
              if (runs[0]++ == 0) {
                int number = items.container().partitions().getFirst().number();
                fixture.engine.reshaper().split(items.container(), number);
              }
              return () -> session.settled(made);
            });
    assertThat(runs[0]).isEqualTo(2);
    assertThat(items.read(pk("a"), "x").requireItem().document()).isEqualTo(result.value());
  }

  private static long number(JsonObject document) {
    return ((JsonNumber) document.at("n")).longValue();
  }
}
