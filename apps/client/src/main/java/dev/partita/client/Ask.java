package dev.partita.client;

import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A request. Immutable: each {@code with} gives another one.
 *
 * @param segments the path, not encoded
 * @param admin whether it is for the admin API, which takes the key itself and knows queries
 */
public record Ask(
    String method,
    List<String> segments,
    String query,
    Map<String, String> headers,
    byte[] body,
    boolean admin) {

  private static final byte[] NOTHING = {};
  private static final String UNRESERVED = "-._~";
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  /** A request of the NoSQL protocol, such as {@code nosql("GET", "dbs", "shop")}. */
  public static Ask nosql(String method, String... segments) {
    return new Ask(method, List.of(segments), "", Map.of(), NOTHING, false);
  }

  /** A request of the admin API, below {@code /api/v1}. */
  public static Ask admin(String method, String... segments) {
    var path = new ArrayList<String>(List.of("api", "v1"));
    path.addAll(List.of(segments));
    return new Ask(method, List.copyOf(path), "", Map.of(), NOTHING, true);
  }

  public Ask with(String header, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Ask(method, segments, query, Map.copyOf(more), body, admin);
  }

  public Ask withBody(JsonValue json) {
    return withBody(JsonWriter.bytes(json));
  }

  public Ask withBody(byte[] bytes) {
    return new Ask(method, segments, query, headers, bytes, admin);
  }

  /** With a parameter of the URI's query. */
  public Ask withParameter(String name, String value) {
    String added = encode(name) + "=" + encode(value);
    return new Ask(
        method, segments, query.isEmpty() ? added : query + "&" + added, headers, body, admin);
  }

  /** With the values of a partition key, one for each of its paths. */
  public Ask withKey(PartitionKeyValues key) {
    return with("x-ms-documentdb-partitionkey", key.header());
  }

  /** The path and query as they go over the wire. */
  String uri() {
    var path = new StringBuilder();
    for (String segment : segments) {
      path.append('/').append(encode(segment));
    }
    if (path.isEmpty()) {
      path.append('/');
    }
    return query.isEmpty() ? path.toString() : path + "?" + query;
  }

  /** The kind of resource that a signature covers. */
  String signedKind() {
    int size = segments.size();
    if (size == 0) {
      return "";
    }
    return segments.get(size % 2 == 1 ? size - 1 : size - 2);
  }

  /** The path that a signature covers: of the resource, or of the one that has the feed. */
  String signedLink() {
    int size = segments.size();
    List<String> link = segments.subList(0, size % 2 == 1 ? size - 1 : size);
    // Offers have no names, only ids of the system, which are signed in lower case.
    return signedKind().equals("offers") && link.size() == 2
        ? link.get(1).toLowerCase(Locale.ROOT)
        : String.join("/", link);
  }

  private static String encode(String text) {
    var encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = b > 0 && (Character.isLetterOrDigit(b) || UNRESERVED.indexOf(b) >= 0);
      if (plain) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX[(b >> 4) & 15]).append(HEX[b & 15]);
      }
    }
    return encoded.toString();
  }
}
