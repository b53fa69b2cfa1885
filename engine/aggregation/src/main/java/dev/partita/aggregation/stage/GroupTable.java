package dev.partita.aggregation.stage;

import dev.partita.aggregation.accumulator.Accumulator;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.ExternalSort;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValidator;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Groups that are being made. Where memory does not suffice, what they have come to goes to a
 * sorted file, and the parts of each are put together at the end. Not for use by several threads.
 */
final class GroupTable implements AutoCloseable {

  private static final String REFUSAL =
      "Exceeded memory limit for $group, but didn't allow external sort. Pass allowDiskUse:true to"
          + " opt in.";

  private static final int GROUP_BYTES = 120;
  private static final String KEY = "k";
  private static final String PARTS = "p";

  private final List<GroupStage.Field> fields;
  private final BsonOrder order;
  private final PipelineRun run;
  private final Workspace.Memory memory;
  private final Map<BsonOrder.Key, Accumulator[]> groups = new LinkedHashMap<>();
  private @Nullable ExternalSort parts;

  GroupTable(List<GroupStage.Field> fields, BsonOrder order, PipelineRun run) {
    this.fields = fields;
    this.order = order;
    this.run = run;
    this.memory = run.memory();
  }

  void add(BsonValue key, BsonDocument document) {
    Variables variables = run.variables();
    BsonOrder.Key known = order.key(key);
    Accumulator[] group = groups.get(known);
    long more = 0;
    if (group == null) {
      BsonValue kept = key.detached();
      group = begin(kept);
      groups.put(order.key(kept), group);
      more = GROUP_BYTES + kept.byteLength() + bytes(group);
    }
    for (int i = 0; i < group.length; i++) {
      long before = group[i].bytes();
      group[i].add(fields.get(i).accumulator().argument().evaluate(document, variables));
      more += group[i].bytes() - before;
    }
    if (more < 0) {
      memory.giveBack(-more);
    } else if (more > 0 && !memory.tryTake(more)) {
      spill();
    }
  }

  private Accumulator[] begin(BsonValue key) {
    return fields.stream()
        .map(field -> field.accumulator().begin(key, run.variables()))
        .toArray(Accumulator[]::new);
  }

  private static long bytes(Accumulator[] group) {
    return Arrays.stream(group).mapToLong(Accumulator::bytes).sum();
  }

  private void spill() {
    ExternalSort to = parts;
    if (to == null) {
      to = new ExternalSort(run.memory(), 0, REFUSAL);
      parts = to;
    }
    memory.giveAllBack();
    for (Map.Entry<BsonOrder.Key, Accumulator[]> group : groups.entrySet()) {
      BsonValue key = group.getKey().value();
      BsonBuilder part = BsonDocument.builder().put(KEY, key).startArray(PARTS);
      for (Accumulator each : group.getValue()) {
        part.add(each.partial());
      }
      BsonKeyWriter sorted = new BsonKeyWriter(order);
      sorted.add(key);
      to.add(sorted.toBytes(), part.end().build());
    }
    groups.clear();
    to.toFile();
  }

  /** The groups, when all documents have been added. */
  DocumentStream results() {
    if (parts != null) {
      spill();
      return new Merged(parts.results());
    }
    Iterator<Map.Entry<BsonOrder.Key, Accumulator[]>> all = groups.entrySet().iterator();
    return () -> {
      if (!all.hasNext()) {
        return null;
      }
      Map.Entry<BsonOrder.Key, Accumulator[]> group = all.next();
      return document(group.getKey().value(), group.getValue());
    };
  }

  private BsonDocument document(BsonValue key, Accumulator[] group) {
    BsonBuilder document = BsonDocument.builder().put("_id", key);
    for (int i = 0; i < group.length; i++) {
      BsonValue value = group[i].result();
      document.put(fields.get(i).name(), value == null ? BsonValue.NULL : value);
    }
    return checked(document.build());
  }

  /** Fails for documents that are larger than any may be. */
  static BsonDocument checked(BsonDocument document) {
    if (document.byteLength() > BsonValidator.MAX_DOCUMENT_BYTES + (16 << 10)) {
      throw new MqlException(
          MqlCode.BSON_OBJECT_TOO_LARGE,
          "BSONObj size: "
              + document.byteLength()
              + " is invalid. Size must be between 0 and "
              + (BsonValidator.MAX_DOCUMENT_BYTES + (16 << 10))
              + "(16MB)");
    }
    return document;
  }

  /** Groups of the parts that lie next to each other in the order of keys. */
  private final class Merged implements DocumentStream {

    private final ExternalSort.Results sorted;
    private ExternalSort.@Nullable Sorted next;

    Merged(ExternalSort.Results sorted) {
      this.sorted = sorted;
      this.next = sorted.next();
    }

    @Override
    public @Nullable BsonDocument next() {
      ExternalSort.Sorted first = next;
      if (first == null) {
        return null;
      }
      BsonValue key = Objects.requireNonNull(first.document().get(KEY));
      Accumulator[] group = begin(key);
      while (next != null && Arrays.equals(next.key(), first.key())) {
        BsonCursor values = Objects.requireNonNull(next.document().get(PARTS)).cursor();
        for (int i = 0; values.next(); i++) {
          group[i].merge(values.value());
        }
        next = sorted.next();
      }
      return document(key, group);
    }
  }

  @Override
  public void close() {
    groups.clear();
    memory.close();
    ExternalSort open = parts;
    if (open != null) {
      parts = null;
      open.close();
    }
  }
}
