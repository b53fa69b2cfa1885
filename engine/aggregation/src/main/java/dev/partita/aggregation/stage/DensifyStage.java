package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Documents, and more where values of a field are missing from a series. They come sorted by the
 * field, within partitions if these have bounds of their own.
 */
record DensifyStage(
    NestedField field, List<NestedField> partitionBy, DensifyRange range, BsonOrder order)
    implements Stage {

  private static final int GENERATED_MAX = 500_000;

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new Dense(input);
  }

  /** What is known of a partition: a document with its fields, and the next value. */
  private static final class Series {
    private final BsonDocument template;
    private BsonValue next;

    Series(BsonDocument template, BsonValue next) {
      this.template = template;
      this.next = next;
    }
  }

  private final class Dense implements DocumentStream {

    private final DocumentStream input;
    private final Map<BsonOrder.Key, Series> series = new LinkedHashMap<>();
    private final Queue<BsonDocument> ready = new ArrayDeque<>();
    private @Nullable BsonDocument waiting;
    private @Nullable BsonValue least;
    private @Nullable BsonValue greatest;
    private @Nullable Iterator<Series> ending;
    private @Nullable Series last;
    private int generated;

    Dense(DocumentStream input) {
      this.input = input;
    }

    @Override
    public @Nullable BsonDocument next() {
      while (ready.isEmpty()) {
        BsonDocument document = waiting == null ? read() : waiting;
        waiting = null;
        if (document == null) {
          return end();
        }
        take(document);
      }
      return ready.poll();
    }

    private @Nullable BsonDocument read() {
      return ending == null ? input.next() : null;
    }

    private void take(BsonDocument document) {
      BsonValue value = field.in(document);
      if (value == null || value.isNullish()) {
        ready.add(document);
        return;
      }
      range.requireFits(value);
      least = least == null ? value : least;
      greatest = value;
      Series of = series(document, value);
      if (order.compare(of.next, value) < 0 && range.isBelowEnd(of.next)) {
        ready.add(generate(of));
        waiting = document;
        return;
      }
      if (order.equal(of.next, value)) {
        of.next = range.after(of.next);
      }
      ready.add(document);
    }

    private Series series(BsonDocument document, BsonValue value) {
      BsonDocument template = BsonDocument.EMPTY;
      for (NestedField each : partitionBy) {
        BsonValue part = each.in(document);
        if (part != null) {
          template = each.set(template, part.detached());
        }
      }
      BsonDocument of = template;
      return series.computeIfAbsent(
          order.key(of.toValue()), _ -> new Series(of, range.start(least, value)));
    }

    private BsonDocument generate(Series of) {
      if (++generated > GENERATED_MAX) {
        throw new MqlException(
            5_897_900,
            "Generated "
                + generated
                + " documents in $densify, which is over the limit of "
                + GENERATED_MAX
                + ".");
      }
      BsonDocument document = field.set(of.template, of.next);
      of.next = range.after(of.next);
      return document;
    }

    /** What the series lack behind their last documents. */
    private @Nullable BsonDocument end() {
      if (range.isWithinPartitions()) {
        return null;
      }
      Iterator<Series> all = ending;
      if (all == null) {
        requireOneSeries();
        all = series.values().iterator();
        ending = all;
      }
      while (true) {
        Series of = last;
        if (of == null || !range.isMissing(of.next, greatest)) {
          if (!all.hasNext()) {
            return null;
          }
          last = all.next();
        } else {
          return generate(of);
        }
      }
    }

    /** Bounds that are given want their values even where there are no documents. */
    private void requireOneSeries() {
      BsonValue start = range.explicitStart();
      if (series.isEmpty() && partitionBy.isEmpty() && start != null) {
        series.put(order.key(BsonValue.EMPTY_DOCUMENT), new Series(BsonDocument.EMPTY, start));
      }
    }

    @Override
    public void close() {
      input.close();
    }
  }
}
