package dev.partita.advice;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.Locale;

/**
 * A partition key that a container could have.
 *
 * @param paths the properties it is made of, in their order
 * @param suffixes how many suffixes there are; 0 without
 */
public record KeyCandidate(Form form, List<String> paths, int suffixes) {

  /** How a key is made of properties. */
  public enum Form {
    SINGLE,
    HIERARCHICAL,
    /** The value behind some digits of its hash, for tables whose keys lie in their order. */
    PREFIXED,
    /** One text of all values. */
    JOINED,
    /** The value with a number that is drawn for each document. */
    RANDOM,
    /** The value with a number that is computed from another property. */
    CALCULATED
  }

  public KeyCandidate {
    paths = List.copyOf(paths);
  }

  static KeyCandidate single(String path) {
    return new KeyCandidate(Form.SINGLE, List.of(path), 0);
  }

  static KeyCandidate hierarchical(List<String> paths) {
    return new KeyCandidate(Form.HIERARCHICAL, paths, 0);
  }

  /** As the command line takes it. */
  public String text() {
    String all = String.join(", ", paths);
    return switch (form) {
      case SINGLE, HIERARCHICAL -> all;
      case PREFIXED -> "prefix(" + all + ")";
      case JOINED -> "join(" + all + ")";
      case RANDOM -> "random(" + all + ", " + suffixes + ")";
      case CALCULATED -> "calculated(" + all + ", " + suffixes + ")";
    };
  }

  boolean isSynthetic() {
    return form == Form.PREFIXED
        || form == Form.JOINED
        || form == Form.RANDOM
        || form == Form.CALCULATED;
  }

  /** The number of the key for these values, of which those of missing properties are MISSING. */
  long key(long[] values, long drawn) {
    long key = values[0];
    return switch (form) {
      case SINGLE -> key;
      case PREFIXED -> key == Rows.MISSING ? key : ValueHash.mix(1, key);
      case HIERARCHICAL, JOINED -> {
        boolean nothing = key == Rows.MISSING;
        for (int i = 1; i < values.length; i++) {
          nothing &= values[i] == Rows.MISSING;
          key = ValueHash.mix(key, values[i]);
        }
        yield nothing ? Rows.MISSING : key;
      }
      case RANDOM ->
          key == Rows.MISSING ? key : ValueHash.mix(key, Long.remainderUnsigned(drawn, suffixes));
      case CALCULATED ->
          key == Rows.MISSING
              ? key
              : ValueHash.mix(key, Long.remainderUnsigned(ValueHash.mix(1, values[1]), suffixes));
    };
  }

  JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("key", text())
            .put("form", form.name().toLowerCase(Locale.ROOT))
            .put("paths", JsonArray.of(paths.stream().map(JsonString::of).toList()));
    return suffixes == 0 ? json.build() : json.put("suffixes", suffixes).build();
  }
}
