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
 * Request to a server. Immutable: each {@code with} returns a copy.
 *
 * @param segments the path's segments, not encoded
 * @param admin whether it is for the admin API, which takes the account key itself and has query
 *     parameters
 */
public record ClientRequest(
    String method,
    List<String> segments,
    String query,
    Map<String, String> headers,
    byte[] body,
    boolean admin) {

  private static final byte[] NOTHING = {};
  private static final String UNRESERVED = "-._~";
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  /** Builds a request of the NoSQL protocol, such as {@code nosql("GET", "dbs", "shop")}. */
  public static ClientRequest nosql(String method, String... segments) {
    return new ClientRequest(method, List.of(segments), "", Map.of(), NOTHING, false);
  }

  /** Builds a request of the admin API, below {@code /api/v1}. */
  public static ClientRequest admin(String method, String... segments) {
    var path = new ArrayList<String>(List.of("api", "v1"));
    path.addAll(List.of(segments));
    return new ClientRequest(method, List.copyOf(path), "", Map.of(), NOTHING, true);
  }

  public ClientRequest with(String header, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new ClientRequest(method, segments, query, Map.copyOf(more), body, admin);
  }

  public ClientRequest withBody(JsonValue json) {
    return withBody(JsonWriter.bytes(json));
  }

  public ClientRequest withBody(byte[] bytes) {
    return new ClientRequest(method, segments, query, headers, bytes, admin);
  }

  /** Adds a query parameter. */
  public ClientRequest withParameter(String name, String value) {
    String added = encode(name) + "=" + encode(value);
    return new ClientRequest(
        method, segments, query.isEmpty() ? added : query + "&" + added, headers, body, admin);
  }

  /** Adds the partition key, one value for each of its paths. */
  public ClientRequest withKey(PartitionKeyValues key) {
    return with("x-ms-documentdb-partitionkey", key.header());
  }

  /** Path and query as they are sent. */
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

  /** Resource type that the signature covers. */
  String signedKind() {
    int size = segments.size();
    if (size == 0) {
      return "";
    }
    return segments.get(size % 2 == 1 ? size - 1 : size - 2);
  }

  /** Resource link that the signature covers: that of the resource, or of the parent of a feed. */
  String signedLink() {
    int size = segments.size();
    List<String> link = segments.subList(0, size % 2 == 1 ? size - 1 : size);
    // Offers are addressed by resource id, which is signed in lower case.
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
