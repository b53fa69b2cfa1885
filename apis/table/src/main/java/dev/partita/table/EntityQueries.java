package dev.partita.table;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemReader;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordReader;
import dev.partita.partition.SegmentSnapshot;
import dev.partita.plan.Predicate;
import dev.partita.table.auth.Access;
import dev.partita.table.auth.KeyLimits;
import dev.partita.table.auth.Operation;
import dev.partita.table.edm.EntityWriter;
import dev.partita.table.edm.SpareBuffers;
import dev.partita.table.edm.StoredEntity;
import dev.partita.table.edm.Utf8Buffer;
import dev.partita.table.error.TableError;
import dev.partita.table.filter.Filter;
import dev.partita.table.filter.FilterParser;
import dev.partita.telemetry.RequestDetail;
import dev.partita.throughput.QueryMeter;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Queries over the entities of a table, page by page. A page is read from one snapshot, in the
 * order of the places, and charged to the partitions that it was read from.
 */
final class EntityQueries {

  private static final int USUAL_ROWS = 1000;
  private static final int PAGE_BYTES = 4 << 20;
  private static final long PAGE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int ROWS_PER_LOOK_AT_THE_CLOCK = 64;
  private static final int SPARE_PART = 16;

  private final EntityCalls entities;
  private final IndexedQueries indexed;
  private final LongQueryScheduler scheduler;
  private final Clock clock;
  private final SpareBuffers buffers = new SpareBuffers();

  EntityQueries(
      EntityCalls entities, IndexedQueries indexed, LongQueryScheduler scheduler, Clock clock) {
    this.scheduler = scheduler;
    this.entities = entities;
    this.indexed = indexed;
    this.clock = clock;
  }

  Answer query(Call call, String table, Access access) {
    access.require(Operation.READ, table);
    Items items = entities.items(call, table);
    Optional<Filter> filter = FilterParser.parse(call.query("$filter"));
    int rows = call.query("$top") == null ? USUAL_ROWS : call.count("$top", call.form().pageRows());
    EntityWriter writer = entities.writer(call, table);
    KeyPlan plan = KeyPlan.of(call.form(), items, filter, access.limits());
    String nextKey = call.query("NextPartitionKey");
    boolean continues = nextKey != null && IndexedQueries.isToken(nextKey);
    if (filter.isPresent()
        && rows > 0
        && (continues || (nextKey == null && plan.kind() == KeyPlan.Kind.SCAN))
        && indexed.serves(items, filter.get())) {
      return indexed.query(call, items, filter.get(), access.limits(), rows, writer);
    }
    String nextRow = call.query().get("NextRowKey");
    if (nextKey != null) {
      plan = plan.from(place(items, nextKey, nextRow));
    }
    Page page = new Page(items, filter, access.limits(), rows, writer, deadline(call));
    if (rows > 0) {
      page.fill(plan, nextKey == null);
    }
    return Answer.of(200)
        .header("dataserviceversion", "3.0;")
        .header("x-ms-continuation-NextPartitionKey", page.nextPartitionKey)
        .header("x-ms-continuation-NextRowKey", page.nextRowKey)
        .about(() -> RequestDetail.of(predicate(filter), page.asked))
        .header("x-ms-partita-plan", plan.kind().name().toLowerCase(Locale.ROOT))
        .charge(page.charge)
        .body(call.level().contentType(), page.end());
  }

  private static Predicate predicate(Optional<Filter> filter) {
    return filter.map(FilterPredicate::of).orElseGet(Predicate::always);
  }

  private static byte[] place(Items items, String nextKey, @Nullable String nextRow) {
    PartitionKey key = PartitionKey.of(KeyToken.decode("NextPartitionKey", nextKey));
    return nextRow == null || nextRow.isEmpty()
        ? items.reader().places(key).start()
        : items.reader().place(key, KeyToken.decode("NextRowKey", nextRow));
  }

  /** When the page has to end, by the clock's nanoseconds. */
  private long deadline(Call call) {
    String timeout = call.query("timeout");
    long nanos = PAGE_NANOS;
    if (timeout != null) {
      try {
        nanos = Math.min(nanos, TimeUnit.SECONDS.toNanos(Long.parseLong(timeout)));
      } catch (NumberFormatException e) {
        throw TableError.INVALID_QUERY_PARAMETER_VALUE
            .failure("The timeout is a number of seconds.")
            .with("timeout", timeout);
      }
    }
    return clock.nanos() + nanos;
  }

  /** A page that is being filled. */
  private final class Page {
    private final Items items;
    private final Optional<Filter> filter;
    private final KeyLimits limits;
    private final int rowsMax;
    private final EntityWriter writer;
    private final long deadline;
    private final Utf8Buffer out = buffers.take();
    private int rows;
    private int looked;
    private int asked;
    private RequestCharge charge = RequestCharge.ZERO;
    private @Nullable String nextPartitionKey;
    private @Nullable String nextRowKey;

