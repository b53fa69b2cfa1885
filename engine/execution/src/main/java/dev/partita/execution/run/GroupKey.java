package dev.partita.execution.run;

import dev.partita.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values that the rows of a group have in common. Immutable. */
public final class GroupKey {

  static final GroupKey NONE = new GroupKey();

  private final JsonValue[] values;
  private final int hash;

  /** Takes the array over. */
  GroupKey(JsonValue... values) {
    this.values = values;
    this.hash = Arrays.hashCode(values);
  }

  List<JsonValue> values() {
    return Arrays.asList(values);
  }

  JsonValue first() {
    return values[0];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GroupKey key && key.hash == hash && Arrays.equals(key.values, values);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
