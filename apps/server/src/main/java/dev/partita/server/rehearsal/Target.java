package dev.partita.server.rehearsal;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonReader;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.partition.PartitionDescriptor;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a container that a request of the NoSQL API is about.
 *
 * @param container its number
 * @param positions where in it the request looks or writes
 * @param key the position of its partition key; null if it names none
 */
record Target(int container, KeyRange positions, byte @Nullable [] key, boolean isWrite) {

  private static final Set<String> CONTENTS = Set.of("docs", "sprocs");
  private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");
  private static final int SEGMENTS = 5;

  /**
   * @param containers finds a container by the names of its database and its own
   * @return empty for requests about anything else
   */
  static Optional<Target> of(
      Request request, BiFunction<String, String, Optional<Container>> containers) {
    List<String> path = List.of(request.path().substring(1).split("/", -1));
    if (path.size() < SEGMENTS
        || !path.get(0).equals("dbs")
        || !path.get(2).equals("colls")
        || !CONTENTS.contains(path.get(4))) {
      return Optional.empty();
    }
    return containers
        .apply(decoded(path.get(1)), decoded(path.get(3)))
        .map(container -> of(container, request));
  }

  private static Target of(Container container, Request request) {
    Headers headers = request.headers();
    boolean isWrite = isWrite(request);
    String header = headers.first("x-ms-documentdb-partitionkey");
    byte[] key =
        header == null && isWrite && request.body().length > 0
            ? keyIn(container, request.body())
            : keyOf(container, header);
    String partition = headers.first("x-ms-documentdb-partitionkeyrangeid");
    KeyRange positions =
        key != null
            ? container.map().owner(key).positions()
            : container.map().current().stream()
                .filter(each -> Integer.toString(each.number()).equals(partition))
                .findFirst()
                .map(PartitionDescriptor::positions)
                .orElse(KeyRange.ALL);
    return new Target(container.number(), positions, key, isWrite);
  }

  /** The position of a partition key; null for none, or one that the API will refuse. */
  static byte @Nullable [] keyOf(Container container, @Nullable String json) {
    if (json == null) {
      return null;
    }
    try {
      PartitionScheme scheme = container.definition().scheme();
      PartitionKey key =
          scheme instanceof PartitionScheme.Hashed(var definition)
              ? definition.parse(json)
              : PartitionKey.parse(json);
      return scheme.logicalKey(key).position();
    } catch (DatabaseException e) {
      return null;
    }
  }

  /** The position of the key of an item that is written without saying its key beside it. */
  private static byte @Nullable [] keyIn(Container container, byte[] item) {
    try {
      PartitionScheme scheme = container.definition().scheme();
      return scheme instanceof PartitionScheme.Hashed(var definition)
          ? scheme.logicalKey(definition.extract(JsonReader.DEFAULT.readObject(item))).position()
          : null;
    } catch (DatabaseException e) {
      return null;
    }
  }

  private static boolean isWrite(Request request) {
    String type = request.headers().first("content-type");
    boolean isQuery =
        "true".equalsIgnoreCase(request.headers().first("x-ms-documentdb-isquery"))
            || (type != null && type.startsWith("application/query+json"));
    return WRITES.contains(request.method()) && !isQuery;
  }

  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // No container has this name; the API says so.
      return "";
    }
  }
}
