package dev.partita.cli.advice;

import dev.partita.advice.RequestShape.Action;
import dev.partita.advice.RequestShape.Scope;
import dev.partita.advice.Workload;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A workload as YAML: docs/guide/advice.md. Everything that is not known is refused.
 *
 * @param throughput in request units per second; 0 if it does not say
 * @param gigabytes how much there will be; 0 if it does not say
 */
record WorkloadFile(Workload workload, int throughput, double gigabytes) {

  private static final Set<String> PROPERTIES =
      Set.of("throughput", "gigabytes", "partitionKey", "requests");
  private static final Set<String> OF_REQUEST = Set.of("type", "rate", "by", "changes", "units");
  private static final double READ_UNITS = 1;
  private static final double WRITE_UNITS = 6;
  private static final double QUERY_UNITS = 3;
  private static final double RATE_MAX = 1e9;

  static WorkloadFile read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "Cannot read the workload", e)
          .with("file", file)
          .with("reason", e);
    }
    try {
      return of(
          new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadFromString(text));
    } catch (YamlEngineException e) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "The workload is no YAML", e)
          .with("file", file)
          .with("reason", String.valueOf(e.getMessage()));
    } catch (DatabaseException e) {
      throw e.with("file", file);
    }
  }

  private static WorkloadFile of(@Nullable Object yaml) {
    Map<?, ?> all = map(yaml, "the workload");
    requireKnown(all, PROPERTIES);
    List<Workload.Kind> kinds = new ArrayList<>();
    if (!(all.get("requests") instanceof List<?> requests) || requests.isEmpty()) {
      throw DatabaseException.badRequest("A workload has a list of requests.")
          .with("property", "requests");
    }
    requests.forEach(each -> kinds.add(kind(map(each, "a request"))));
    Object key = all.get("partitionKey");
    List<String> paths = key == null ? List.of() : paths(key, "partitionKey");
    PartitionKeyDefinition present =
        paths.isEmpty()
            ? null
            : paths.size() == 1
                ? PartitionKeyDefinition.hash(paths.getFirst())
                : PartitionKeyDefinition.multiHash(paths.toArray(String[]::new));
    return new WorkloadFile(
        new Workload(present, kinds),
        (int) number(all, "throughput", 0, Integer.MAX_VALUE),
        number(all, "gigabytes", 0, RATE_MAX));
  }

  private static Workload.Kind kind(Map<?, ?> request) {
    requireKnown(request, OF_REQUEST);
    Object type = request.get("type");
    Action action =
        switch (String.valueOf(type)) {
          case "read" -> Action.READ;
          case "create" -> Action.CREATE;
          case "replace", "upsert" -> Action.WRITE;
          case "patch" -> Action.PATCH;
          case "delete" -> Action.DELETE;
          case "query" -> Action.QUERY;
          default ->
              throw DatabaseException.badRequest(
                      "The type of a request is read, create, replace, upsert, patch, delete or"
                          + " query.")
                  .with("type", String.valueOf(type));
        };
    double units =
        switch (action) {
          case READ -> READ_UNITS;
          case QUERY -> QUERY_UNITS;
          case CREATE, WRITE, PATCH, DELETE, FEED, SCRIPT -> WRITE_UNITS;
        };
    Object by = request.get("by");
    Object changes = request.get("changes");
    if (by != null && action != Action.QUERY) {
      throw DatabaseException.badRequest("Only queries have paths to find items by.")
          .with("property", "by")
          .with("type", String.valueOf(type));
    }
    double rate = number(request, "rate", -1, RATE_MAX);
    if (rate <= 0) {
      throw DatabaseException.badRequest("A request has a rate: how many there are a second.")
          .with("type", String.valueOf(type));
    }
    return new Workload.Kind(
        action,
        Scope.SINGLE,
        rate,
        by == null ? List.of() : paths(by, "by"),
        changes == null ? Set.of() : new HashSet<>(paths(changes, "changes")),
        number(request, "units", units, RATE_MAX),
        1);
  }

  private static Map<?, ?> map(@Nullable Object yaml, String what) {
    if (yaml instanceof Map<?, ?> map) {
      return map;
    }
    throw DatabaseException.badRequest("In a workload, " + what + " has properties with values.");
  }

  private static void requireKnown(Map<?, ?> properties, Set<String> known) {
    for (Object name : properties.keySet()) {
      if (!known.contains(String.valueOf(name))) {
        throw DatabaseException.badRequest("A workload has no such property.")
            .with("property", String.valueOf(name))
            .with("known", known.stream().sorted().toList());
      }
    }
  }

  private static List<String> paths(Object yaml, String property) {
    List<?> given = yaml instanceof List<?> list ? list : List.of(yaml);
    List<String> paths = new ArrayList<>();
    for (Object each : given) {
      JsonPath path = JsonPath.parse(String.valueOf(each));
      paths.add(JsonPath.of(path.steps().toArray(String[]::new)).toString());
    }
    if (paths.isEmpty()) {
      throw DatabaseException.badRequest("This names a path, or a list of some.")
          .with("property", property);
    }
    return paths;
  }

  private static double number(Map<?, ?> of, String property, double otherwise, double most) {
    Object value = of.get(property);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Number number
        && number.doubleValue() >= 0
        && number.doubleValue() <= most) {
      return number.doubleValue();
    }
    throw DatabaseException.badRequest("This is a number, and not negative.")
        .with("property", property)
        .with("value", String.valueOf(value));
  }
}
