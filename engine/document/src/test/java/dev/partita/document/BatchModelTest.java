package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.patch.JsonPatch;
import dev.partita.testkit.TestEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Random batches over a few ids with a unique key, against a map: a batch happens whole, or fails
 * at the operation and with the code that the map foretells and leaves everything as it was.
 */
class BatchModelTest {

  enum Kind {
    CREATE,
    UPSERT,
    REPLACE,
    PATCH,
    DELETE,
    READ
  }

  /** Which version of the item an operation asks for. */
  enum Wanted {
    ANY,
    AS_BEFORE_THE_BATCH,
    EXISTING,
    ABSENT
  }

  record Step(Kind kind, String id, int value, int unique, Wanted wanted) {}

  /** An item as the model knows it; the tag of one that this batch wrote is not known yet. */
  private record Known(int value, int unique, @Nullable String etag) {}

  @Property(tries = 120)
  void doesAllOfABatchOrNothing(@ForAll("batches") List<List<Step>> batches) {
    try (Fixture fixture = new Fixture()) {
      Items items =
          fixture.items(
              TestEngine.definition("c")
                  .withUniqueKeys(List.of(new UniqueKey(List.of(JsonPath.parse("/u"))))));
      Map<String, Known> model = new TreeMap<>();
      for (List<Step> batch : batches) {
        check(items, model, batch);
        assertSame(items, model);
      }
    }
  }

  private static void check(Items items, Map<String, Known> model, List<Step> batch) {
    Map<String, Known> after = new TreeMap<>(model);
    ErrorCode expected = null;
    int failedAt = -1;
    for (int i = 0; i < batch.size() && expected == null; i++) {
      expected = apply(after, model, batch.get(i));
      failedAt = expected == null ? -1 : i;
    }

    BatchResult result =
        items.batch(pk("a"), batch.stream().map(step -> operation(step, model)).toList());

    assertThat(result.failedAt()).isEqualTo(failedAt);
    if (expected != null) {
      assertThat(result.failure().orElseThrow().code()).isEqualTo(expected);
      assertThat(result.results()).isEmpty();
      return;
    }
    assertThat(result.results()).hasSameSizeAs(batch);
    assertThat(result.results()).extracting(ItemResult::lsn).containsOnly(result.lsn());
    Map<String, String> tags = new HashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      tags.put(batch.get(i).id(), result.results().get(i).etag());
    }
    after.replaceAll(
        (id, known) ->
            known.etag() != null
                ? known
                : new Known(known.value(), known.unique(), Objects.requireNonNull(tags.get(id))));
    model.clear();
    model.putAll(after);
  }

  /** What the operation does to the model, or why it fails. */
  private static @Nullable ErrorCode apply(
      Map<String, Known> state, Map<String, Known> before, Step step) {
    Known current = state.get(step.id());
    boolean exists = current != null;
    switch (step.kind()) {
      case CREATE -> {
        if (exists) {
          return ErrorCode.CONFLICT;
        }
      }
      case UPSERT -> {}
      case REPLACE, PATCH, DELETE, READ -> {
        if (!exists) {
          return ErrorCode.NOT_FOUND;
        }
      }
    }
    if (step.kind() == Kind.READ) {
      return null;
    }
    // An upsert that finds nothing creates, whichever version it would replace.
    boolean conditional = step.kind() != Kind.CREATE && (step.kind() != Kind.UPSERT || exists);
    if (conditional && !holds(step.wanted(), current, before.get(step.id()))) {
      return ErrorCode.PRECONDITION_FAILED;
    }
    if (step.kind() == Kind.DELETE) {
      state.remove(step.id());
      return null;
    }
    for (Map.Entry<String, Known> other : state.entrySet()) {
      if (!other.getKey().equals(step.id()) && other.getValue().unique() == step.unique()) {
        return ErrorCode.CONFLICT;
      }
    }
    int value =
        step.kind() == Kind.PATCH
            ? Objects.requireNonNull(current).value() + step.value()
            : step.value();
    state.put(step.id(), new Known(value, step.unique(), null));
    return null;
  }

  private static boolean holds(Wanted wanted, @Nullable Known current, @Nullable Known before) {
    return switch (wanted) {
      case ANY -> true;
      case EXISTING -> current != null;
      case ABSENT -> current == null;
      case AS_BEFORE_THE_BATCH ->
          before == null ? current != null : current != null && current.etag() != null;
    };
  }

  private static Precondition precondition(Step step, Map<String, Known> before) {
    return switch (step.wanted()) {
      case ANY -> Precondition.NONE;
      case EXISTING -> Precondition.ifMatch("*");
      case ABSENT -> Precondition.ifNoneMatch("*");
      case AS_BEFORE_THE_BATCH -> {
        Known known = before.get(step.id());
        yield Precondition.ifMatch(known == null ? "*" : Objects.requireNonNull(known.etag()));
      }
    };
  }

  private static ItemOperation operation(Step step, Map<String, Known> before) {
    JsonObject document =
        json(
            "{'id':'%s','pk':'a','v':%d,'u':%d}".formatted(step.id(), step.value(), step.unique()));
    Precondition precondition = precondition(step, before);
    return switch (step.kind()) {
      case CREATE -> new ItemOperation.Create(document);
      case UPSERT -> new ItemOperation.Upsert(document, precondition);
      case REPLACE -> new ItemOperation.Replace(step.id(), document, precondition);
      case PATCH ->
          new ItemOperation.Patch(
              step.id(),
              JsonPatch.fromJson(
                  json(
                      ("{'operations':[{'op':'incr','path':'/v','value':%d},"
                              + "{'op':'set','path':'/u','value':%d}]}")
                          .formatted(step.value(), step.unique()))),
              null,
              precondition);
      case DELETE -> new ItemOperation.Delete(step.id(), precondition);
      case READ -> new ItemOperation.Read(step.id(), Precondition.NONE);
    };
  }

  private static void assertSame(Items items, Map<String, Known> model) {
    for (String id : List.of("1", "2", "3", "4")) {
      Known known = model.get(id);
      if (known == null) {
        assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), id));
      } else {
        ItemResult read = items.read(pk("a"), id);
        JsonObject document = read.requireItem().document();
        assertThat(document.at("v").toString()).isEqualTo(Integer.toString(known.value()));
        assertThat(document.at("u").toString()).isEqualTo(Integer.toString(known.unique()));
        assertThat(read.etag()).isEqualTo(known.etag());
      }
    }
    assertThat(items.container().partitions().getFirst().partition().state().recordCount())
        .isEqualTo(model.size());
  }

  @Provide
  Arbitrary<List<List<Step>>> batches() {
    Arbitrary<Wanted> wanted =
        Arbitraries.frequency(
            Tuple.of(6, Wanted.ANY),
            Tuple.of(2, Wanted.AS_BEFORE_THE_BATCH),
            Tuple.of(1, Wanted.EXISTING),
            Tuple.of(1, Wanted.ABSENT));
    return Combinators.combine(
            Arbitraries.of(Kind.class),
            Arbitraries.of("1", "2", "3", "4"),
            Arbitraries.integers().between(0, 9),
            Arbitraries.integers().between(0, 5),
            wanted)
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .list()
        .ofMaxSize(15);
  }
}
