package dev.partita.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.Query;
import java.net.URLEncoder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Query advice: the rules of good queries that a query breaks, by their numbers in the service's
 * documentation; those about filters first. Immutable.
 */
public record QueryAdvice(List<String> rules) {

  public QueryAdvice {
    rules = List.copyOf(rules);
  }

  public static QueryAdvice of(Query query, Parameters parameters) {
    Reader reader = new Reader(parameters);
    reader.query(query);
    return new QueryAdvice(List.copyOf(reader.rules));
  }

  /** Form in the response header; clients have the texts. */
  public String headerText() {
    List<JsonValue> entries =
        rules.stream()
            .<JsonValue>map(
                rule ->
                    JsonObject.builder()
                        .put("Id", JsonString.of(rule))
                        .put("Params", JsonArray.EMPTY)
                        .build())
            .toList();
    return URLEncoder.encode(JsonArray.of(entries).toString(), UTF_8);
  }

  /** Traversal of a query. For one thread. */
  private static final class Reader {

    private final Set<String> rules = new LinkedHashSet<>();
    private final Parameters parameters;

    Reader(Parameters parameters) {
      this.parameters = parameters;
    }

    void query(Query query) {
      query.derived().forEach(this::query);
      if (query.where() != null) {
        expression(query.where(), true);
      }
      query.select().selection().expressions().forEach(each -> expression(each, false));
      query.groupBy().forEach(each -> expression(each, false));
    }

    private void expression(Expression expression, boolean filters) {
      switch (expression) {
        case Expression.Call call -> call(call, filters);
        case Expression.Subquery subquery -> query(subquery.query());
        default -> {
          // Only functions have rules.
        }
      }
      expression.children().forEach(child -> expression(child, filters));
    }

    private void call(Expression.Call call, boolean filters) {
      switch (Functions.key(call.name())) {
        case "ARRAYCONTAINS" -> adviseIf(isThirdTrue(call), "QA1000");
        case "CONTAINS" -> rules.add("QA1002");
        case "STARTSWITH", "STRINGEQUALS" -> adviseIf(isThirdTrue(call), "QA1003");
        case "ENDSWITH" -> rules.add("QA1004");
        case "UPPER", "LOWER" -> adviseIf(filters, "QA1006");
        case "GETCURRENTDATETIME" -> rules.add("QA1007");
        case "GETCURRENTTICKS" -> rules.add("QA1008");
        case "GETCURRENTTIMESTAMP" -> rules.add("QA1009");
        default -> {
          // Other expressions have no rules.
        }
      }
    }

    private void adviseIf(boolean broken, String rule) {
      if (broken) {
        rules.add(rule);
      }
    }

    /**
     * Whether the third argument of a call is true, which selects partial matches or ignores case.
     */
    private boolean isThirdTrue(Expression.Call call) {
      return call.arguments().size() > 2
          && switch (call.arguments().get(2)) {
            case Expression.Literal(JsonValue value, _) -> value == JsonBoolean.TRUE;
            case Expression.Parameter(String name, _) ->
                parameters.values().get(name) == JsonBoolean.TRUE;
            default -> false;
          };
    }
  }
}
