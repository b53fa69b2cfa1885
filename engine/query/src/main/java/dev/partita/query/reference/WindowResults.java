package dev.partita.query.reference;

import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;

/** Results within a window. Stops reading after the last of them. Immutable. */
record WindowResults(Results results, long offset, long limit) implements Results {

  @Override
  public Cursor open(Row row) {
    Cursor cursor = results.open(row);
    return new Cursor() {
      private long toSkip = offset;
      private long left = limit;

      @Override
      public JsonValue next() {
        while (left > 0 && toSkip > 0 && !cursor.next().isUndefined()) {
          toSkip--;
        }
        if (left == 0 || toSkip > 0) {
          return JsonUndefined.UNDEFINED;
        }
        left--;
        return cursor.next();
      }
    };
  }
}
