package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.await;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.testkit.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
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
    items = fixture.items(TestEngine.definition("c"));
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
              assertFails(ErrorCode.CONFLICT, () -> session.create(json("{'id':'x','pk':'a'}")));
              assertFails(
                  ErrorCode.PRECONDITION_FAILED,
                  () -> session.delete("x", Precondition.ifMatch(etag)));
              // Nobody else sees anything yet.
              assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "x"));
              JsonObject seen = Objects.requireNonNull(session.read("x", Precondition.NONE));
              return () -> session.settled(seen);
            });
    ItemResult stored = items.read(pk("a"), "x");
    assertThat(stored.requireItem().document()).isEqualTo(result.value());
    assertThat(stored.lsn()).isEqualTo(result.lsn());
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "old"));
  }

  @Test
  void leavesNothingWhenItFails() {
    assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            items.transact(
                pk("a"),
                session -> {
                  session.create(json("{'id':'x','pk':'a'}"));
                  throw DatabaseException.badRequest("No.");
                }));
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "x"));
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
  void doesNotMindOtherItems() {
    items.create(pk("a"), json("{'id':'n','pk':'a','n':1}"));
    int[] runs = {0};
    items.transact(
        pk("a"),
        session -> {
          long n = number(Objects.requireNonNull(session.read("n", Precondition.NONE)));
          assertThat(session.has("missing")).isFalse();
          session.asks(item -> item.at("n").equals(JsonNumber.of(7)));
          items.create(pk("a"), json("{'id':'o%d','pk':'a','n':8}".formatted(runs[0]++)));
          session.upsert(
              json("{'id':'n','pk':'a'}").with("n", JsonNumber.of(n + 1)), Precondition.NONE);
          return () -> n;
        });
    assertThat(runs[0]).isEqualTo(1);
    assertThat(number(items.read(pk("a"), "n").requireItem().document())).isEqualTo(2);
  }

  @Test
  void mindsThatWhatItMissedIsThere() {
    assertThat(runsIfThereComes("{'id':'late','pk':'a'}", session -> session.has("late")))
        .isEqualTo(2);
  }

  @Test
  void mindsWhatItHasAskedFor() {
    JsonNumber seven = JsonNumber.of(7);
    items.create(pk("a"), json("{'id':'was','pk':'a','n':7}"));
    assertThat(
            runsIfThereComes(
                "{'id':'o','pk':'a','n':7}",
                session -> session.asks(item -> item.at("n").equals(seven))))
        .as("what is found now")
        .isEqualTo(2);
    assertThat(
            runsIfThereComes(
                "{'id':'was','pk':'a','n':8}",
                session -> session.asks(item -> item.at("n").equals(seven))))
        .as("what was found before")
        .isEqualTo(2);
    assertThat(runsIfThereComes("{'id':'p','pk':'a'}", ItemSession::asksForAll))
        .as("anything")
        .isEqualTo(2);
  }

  /** How often a session runs that reads something, while another item is written once. */
  private int runsIfThereComes(String item, Consumer<ItemSession> reads) {
    int[] runs = {0};
    items.transact(
        pk("a"),
        session -> {
          reads.accept(session);
          if (runs[0]++ == 0) {
            items.upsert(pk("a"), json(item), Precondition.NONE);
          }
          session.upsert(json("{'id':'mine','pk':'a'}"), Precondition.NONE);
          return () -> 0;
        });
    return runs[0];
  }

  @Test
  void isToldOfAUniqueValueThatOthersHaveTakenMeanwhile() {
    UniqueKey mail = new UniqueKey(List.of(JsonPath.parse("/mail")));
    Items unique = fixture.items(TestEngine.definition("u").withUniqueKeys(List.of(mail)));
    int[] runs = {0};
    assertFails(
        ErrorCode.CONFLICT,
        () ->
            unique.transact(
                pk("a"),
                session -> {
                  runs[0]++;
                  session.create(json("{'id':'x','pk':'a','mail':'m'}"));
                  if (runs[0] == 1) {
                    unique.create(pk("a"), json("{'id':'y','pk':'a','mail':'m'}"));
                  }
                  return () -> 0;
                }));
    assertThat(runs[0]).isEqualTo(2);
  }

  /** Whoever writes what the session reads waits in the end, and no longer than that. */
  @Test
  void hasOthersWaitAfterAWhile() throws InterruptedException {
    items.create(pk("a"), json("{'id':'n','pk':'a','n':0}"));
    int[] runs = {0};
    List<Thread> waiting = new ArrayList<>();
    items.transact(
        pk("a"),
        session -> {
          long n = number(Objects.requireNonNull(session.read("n", Precondition.NONE)));
          if (runs[0]++ < 3) {
            items.upsert(
                pk("a"), json("{'id':'n','pk':'a','n':%d}".formatted(n + 10)), Precondition.NONE);
          } else {
            waiting.add(Thread.startVirtualThread(() -> add(100)));
            await(() -> waiting.getLast().getState() == Thread.State.WAITING);
            // Other keys have nothing to wait for.
            items.upsert(pk("b"), json("{'id':'n','pk':'b'}"), Precondition.NONE);
          }
          session.upsert(
              json("{'id':'n','pk':'a'}").with("n", JsonNumber.of(n + 1)), Precondition.NONE);
          return () -> n;
        });
    for (Thread thread : waiting) {
      thread.join();
    }
    assertThat(runs[0]).isEqualTo(4);
    assertThat(number(items.read(pk("a"), "n").requireItem().document())).isEqualTo(131);
  }

  @Test
  void letsOthersGoOnIfItFailsInItsTurn() {
    items.create(pk("a"), json("{'id':'n','pk':'a','n':0}"));
    int[] runs = {0};
    assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            items.transact(
                pk("a"),
                session -> {
                  assertThat(session.has("n")).isTrue();
                  if (runs[0]++ == 3) {
                    throw DatabaseException.badRequest("No.");
                  }
                  add(1);
                  session.create(json("{'id':'x','pk':'a'}"));
                  return () -> 0;
                }));
    add(1);
    assertThat(number(items.read(pk("a"), "n").requireItem().document())).isEqualTo(4);
  }

  @Test
  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it: it makes conflicts likely.
  void manyThatCountAtTheSameTimeAllCount() throws InterruptedException {
    items.create(pk("a"), json("{'id':'n','pk':'a','n':0}"));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      threads.add(
          Thread.startVirtualThread(
              () ->
                  items.transact(
                      pk("a"),
                      session -> {
                        long n =
                            number(Objects.requireNonNull(session.read("n", Precondition.NONE)));
                        Thread.yield();
                        session.upsert(
                            json("{'id':'n','pk':'a'}").with("n", JsonNumber.of(n + 1)),
                            Precondition.NONE);
                        return () -> n;
                      })));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(number(items.read(pk("a"), "n").requireItem().document())).isEqualTo(40);
  }

  private void add(long more) {
    items.patch(
        pk("a"),
        "n",
        JsonPatch.fromJson(
            json("{'operations':[{'op':'incr','path':'/n','value':%d}]}".formatted(more))),
        Precondition.NONE);
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