    Page(
        Items items,
        Optional<Filter> filter,
        KeyLimits limits,
        int rowsMax,
        EntityWriter writer,
        long deadline) {
      this.items = items;
      this.filter = filter;
      this.limits = limits;
      this.rowsMax = rowsMax;
      this.writer = writer;
      this.deadline = deadline;
      writer.begin(out);
    }

    /** Ends the page, which is not to be used any more. */
    byte[] end() {
      writer.end(out);
      byte[] body = out.toBytes();
      buffers.giveBack(out);
      return body;
    }

    void fill(KeyPlan plan, boolean first) {
      List<OwnedPartition> owners = items.container().partitions();
      boolean begun = false;
      try (SegmentSnapshot snapshot = items.container().segments().snapshot(ReadOptions.LEADER);
          LongQueryScheduler.Turn turn = scheduler.begin(clock)) {
        for (Piece piece : pieces(plan, owners)) {
          if (!admit(piece, begun)) {
            return;
          }
          QueryMeter meter = first && !begun ? QueryMeter.query() : QueryMeter.page();
          begun = true;
          asked++;
          boolean more = scan(snapshot, piece.places(), plan.exact(), meter, turn);
          RequestCharge own = meter.charge();
          piece.owner().admission().charge(own);
          charge = charge.plus(own);
          if (more) {
            return;
          }
        }
      }
      if (!begun) {
        charge = QueryMeter.page().charge();
      }
    }

    /** A partition that is spent ends the page; only if the page has nothing that is a failure. */
    private boolean admit(Piece piece, boolean begun) {
      try {
        piece.owner().admission().admit();
        return true;
      } catch (DatabaseException e) {
        if (e.code() != ErrorCode.THROTTLED || !begun) {
          throw e;
        }
        ItemReader reader = items.reader();
        try (ItemScan scan = reader.scan(reader.newest(), piece.places(), null)) {
          while (scan.next()) {
            StoredEntity next = new StoredEntity(scan);
            if (next.isEntity()) {
              continueAt(next);
              break;
            }
          }
        }
        return false;
      }
    }

    /** Whether the page ended before the places did. */
    private boolean scan(
        RecordReader snapshot,
        KeyRange places,
        boolean exact,
        QueryMeter meter,
        LongQueryScheduler.Turn turn) {
      try (ItemScan scan = items.reader().scan(snapshot, places, null)) {
        while (scan.next()) {
          StoredEntity entity = new StoredEntity(scan);
          if (!entity.isEntity()) {
            meter.itemRead(scan.jsonBytes());
            continue;
          }
          if (isFull(turn)) {
            continueAt(entity);
            return true;
          }
          meter.itemRead(scan.jsonBytes());
          if (exact || passes(entity)) {
            int before = out.length();
            writer.row(entity, rows == 0, out);
            rows++;
            int length = out.length() - before;
            meter.output(length);
            if (rows == 1) {
              // The others will be about as long, if there are as many as were asked for. If they
              // are somewhat longer, all of them would be moved in the end.
              long hoped = (long) rowsHoped() * (length + length / SPARE_PART);
              out.expect((int) Math.min(PAGE_BYTES + length, hoped));
            }
          }
        }
      }
      return false;
    }

    /** How many rows there may be: nearly all that are looked at pass, or few do. */
    private int rowsHoped() {
      return looked == 1 ? rowsMax : 1;
    }

    private boolean passes(StoredEntity entity) {
      return (filter.isEmpty() || filter.get().passes(entity::value))
          && (limits.equals(KeyLimits.NONE)
              || limits.holds(entity.partitionKey(), entity.rowKey()));
    }

    private boolean isFull(LongQueryScheduler.Turn turn) {
      return rows >= rowsMax
          || out.length() >= PAGE_BYTES
          || (++looked % ROWS_PER_LOOK_AT_THE_CLOCK == 0 && timeIsUp(turn));
    }

    private boolean timeIsUp(LongQueryScheduler.Turn turn) {
      long _ = turn.goOn(0);
      return clock.nanos() - deadline > 0;
    }

    private void continueAt(StoredEntity entity) {
      nextPartitionKey = KeyToken.encode(entity.partitionKey());
      nextRowKey = KeyToken.encode(entity.rowKey());
    }

    private List<Piece> pieces(KeyPlan plan, List<OwnedPartition> owners) {
      List<Piece> pieces = new ArrayList<>();
      for (KeyRange places : plan.places()) {
        for (OwnedPartition owner : owners) {
          KeyRange own =
              owners.size() == 1
                  ? places
                  : places.intersect(
                      items.reader().places(owner.partition().descriptor().positions()));
          if (!own.isEmpty()) {
            pieces.add(new Piece(owner, own));
          }
        }
      }
      return pieces;
    }
  }

  /** Places that one partition has. */
  private record Piece(OwnedPartition owner, KeyRange places) {}
}
