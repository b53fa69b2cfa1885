package dev.partita.execution;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Expressions over {@link RandomDocuments} and their elements. For one query. */
abstract class RandomExpressions {

  final SplittableRandom random;
  private final RandomDocuments documents;
  private final Map<String, JsonValue> parameters = new HashMap<>();

  /** What may be read: names of items, and names of elements. */
  final List<String> items = new ArrayList<>();

  final List<String> elements = new ArrayList<>();

  /** What was filtered by last: an order by the same is common. */
  private @Nullable String lastName;

  RandomExpressions(SplittableRandom random) {
    this.random = random;
    this.documents = new RandomDocuments(random, false);
  }

  final Parameters parameters() {
    return new Parameters(parameters);
  }

  final String orderPath() {
    if (lastName != null && random.nextBoolean()) {
      return lastName;
    }
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> "o.a";
      case 3 -> "_ts";
      case 4 -> "pk";
      case 5 -> "id";
      case 6 -> "o.o.b";
      default -> name();
    };
  }

  final String indexedPredicate(String path) {
    String predicate =
        switch (random.nextInt(11)) {
          case 8 -> "ST_DISTANCE(c.loc, " + shape() + ") < " + Math.pow(10, random.nextInt(3, 8));
          case 9 ->
              List.of("ST_WITHIN", "ST_INTERSECTS").get(random.nextInt(2))
                  + "(c.loc, "
                  + shape()
                  + ")";
          case 0, 1 -> path + " = " + constant();
          case 2 -> path + " IN (" + constant() + ", " + constant() + ", " + constant() + ")";
          case 3, 4 -> path + comparison() + constant();
          case 5 -> "(" + path + " BETWEEN " + constant() + " AND " + constant() + ")";
          case 6 -> typeTest() + "(" + path + ")";
          case 7 -> "STARTSWITH(" + path + ", " + string() + ")";
          default -> "ARRAY_CONTAINS(" + arrayPath() + ", " + constant() + ")";
        };
    return random.nextInt(8) == 0 ? "NOT (" + predicate + ")" : predicate;
  }

  final String predicate(int depth) {
    if (depth > 0 && random.nextInt(3) != 0) {
      return switch (random.nextInt(5)) {
        case 0, 1 -> "(" + predicate(depth - 1) + " AND " + predicate(depth - 1) + ")";
        case 2, 3 -> "(" + predicate(depth - 1) + " OR " + predicate(depth - 1) + ")";
        default -> "NOT (" + predicate(depth - 1) + ")";
      };
    }
    if (random.nextInt(12) == 0 && !items.isEmpty()) {
      return keyPredicate(items.getFirst());
    }
    String path = path();
    String not = random.nextInt(4) == 0 ? " NOT" : "";
    return switch (random.nextInt(25)) {
      case 0, 1, 2 -> path + " = " + constant();
      case 3 -> path + " != " + constant();
      case 4, 5 -> path + comparison() + constant();
      case 6 -> path + not + " IN (" + constant() + ", " + constant() + ", " + constant() + ")";
      case 7 -> "(" + path + not + " BETWEEN " + constant() + " AND " + constant() + ")";
      case 8 -> "STARTSWITH(" + path + ", " + string() + flag();
      case 9 -> typeTest() + "(" + path + ")";
      case 10 -> "ARRAY_CONTAINS(" + arrayPath() + ", " + constant() + flag();
      case 11 ->
          (random.nextInt(4) == 0 ? "NOT EXISTS" : "EXISTS")
              + "(SELECT VALUE t FROM t IN "
              + arrayPath()
              + " WHERE t"
              + (random.nextInt(3) == 0 ? ".a" : "")
              + comparison()
              + constant()
              + ")";
      case 12 -> "STRINGEQUALS(" + path + ", " + string() + flag();
      case 13 -> path + not + " LIKE " + pattern();
      case 14 -> path + comparison() + path();
      case 15 ->
          List.of("CONTAINS(", "ENDSWITH(").get(random.nextInt(2))
              + path
              + ", "
              + string()
              + flag();
      case 16 -> constant() + comparison() + path;
      case 17 ->
          List.of("ARRAY_CONTAINS_ANY(", "ARRAY_CONTAINS_ALL(").get(random.nextInt(2))
              + arrayPath()
              + ", "
              + constant()
              + ", "
              + constant()
              + ")";
      case 18 ->
          "ARRAY_CONTAINS(["
              + constant()
              + ", "
              + constant()
              + ", "
              + constant()
              + "], "
              + path
              + ")";
      case 19 -> "(" + path + " ?? " + constant() + ")" + comparison() + constant();
      case 20 ->
          List.of(
                  "LENGTH(" + path + ") > 1",
                  "UPPER(" + path + ") = " + string(),
                  "-" + path + " < 0",
                  "1 / " + path + " < 0")
              .get(random.nextInt(4));
      case 21 -> constant() + not + " IN (" + path + ", " + path() + ", " + constant() + ")";
      case 22 ->
          "REGEXMATCH(" + path + ", " + List.of("'^a'", "'b$'", "'.'").get(random.nextInt(3)) + ")";
      case 23 ->
          "udf."
              + (items.isEmpty() ? "same(" + path : "a(" + items.getFirst())
              + ")"
              + comparison()
              + constant();
      default -> path;
    };
  }

  final String comparison() {
    return List.of(" < ", " <= ", " > ", " >= ", " = ", " != ").get(random.nextInt(6));
  }

  /** The rest of a call that may have a flag. */
  final String flag() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> ", true)";
      case 2 -> ", false)";
      case 3 -> ", " + (random.nextInt(3) == 0 ? path() : parameter(JsonBoolean.TRUE)) + ")";
      default -> ")";
    };
  }

  final String pattern() {
    return switch (random.nextInt(14)) {
      case 0, 1 -> "'a%'";
      case 2 -> "'%b'";
      case 3 -> "'_b%'";
      case 4 -> "'ab'";
      case 5 -> "'a!%' ESCAPE '!'";
      case 6 -> "'a!_%' ESCAPE '!'";
      case 7 -> "'[a-c]%'";
      case 8 -> "'a[%]'";
      case 9 -> "'[^a]%'";
      case 10 -> "'" + "l".repeat(130) + "%'";
      case 11 -> "'%'";
      case 12 -> constant();
      default -> string();
    };
  }

  /** A filter on the partition key. */
  final String keyPredicate(String item) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> item + ".pk = " + key();
      case 2 -> item + ".pk IN (" + key() + ", " + key() + ", " + key() + ")";
      case 3 -> item + ".sub = " + random.nextInt(3);
      case 4 -> "(" + item + ".pk = " + key() + " OR " + item + ".pk = " + key() + ")";
      case 5 ->
          "(" + item + ".pk = " + key() + " AND " + item + ".id = 'i" + random.nextInt(9) + "')";
      case 6 -> item + ".id IN ('i1', 'i" + random.nextInt(30) + "', " + constant() + ")";
      default -> "(" + item + ".pk = " + key() + " AND " + item + ".sub = 0)";
    };
  }

  final String key() {
    JsonValue key = RandomDocuments.key(random);
    return random.nextInt(3) == 0 && !key.isUndefined() ? parameter(key) : key.toString();
  }

  final String typeTest() {
    return List.of(
            "IS_DEFINED",
            "IS_NULL",
            "IS_NUMBER",
            "IS_STRING",
            "IS_BOOL",
            "IS_ARRAY",
            "IS_OBJECT",
            "IS_PRIMITIVE",
            "IS_INTEGER",
            "IS_FINITE_NUMBER",
            "IS_DATETIME")
        .get(random.nextInt(11));
  }

  final String scalar() {
    return switch (random.nextInt(10)) {
      case 9 ->
          random.nextBoolean() && !items.isEmpty()
              ? "udf.a(" + items.getFirst() + ")"
              : "udf.same(" + path() + ")";
      case 5 -> "IIF(" + predicate(0) + ", " + path() + ", " + constant() + ")";
      case 6 -> "(" + predicate(0) + " ? " + path() + " : " + path() + ")";
      case 7 ->
          List.of("LENGTH(", "UPPER(", "ABS(", "TOSTRING(").get(random.nextInt(4)) + path() + ")";
      case 8 -> "(" + predicate(1) + ")";
      case 0 -> "{x: " + path() + ", y: [" + path() + "]}";
      case 1 -> "(" + path() + " ?? " + constant() + ")";
      case 2 -> "ARRAY(SELECT VALUE t FROM t IN " + arrayPath() + ")";
      case 3 -> "(" + path() + " + 1)";
      default -> "(SELECT VALUE COUNT(1) FROM t IN " + arrayPath() + ")";
    };
  }

  final String path() {
    if (items.isEmpty() || (!elements.isEmpty() && random.nextInt(3) == 0)) {
      String element = elements.get(random.nextInt(elements.size()));
      return random.nextInt(3) == 0 ? element + "." + name() : element;
    }
    String item = items.get(random.nextInt(items.size()));
    return switch (random.nextInt(20)) {
      case 12 -> item + "." + arrayName() + "[0]." + name();
      case 13 -> item + "." + arrayName() + "[1][0]";
      case 14 -> item + ".o.o." + name();
      case 15, 16 -> item + "[" + JsonString.of(oddName()) + "]";
      case 17 -> item + "[" + parameter(JsonString.of(name())) + "]";
      case 0 -> item + ".o.a";
      case 1 -> item + ".o." + name();
      case 2 -> item + ".pk";
      case 3 -> item + ".id";
      case 4 -> item + "." + arrayName() + "[" + random.nextInt(2) + "]";
      case 5 -> item + ".missing";
      case 6 -> item + "[\"" + name() + "\"]";
      default -> item + "." + name();
    };
  }

  final String arrayPath() {
    return (items.isEmpty() ? elements.getFirst() : items.getFirst()) + "." + arrayName();
  }

  final String name() {
    lastName = RandomDocuments.NAMES.get(random.nextInt(RandomDocuments.NAMES.size()));
    return lastName;
  }

  final String oddName() {
    return random.nextBoolean()
        ? RandomShapes.name(random)
        : RandomDocuments.ODD_NAMES.get(random.nextInt(RandomDocuments.ODD_NAMES.size()));
  }

  final String arrayName() {
    return RandomDocuments.ARRAYS.get(random.nextInt(RandomDocuments.ARRAYS.size()));
  }

  final String constant() {
    JsonValue value =
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> documents.number();
          case 3, 4, 5 -> documents.string();
          case 6 -> documents.value(0);
          default -> documents.value(2);
        };
    if (random.nextInt(20) == 0) {
      return "undefined";
    }
    if (random.nextInt(3) == 0) {
      return parameter(value);
    }
    return value.toString();
  }

  final String shape() {
    JsonValue shape = documents.shape();
    return random.nextBoolean() ? parameter(shape) : shape.toString();
  }

  final String string() {
    JsonValue value = documents.string();
    return random.nextInt(3) == 0 ? parameter(value) : value.toString();
  }

  final String parameter(JsonValue value) {
    String name = "@p" + parameters.size();
    parameters.put(name, value);
    return name;
  }

  final String count(int least) {
    int count = random.nextInt(4) == 0 ? random.nextInt(3) : least + random.nextInt(12);
    return random.nextInt(4) == 0 ? parameter(JsonNumber.of(count)) : Integer.toString(count);
  }
}
