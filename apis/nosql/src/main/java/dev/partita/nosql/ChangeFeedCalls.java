package dev.partita.nosql;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.document.ChangeFeed;
import dev.partita.document.Documents;
import dev.partita.document.FeedChange;
import dev.partita.document.FeedMode;
import dev.partita.document.FeedPage;
import dev.partita.document.FeedStart;
import dev.partita.document.FeedToken;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonValue;
import dev.partita.partition.Change;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Reading what has changed. A client asks for a partition or a range; the position is an LSN in the
 * entity tag, which stays good for the partition's children. A request over more than one partition
 * has a position for each in its tag.
 */
final class ChangeFeedCalls {

  private static final String WIRE_FORMAT = "x-ms-cosmos-changefeed-wire-format-version";
  private static final String WRAPPED_FORMAT = "2021-09-15";

  private final Documents documents;
  private final ContainerQuotas quotas;
  private final ConsistencyPolicy consistency;

  ChangeFeedCalls(Documents documents, ContainerQuotas quotas, ConsistencyPolicy consistency) {
    this.consistency = consistency;
    this.quotas = quotas;
    this.documents = documents;
  }

  Reply read(Call call, Container container, String incremental) {
    FeedMode mode =
        switch (incremental.toLowerCase(Locale.ROOT)) {
          case "incremental feed" -> FeedMode.LATEST_VERSION;
          case "full-fidelity feed" -> FeedMode.ALL_VERSIONS;
          default ->
              throw Call.invalid("a-im", incremental, "Incremental Feed or Full-Fidelity Feed");
        };
    boolean wrapped = isWrapped(call) || mode == FeedMode.ALL_VERSIONS;
    Scope scope = Scope.of(call, container);
    ChangeFeed feed = documents.changeFeed(container);
    requireWithinRetention(call, mode);
    SessionTokens.requireReadable(call, container, scope);
    FeedToken token = token(call, feed, scope, container);
    PartitionKey key = scope.key() == null ? PartitionKey.EMPTY : scope.key();
    FeedPage page =
        feed.read(token, key, mode, call.maxItemCount(Feeds.DEFAULT_PAGE), consistency.terms(call));
    List<OwnedPartition> owners = scope.owners(container);
    Reply reply =
        Reply.of(page.changes().isEmpty() ? 304 : 200)
            .etag(etag(page.next()))
            .charge(page.charge())
            .served(owners);
    if (owners.size() == 1) {
      reply.from(owners.getFirst().number());
    }
    quotas.say(reply, call, container, owners);
    if (page.changes().isEmpty()) {
      return reply;
    }
    List<JsonObject> rows = new ArrayList<>();
    for (FeedChange change : page.changes()) {
      rows.add(wrapped ? wrapped(container, change) : plain(change));
    }
    return reply.feed(Rids.of(container.record()), "Documents", rows);
  }

  /** Whether the client asks for changes with what is known about each beside it. */
  private static boolean isWrapped(Call call) {
    String version = call.header(WIRE_FORMAT);
    if (version != null && !version.equals(WRAPPED_FORMAT)) {
      throw Call.invalid(WIRE_FORMAT, version, WRAPPED_FORMAT);
    }
    return version != null;
  }

  /** Of all versions there are only some, so that nobody may take them for all from the first. */
  private static void requireWithinRetention(Call call, FeedMode mode) {
    if (mode == FeedMode.ALL_VERSIONS
        && call.header("if-none-match") == null
        && call.header("if-modified-since") == null) {
      throw DatabaseException.badRequest(
          "All versions and deletes cannot be read from the beginning. You must read the change"
              + " feed from within the retention period.");
    }
  }

