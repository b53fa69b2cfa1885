package dev.partita.mql;

import java.util.Arrays;
import java.util.List;

/** What the names of fields may be in paths of sorts, projections and expressions. */
public final class FieldNames {

  private FieldNames() {}

  /**
   * The names of a dotted path.
   *
   * @throws MqlException if one of them is none that fields can have
   */
  public static List<String> ofPath(String path) {
    if (path.isEmpty()) {
      throw new MqlException(40352, "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw new MqlException(40353, "FieldPath must not end with a '.'.");
    }
    List<String> names = Arrays.asList(path.split("\\.", -1));
    names.forEach(FieldNames::require);
    return names;
  }

  private static void require(String name) {
    if (name.isEmpty()) {
      throw new MqlException(15998, "FieldPath field names may not be empty strings.");
    }
    if (name.startsWith("$")) {
      throw new MqlException(
          16410,
          "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
    if (name.indexOf(0) >= 0) {
      throw new MqlException(16411, "FieldPath field names may not contain '\0'.");
    }
  }

  /**
   * A name without dots.
   *
   * @throws MqlException if it is none that a field can have
   */
  public static String requireSimple(String name) {
    if (name.isEmpty()) {
      throw new MqlException(15998, "FieldPath field names may not be empty strings.");
    }
    require(name);
    if (name.indexOf('.') >= 0) {
      throw new MqlException(
          16412,
          "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    }
    return name;
  }
}
