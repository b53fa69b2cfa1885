package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.reference.ReferenceQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Queries in SQL, over items and over what the catalogue holds. */
@SuppressWarnings("DoNotCallSuggester")
final class Queries {

  private final Clock clock;

  Queries(Clock clock) {
    this.clock = clock;
  }

  List<JsonValue> over(JsonObject json, List<JsonObject> documents) {
    QuerySpec spec = QuerySpec.read(json);
    ReferenceQuery query =
        ReferenceQuery.compile(spec.text(), spec.parameters(), ContainerTraits.DEFAULT);
    List<JsonValue> results = new ArrayList<>();
    query.execute(documents, Execution.start(clock)).forEachRemaining(results::add);
    return results;
  }

  Reply run(Call call, Container container, Items items) {
    throw unsupported();
  }

  Reply plan(Call call, Container container) {
    throw unsupported();
  }

  /** What a patch requires of the item it changes: a query from its FROM on. */
  Predicate<JsonObject> condition(Optional<String> text) {
    if (text.isEmpty()) {
      return _ -> true;
    }
    ReferenceQuery query =
        ReferenceQuery.compile(
            "SELECT VALUE true " + text.get(), Parameters.NONE, ContainerTraits.DEFAULT);
    return document -> query.execute(List.of(document), Execution.start(clock)).hasNext();
  }

  private static DatabaseException unsupported() {
    return new DatabaseException(ErrorCode.UNSUPPORTED, "Queries are not supported yet.");
  }
}
