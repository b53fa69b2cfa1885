package dev.partita.aggregation.stage;

import dev.partita.aggregation.accumulator.Accumulator;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.ExternalSort;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Groups by intervals that have about as many documents each. */
record BucketAutoStage(
    Expression by,
    int buckets,
    @Nullable Granularity granularity,
    List<GroupStage.Field> fields,
    BsonOrder order)
    implements Stage {

  static final StageDefinition DEFINITION =
      StageDefinition.of("$bucketAuto", BucketAutoStage::parse);

  private static final BsonDocument COUNT =
      BsonDocument.of("count", BsonDocument.of("$sum", BsonValue.int32(1)).toValue());

  private static void parse(BsonValue value, StageScope scope) {
    BsonDocument options =
        StageScope.document(
            value,
            40_240,
            "The argument to $bucketAuto must be an object, but found type: "
                + value.type().alias());
    Expression by = null;
    int buckets = 0;
    Granularity granularity = null;
    BsonDocument output = COUNT;
    for (BsonElement option : options) {
      BsonValue given = option.value();
      switch (option.name()) {
        case "groupBy" -> {
          BucketStages.requireExpression(given, 40_239, "$bucketAuto", "expression object", "");
          by = scope.expression(given);
        }
        case "buckets" -> buckets = buckets(given);
        case "output" -> output = BucketStages.output(given, 40_244, "$bucketAuto", "");
        case "granularity" -> {
          if (!given.isString()) {
            throw new MqlException(
                40_261,
                "The $bucketAuto 'granularity' field must be a string, but found type: "
                    + given.type().alias());
          }
          granularity = Granularity.of(given.asString());
        }
        default ->
            throw new MqlException(40_245, "Unrecognized option to $bucketAuto: " + option.name());
      }
    }
    if (by == null || buckets == 0) {
      throw new MqlException(
          40_246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
    }
    scope.add(
        value,
        new BucketAutoStage(
            by, buckets, granularity, GroupStage.fields(output, scope), scope.order()));
  }

  private static int buckets(BsonValue value) {
    if (!value.isNumber()) {
      throw new MqlException(
          40_241,
          "The $bucketAuto 'buckets' field must be a numeric value, but found type: "
              + value.type().alias());
    }
    Long number = BsonNumbers.exactLong(value);
    if (number == null || number != number.intValue()) {
      throw new MqlException(
          40_242,
          "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found "
              + ErrorText.of(value));
    }
    if (number <= 0) {
      throw new MqlException(
          40_243, "The $bucketAuto 'buckets' field must be greater than 0, but found: " + number);
    }
    return number.intValue();
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    String refusal =
        "Exceeded memory limit for $bucketAuto, but didn't allow external sort. Pass"
            + " allowDiskUse:true to opt in.";
    ExternalSort sort = new ExternalSort(run.memory(), 0, refusal);
    return new DocumentStream() {
      private @Nullable Buckets results;
      private long count;

      @Override
      public @Nullable BsonDocument next() {
        Buckets made = results;
        if (made == null) {
          for (BsonDocument each = input.next(); each != null; each = input.next()) {
            add(each);
          }
          made = new Buckets(sort.results(), count, run);
          results = made;
        }
        return made.next();
      }

      private void add(BsonDocument document) {
        BsonValue found = by.evaluate(document, run.variables());
        requireNumber(found);
        BsonValue value = found == null ? BsonValue.NULL : found;
        BsonKeyWriter key = new BsonKeyWriter(order);
        key.add(value);
        sort.add(key.toBytes(), BsonDocument.builder().put("v", value).put("d", document).build());
        count++;
      }

      @Override
      public void close() {
        sort.close();
        input.close();
      }
    };
  }

  private void requireNumber(@Nullable BsonValue value) {
    if (granularity == null) {
      return;
    }
    if (value == null || !value.isNumber()) {
      throw new MqlException(
          40_258,
          "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a value"
              + " with type: "
              + (value == null ? "missing" : value.type().alias()));
    }
    if (BsonNumbers.isNan(value)) {
      throw new MqlException(
          40_259,
          "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a NaN");
    }
    if (BsonNumbers.toDouble(value) < 0) {
      throw new MqlException(
          40_260,
          "$bucketAuto can specify a 'granularity' with non-negative numbers only, but found a"
              + " negative number");
    }
  }

  /** The buckets of sorted documents. */
  private final class Buckets {

    private final ExternalSort.Results sorted;
    private final long size;
    private final PipelineRun run;
    private int made;
    private @Nullable BsonDocument next;
    private @Nullable BsonValue previousMax;

    Buckets(ExternalSort.Results sorted, long count, PipelineRun run) {
      this.sorted = sorted;
      this.size = Math.max(1, Math.round((double) count / buckets));
      this.run = run;
      advance();
    }

    private void advance() {
      ExternalSort.Sorted entry = sorted.next();
      next = entry == null ? null : entry.document();
    }

    private static BsonValue value(BsonDocument entry) {
      return Objects.requireNonNull(entry.get("v"));
    }

    @Nullable BsonDocument next() {
      BsonDocument first = next;
      if (first == null) {
        return null;
      }
      made++;
      Accumulator[] group =
          fields.stream()
              .map(field -> field.accumulator().begin(BsonValue.NULL, run.variables()))
              .toArray(Accumulator[]::new);
      BsonValue min = value(first);
      if (granularity != null) {
        min = previousMax != null ? previousMax : granularity.down(min);
      }
      BsonValue max = value(first);
      for (long i = 0; next != null && (i < size || made == buckets); i++) {
        max = take(group, next);
      }
      max = granularity == null ? withEqual(group, max) : rounded(group, max, granularity);
      previousMax = max;
      BsonBuilder bucket =
          BsonDocument.builder().startDocument("_id").put("min", min).put("max", max).end();
      for (int i = 0; i < group.length; i++) {
        BsonValue result = group[i].result();
        bucket.put(fields.get(i).name(), result == null ? BsonValue.NULL : result);
      }
      return GroupTable.checked(bucket.build());
    }

    private BsonValue take(Accumulator[] group, BsonDocument entry) {
      BsonDocument document = Objects.requireNonNull(entry.get("d")).asDocument();
      for (int i = 0; i < group.length; i++) {
        group[i].add(fields.get(i).accumulator().argument().evaluate(document, run.variables()));
      }
      advance();
      return value(entry);
    }

    /** Takes what is equal to the last one as well; the bucket ends where the next begins. */
    private BsonValue withEqual(Accumulator[] group, BsonValue last) {
      while (next != null && order.equal(value(next), last)) {
        var _ = take(group, next);
      }
      return next == null ? last : value(next);
    }

    private BsonValue rounded(Accumulator[] group, BsonValue last, Granularity to) {
      BsonValue max = to.up(last);
      while (next != null && order.compare(max, value(next)) > 0) {
        var _ = take(group, next);
      }
      return next != null && BsonNumbers.toDouble(max) == 0 ? to.down(value(next)) : max;
    }
  }
}
