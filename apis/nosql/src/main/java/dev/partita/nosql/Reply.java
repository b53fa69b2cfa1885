package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.telemetry.RequestOutcome;
import dev.partita.throughput.RequestCharge;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A response under construction. Not for use by several threads. */
final class Reply {

  private static final byte[] NOTHING = new byte[0];

  private final int status;
  private final List<String> headers = new ArrayList<>(24);
  private byte[] body = NOTHING;
  private RequestCharge charge = RequestCharge.ZERO;
  private OptionalInt partition = OptionalInt.empty();
  private int subStatus;

  private Reply(int status) {
    this.status = status;
  }

  static Reply of(int status) {
    return new Reply(status);
  }

  /** The answer to a read that finds what its sender already has. */
  static Reply notModified(String etag) {
    return of(304).etag(etag).charge(Feeds.METADATA_READ);
  }

  Reply header(String name, @Nullable String value) {
    if (value != null) {
      headers.add(name);
      headers.add(value);
    }
    return this;
  }

  Reply body(byte[] json) {
    body = json;
    return header("content-type", "application/json");
  }

  Reply binary(byte[] bytes) {
    body = bytes;
    return header("content-type", "application/octet-stream");
  }

  Reply body(JsonValue json) {
    return body(JsonWriter.bytes(json));
  }

  Reply etag(String etag) {
    return header("etag", etag);
  }

  /** What a failure is, more exactly than its status says. */
  Reply subStatus(int code) {
    subStatus = code;
    return header("x-ms-substatus", Integer.toString(code));
  }

  Reply charge(RequestCharge charge) {
    this.charge = charge;
    return header("x-ms-request-charge", charge.toString());
  }

  Reply continuation(@Nullable String token) {
    return header("x-ms-continuation", token);
  }

  /** A feed in its envelope. */
  Reply feed(String rid, String name, List<? extends JsonValue> entries) {
    return header("x-ms-item-count", Integer.toString(entries.size()))
        .body(
            JsonObject.builder()
                .put("_rid", rid)
                .put(name, JsonArray.of(entries))
                .put("_count", entries.size())
                .build());
  }

  /** A feed whose entries are JSON already. */
  Reply feedOfJson(String rid, String name, List<byte[]> entries) {
    byte[] head = ("{\"_rid\":\"" + rid + "\",\"" + name + "\":[").getBytes(UTF_8);
    byte[] tail = ("],\"_count\":" + entries.size() + "}").getBytes(UTF_8);
    int size = head.length + tail.length + Math.max(0, entries.size() - 1);
    for (byte[] entry : entries) {
      size += entry.length;
    }
    ByteBuffer json = ByteBuffer.allocate(size).put(head);
    for (int i = 0; i < entries.size(); i++) {
      if (i > 0) {
        json.put((byte) ',');
      }
      json.put(entries.get(i));
    }
    return header("x-ms-item-count", Integer.toString(entries.size())).body(json.put(tail).array());
  }

  /** Which database the answer is from. Clients put the paths of containers behind its name. */
  Reply from(DatabaseRecord database) {
    return header("x-ms-alt-content-path", "dbs/" + encode(database.name()))
        .header("x-ms-content-path", Rids.of(database));
  }

  /** Which container the answer is from, by name and by id; clients keep session tokens by it. */
  Reply from(String databaseName, ContainerRecord container) {
    return fromNamed(databaseName, container).header("x-ms-content-path", Rids.of(container));
  }

  /** The same by name only, as it is said of what was not found. */
  Reply fromNamed(String databaseName, ContainerRecord container) {
    return header(
        "x-ms-alt-content-path",
        "dbs/" + encode(databaseName) + "/colls/" + encode(container.name()));
  }

  /** Which partition served it, and how far that is. */
  Reply served(int partition, long lsn) {
    return from(partition)
        .header("lsn", Long.toString(lsn))
        .header("x-ms-session-token", SessionTokens.token(partition, lsn));
  }

  /** Which partition served it, where only one did. */
  Reply from(int number) {
    partition = OptionalInt.of(number);
    return header("x-ms-documentdb-partitionkeyrangeid", Integer.toString(number));
  }

  /** For what is read from several partitions. Answers to a write must name one: clients insist. */
  Reply served(List<OwnedPartition> partitions) {
    return header("x-ms-session-token", SessionTokens.tokens(partitions));
  }

  /** Nearly every name is, and to find that out takes less than to encode it. */
  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) {
        return false;
      }
    }
    return true;
  }

  /** Reports what came of the request, and gives the answer out. */
  Response build(Call call) {
    return build(call.activityId(), call.outcome());
  }

  Response build(String activityId, RequestOutcome outcome) {
    partition.ifPresent(outcome::partition);
    outcome.charge(charge.requestUnits()).answered(status, subStatus & 0xFFFF, body.length);

    header("x-ms-activity-id", activityId);
    header("x-ms-serviceversion", "version=2.14.0.0");
    header("x-ms-schemaversion", "1.18");
    return new Response(status, Headers.of(headers.toArray(String[]::new)), body);
  }

  private static String encode(String name) {
    if (isPlain(name)) {
      return name;
    }
    return URLEncoder.encode(name, UTF_8).replace("+", "%20");
  }
}