  private static FeedToken token(Call call, ChangeFeed feed, Scope scope, Container container) {
    String position = call.header("if-none-match");
    String since = call.header("if-modified-since");
    if (position == null && since == null) {
      return feed.start(scope.positions(), new FeedStart.Beginning());
    }
    if (position == null) {
      return feed.start(scope.positions(), new FeedStart.Time(time(since == null ? "" : since)));
    }
    if (position.equals("*")) {
      return feed.start(scope.positions(), new FeedStart.Now());
    }
    String text = unquote(position);
    if (text.startsWith("{")) {
      FeedToken given =
          Objects.requireNonNull(call.parsed("if-none-match", _ -> FeedToken.decode(text)));
      return within(given, scope.positions());
    }
    long lsn = lsn(text, position);
    return new FeedToken(
        scope.owners(container).stream()
            .map(
                owned ->
                    new FeedToken.Part(
                        scope.positions().intersect(owned.partition().descriptor().positions()),
                        lsn))
            .toList());
  }

  /** A token comes from the client: it cannot lead out of what the request is about. */
  private static FeedToken within(FeedToken token, KeyRange positions) {
    return new FeedToken(
        token.parts().stream()
            .map(part -> new FeedToken.Part(part.positions().intersect(positions), part.lsn()))
            .filter(part -> !part.positions().isEmpty())
            .toList());
  }

  private static long lsn(String text, String position) {
    try {
      long lsn = Long.parseLong(text);
      if (lsn >= 0) {
        return lsn;
      }
    } catch (NumberFormatException e) {
      throw Call.invalid("if-none-match", position, "an entity tag of this feed");
    }
    throw Call.invalid("if-none-match", position, "an entity tag of this feed");
  }

  /** The LSN alone where one is enough, as clients expect of a partition. */
  private static String etag(FeedToken token) {
    return switch (token.parts().size()) {
      case 0 -> "\"0\"";
      case 1 -> "\"" + token.parts().getFirst().lsn() + "\"";
      default -> "\"" + token.encode().replace('"', '\'') + "\"";
    };
  }

  private static String unquote(String etag) {
    String text = etag.startsWith("W/") ? etag.substring(2) : etag;
    if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
      text = text.substring(1, text.length() - 1);
    }
    return text.replace('\'', '"');
  }

  private static long time(String httpDate) {
    try {
      return ZonedDateTime.parse(httpDate, DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant()
          .toEpochMilli();
    } catch (DateTimeParseException e) {
      throw Call.invalid("if-modified-since", httpDate, "a date in the form of RFC 1123");
    }
  }

  private static JsonObject plain(FeedChange change) {
    return version(change.current().orElseThrow(), change.lsn());
  }

  private static JsonObject version(StoredItem item, long lsn) {
    return item.document().with("_lsn", JsonNumber.of(lsn));
  }

  private static JsonObject wrapped(Container container, FeedChange change) {
    JsonObject.Builder metadata =
        JsonObject.builder()
            .put("operationType", operation(change.kind()))
            .put("lsn", change.lsn())
            .put("crts", change.timeMillis() / 1000)
            .put("previousImageLSN", change.previousLsn());
    JsonObject.Builder row = JsonObject.builder();
    if (change.kind().removes()) {
      metadata
          .put("timeToLiveExpired", change.kind() == Change.Kind.EXPIRE)
          .put("id", change.id())
          .put("partitionKey", partitionKey(container, change));
      row.put("current", JsonObject.EMPTY);
    } else {
      change.current().ifPresent(item -> row.put("current", version(item, change.lsn())));
    }
    change.previous().ifPresent(item -> row.put("previous", version(item, change.previousLsn())));
    return row.put("metadata", metadata.build()).build();
  }

  private static String operation(Change.Kind kind) {
    return switch (kind) {
      case CREATE -> "create";
      case REPLACE -> "replace";
      case DELETE, EXPIRE -> "delete";
    };
  }

  /** The key as an object, a property for the last step of each path. */
  private static JsonObject partitionKey(Container container, FeedChange change) {
    PartitionKeyDefinition definition = Scope.definition(container);
    List<JsonValue> components = change.partitionKey().components();
    JsonObject.Builder key = JsonObject.builder();
    for (int i = 0; i < components.size(); i++) {
      JsonPath path = definition.paths().get(i);
      key.put(path.steps().getLast(), components.get(i));
    }
    return key.build();
  }
}
