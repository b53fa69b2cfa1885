package dev.partita.telemetry;

import dev.partita.net.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** How the requests of an API are read for counting and logging. */
public enum RequestPaths {
  NOSQL {
    @Override
    OperationKind kind(Request request) {
      return OperationKind.ofNosql(request);
    }

    @Override
    Target target(Request request) {
      String[] segments = request.path().split("/", 6);
      String key = request.headers().first("x-ms-documentdb-partitionkey");
      return new Target(
          segments.length > 2 ? decode(segments[2]) : "",
          segments.length > 4 ? decode(segments[4]) : "",
          key == null ? "" : key);
    }
  },
  TABLE {
    @Override
    OperationKind kind(Request request) {
      return OperationKind.ofTable(request);
    }

    @Override
    Target target(Request request) {
      // The table is the last segment, up to the keys of an entity, which stand in brackets.
      String path = request.path();
      int bracket = path.indexOf('(');
      int end = bracket < 0 ? path.length() : bracket;
      int slash = path.lastIndexOf('/', end);
      String account = slash > 0 ? path.substring(1, slash) : "";
      String table = path.substring(Math.min(slash + 1, end), end);
      String keys = path.substring(Math.min(end + 1, path.length()));
      return new Target(
          decode(account),
          decode(table),
          decode(keys.endsWith(")") ? keys.substring(0, keys.length() - 1) : keys));
    }
  };

  /**
   * What a request is about.
   *
   * @param key of the items, as the request has it; empty if it has none
   */
  record Target(String database, String container, String key) {}

  abstract OperationKind kind(Request request);

  abstract Target target(Request request);

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
