package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Queries in SQL, over items and over what the catalogue holds. */
@SuppressWarnings("DoNotCallSuggester")
final class Queries {

  List<JsonValue> over(JsonObject spec, List<JsonObject> documents) {
    throw unsupported();
  }

  Reply run(Call call, Container container, Items items) {
    throw unsupported();
  }

  Reply plan(Call call, Container container) {
    throw unsupported();
  }

  /** What a patch requires of the item it changes. */
  Predicate<JsonObject> condition(Optional<String> text) {
    if (text.isPresent()) {
      throw unsupported().with("condition", text.get());
    }
    return _ -> true;
  }

  private static DatabaseException unsupported() {
    return new DatabaseException(ErrorCode.UNSUPPORTED, "Queries are not supported yet.");
  }
}
