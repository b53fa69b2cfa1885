package dev.partita.nosql;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.Container;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.partition.PartitionDescriptor;
import java.util.List;

/** Requests on the partitions of a container, which clients call partition key ranges. */
final class RangeCalls {

  private final Resolver resolver;

  RangeCalls(Resolver resolver) {
    this.resolver = resolver;
  }

  /**
   * The whole map, or 304 for a client that has this version: clients ask until they are told so.
   */
  Reply feed(Call call) {
    if (call.intent() != Intent.READ) {
      throw call.methodNotAllowed();
    }
    Container container = resolver.container(call.path());
    ContainerRecord record = container.record();
    List<JsonObject> ranges =
        record.map().current().stream().map(range -> document(record, range)).toList();
    String etag = Etags.of(JsonArray.of(ranges), record.number(), record.map().version());
    if (Etags.isKnown(call, etag)) {
      return Reply.notModified(etag);
    }
    return Reply.of(200)
        .etag(etag)
        .charge(Feeds.METADATA_READ)
        .header("x-ms-content-path", Rids.of(record))
        .feed(Rids.of(record), "PartitionKeyRanges", ranges);
  }

  private static JsonObject document(ContainerRecord record, PartitionDescriptor range) {
    JsonObject contents = contents(record, range);
    return contents.with("_etag", JsonString.of(Etags.of(contents, record.map().version())));
  }

  private static JsonObject contents(ContainerRecord record, PartitionDescriptor range) {
    String rid = Rids.range(record, range.number());
    byte[] end = range.positions().end();
    int partitions = record.map().current().size();
    return JsonObject.builder()
        .put("_rid", rid)
        .put("id", Integer.toString(range.number()))
        .put("minInclusive", Bytes.hex(range.positions().start()))
        .put("maxExclusive", end == null ? "FF" : Bytes.hex(end))
        .put("ridPrefix", range.number())
        .put("_self", ContainerDocument.self(record) + "pkranges/" + rid + "/")
        .put("throughputFraction", JsonNumber.of(1.0 / partitions))
        .put("status", "online")
        .put(
            "parents",
            JsonArray.of(
                record.map().ancestors(range.number()).stream()
                    .map(ancestor -> JsonString.of(Integer.toString(ancestor)))
                    .toList()))
        .put("ownedArchivalPKRangeIds", JsonArray.EMPTY)
        .put("_ts", record.changedMillis() / 1000)
        .put("lsn", range.start().lsn())
        .build();
  }
}
