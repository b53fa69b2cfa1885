package dev.partita.telemetry;

import dev.partita.net.http.Request;
import java.util.Locale;

/** What a request asks for, as far as monitoring tells requests apart. */
public enum OperationKind {
  READ,
  CREATE,
  UPSERT,
  REPLACE,
  PATCH,
  DELETE,
  BATCH,
  QUERY,
  QUERY_PLAN,
  READ_FEED,
  CHANGE_FEED,
  EXECUTE,
  /** On databases, containers and the like. */
  METADATA,
  OTHER;

  /** How metrics and logs name it: {@code ReadFeed}. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (String word : name().split("_", -1)) {
      text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  /** The kind of a request of the NoSQL API. Nothing is built for a read of an item. */
  public static OperationKind ofNosql(Request request) {
    String path = request.path();
    int kind = afterSegments(path, 4);
    if (kind > 0 && isSegment(path, kind, "docs")) {
      boolean item = path.length() > kind + "docs/".length();
      return switch (request.method()) {
        case "GET" -> item ? READ : feed(request);
        case "POST" -> post(request);
        case "PUT" -> REPLACE;
        case "PATCH" -> PATCH;
        case "DELETE" -> DELETE;
        default -> OTHER;
      };
    }
    boolean executes =
        kind > 0
            && isSegment(path, kind, "sprocs")
            && path.length() > kind + "sprocs/".length()
            && request.method().equals("POST");
    return executes ? EXECUTE : METADATA;
  }

  /** The kind of a request of the Table API. */
  public static OperationKind ofTable(Request request) {
    String path = request.path();
    boolean key = path.endsWith(")") && !path.endsWith("()") && !path.contains("/Tables(");
    if (path.endsWith("/$batch")) {
      return BATCH;
    }
    if (path.contains("/Tables")) {
      return METADATA;
    }
    return switch (request.method()) {
      case "GET" -> key ? READ : QUERY;
      case "POST" -> CREATE;
      case "PUT" -> request.headers().first("if-match") == null ? UPSERT : REPLACE;
      case "MERGE", "PATCH" -> PATCH;
      case "DELETE" -> DELETE;
      default -> OTHER;
    };
  }

  private static OperationKind feed(Request request) {
    return request.headers().first("a-im") == null ? READ_FEED : CHANGE_FEED;
  }

  private static OperationKind post(Request request) {
    if (is(request, "x-ms-documentdb-isquery")
        || "application/query+json".equals(request.headers().first("content-type"))) {
      return is(request, "x-ms-cosmos-is-query-plan-request") ? QUERY_PLAN : QUERY;
    }
    if (is(request, "x-ms-cosmos-is-batch-request")) {
      return BATCH;
    }
    return is(request, "x-ms-documentdb-is-upsert") ? UPSERT : CREATE;
  }

  private static boolean is(Request request, String header) {
    return "true".equalsIgnoreCase(request.headers().first(header));
  }

  /** Whether the segment that begins there is this one. */
  private static boolean isSegment(String path, int start, String segment) {
    int end = start + segment.length();
    return path.startsWith(segment, start) && (end == path.length() || path.charAt(end) == '/');
  }

  /**
   * Where what follows so many segments begins, {@code docs} in {@code /dbs/d/colls/c/docs/i} for
   * four; -1 if there are no more.
   */
  private static int afterSegments(String path, int count) {
    int slash = 0;
    for (int i = 0; i < count; i++) {
      slash = path.indexOf('/', slash + 1);
      if (slash < 0) {
        return -1;
      }
    }
    return slash + 1;
  }
}
