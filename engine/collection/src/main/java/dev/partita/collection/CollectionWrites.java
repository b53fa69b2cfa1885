package dev.partita.collection;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.container.Container;
import dev.partita.mql.sort.SortPattern;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentSnapshot;
import dev.partita.partition.StoredRecord;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Updates and deletes of the documents that a filter selects. What names one document goes to its
 * partition; otherwise documents are looked for first, and each is changed if it is still one of
 * them. Safe for use by any number of threads.
 */
final class CollectionWrites {

  private static final int DOCUMENTS_PER_TRANSACTION = 100;

  /** How often one document is looked for, should others change what was found. */
  private static final int ATTEMPTS = 20;

  private final Container container;
  private final BsonCollection collection;
  private final PartitionWork work;

  CollectionWrites(BsonCollection collection, PartitionWork work) {
    this.container = collection.container();
    this.collection = collection;
    this.work = work;
  }

  /** One statement under way. */
  private final class Run {

    private final WriteStatement statement;
    private final AccessPlanner planner;
    private final ShardKey shardKey;
    private final Runnable watch;
    private RequestCharge charge = RequestCharge.ZERO;

    Run(WriteStatement statement, Runnable watch) {
      this.statement = statement;
      this.shardKey = collection.shardKey();
      this.planner = collection.planner();
      this.watch = watch;
    }

    WriteEffect carryOut() {
      StatementId id = statement.id();
      if (id != null) {
        WriteEffect known = collection.carriedOut(id);
        if (known != null) {
          return known;
        }
      }
      FilterBounds bounds = statement.selection().bounds();
      LogicalKey logical = planner.logical(bounds);
      BsonValue documentId = bounds.equality("_id");
      if (logical != null && documentId != null && statement.selection().hint() == null) {
        return byId(logical, AccessPlanner.id(documentId));
      }
      WriteEffect effect = statement.multi() ? all() : one();
      return effect.matched() == 0 && statement.upsert() != null ? upsert() : effect;
    }

    private WriteEffect byId(LogicalKey logical, byte[] id) {
      WriteEffect effect =
          run(
              logical,
              documents -> {
                WriteEffect changed = change(documents, id);
                return changed == null && statement.upsert() != null
                    ? upsertWithin(documents, logical)
                    : Objects.requireNonNullElse(changed, WriteEffect.NONE);
              });
      // The document to be inserted may belong to another partition than the one that was asked.
      return effect.matched() == 0 && statement.upsert() != null ? upsert() : effect;
    }

    private WriteEffect upsertWithin(CollectionTransaction documents, LogicalKey logical) {
      BsonDocument document = Objects.requireNonNull(statement.upsert()).get();
      return shardKey.logical(shardKey.of(document)).equals(logical)
          ? insert(documents, document)
          : WriteEffect.NONE;
    }

    private WriteEffect upsert() {
      BsonDocument document = Objects.requireNonNull(statement.upsert()).get();
      return run(shardKey.logical(shardKey.of(document)), documents -> insert(documents, document));
    }

    private WriteEffect insert(CollectionTransaction documents, BsonDocument document) {
      BsonValue id = Objects.requireNonNull(document.get("_id"));
      documents.insert(AccessPlanner.id(id), document);
      boolean asked = statement.returned() == WriteStatement.Returned.AFTER;
      return noted(documents, new WriteEffect(1, 0, id, asked ? document : null));
    }

    /** Changes a document if it is there and still selected; else null. */
    private @Nullable WriteEffect change(CollectionTransaction documents, byte[] id) {
      StoredRecord current = documents.find(id);
      if (current == null) {
        documents.charge(ChargeModel.notFound());
        return null;
      }
      BsonDocument before = StoredDocument.document(current);
      if (!statement.selection().matches().test(before)) {
        documents.charge(ChargeModel.pointRead(current.sizeBytes()));
        return null;
      }
      DocumentChange change = statement.change();
      if (change == null) {
        documents.delete(id, current, false);
        return noted(documents, new WriteEffect(1, 1, null, asked(before, before)));
      }
      BsonDocument after = change.apply(before);
      boolean modified = !after.equals(before);
      if (modified) {
        requireSamePlace(before, after);
        documents.replace(id, current, after, change.isWhole());
      } else {
        documents.charge(ChargeModel.pointRead(current.sizeBytes()));
      }
      return noted(documents, new WriteEffect(1, modified ? 1 : 0, null, asked(before, after)));
    }

    private @Nullable BsonDocument asked(BsonDocument before, BsonDocument after) {
      return switch (statement.returned()) {
        case NOTHING -> null;
        case BEFORE -> before;
        case AFTER -> after;
      };
    }

    /** Notes the effect with the data, if the statement may be sent again. */
    private WriteEffect noted(CollectionTransaction documents, WriteEffect effect) {
      StatementId id = statement.id();
      if (id != null) {
        StatementRecords.write(documents.transaction(), id, effect.toBson());
      }
      return effect;
    }

    private void requireSamePlace(BsonDocument before, BsonDocument after) {
      BsonValue id = after.get("_id");
      if (id == null || !id.equals(before.get("_id"))) {
        throw new ImmutableField("_id");
      }
      if (shardKey.isSharded() && !shardKey.of(after).equals(shardKey.of(before))) {
        throw new ImmutableField(shardKey.path());
      }
    }

    private WriteEffect one() {
      SortPattern order = statement.order();
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        WriteEffect effect = order == null ? any() : first(order);
        if (effect != null) {
          return effect;
        }
      }
      throw new DatabaseException(
          ErrorCode.RETRY, "Others change the documents that the filter selects all the time.");
    }

    /** Changes the first document that is found; null if others were faster at all of them. */
    private @Nullable WriteEffect any() {
      AccessPlan plan = planner.plan(statement.selection());
      boolean missed = false;
      try (SegmentSnapshot snapshot = container.segments().snapshot(ReadOptions.LEADER)) {
        ReadAccount account = new ReadAccount(container, plan.within(), true, false);
        try (PlanCursor cursor =
            new PlanCursor(plan, snapshot, account, PlanCursor.Position.START)) {
          while (cursor.next()) {
            watch.run();
            if (!statement.selection().matches().test(cursor.document())) {
              continue;
            }
            WriteEffect effect = changeAt(cursor.place());
            if (effect != null) {
              return effect;
            }
            missed = true;
          }
        } finally {
          charge = charge.plus(account.charge());
        }
      }
      return missed ? null : WriteEffect.NONE;
    }

    private @Nullable WriteEffect first(SortPattern order) {
      FindRequest request = FindRequest.of(statement.selection());
      byte[] place;
      try (FindExecution find = collection.find(request)) {
        place = find.firstPlace(order, watch);
        charge = charge.plus(find.charge());
      }
      return place == null ? WriteEffect.NONE : changeAt(place);
    }

    private @Nullable WriteEffect changeAt(byte[] place) {
      RecordKey key = RecordKey.decode(place);
      WriteEffect effect =
          run(
              key.logical(),
              documents ->
                  Objects.requireNonNullElse(change(documents, key.id()), WriteEffect.NONE));
      return effect.matched() == 0 ? null : effect;
    }

    private WriteEffect all() {
      AccessPlan plan = planner.plan(statement.selection());
      WriteEffect sum = WriteEffect.NONE;
      // One state for all of it: a document that a change moves in an index is not met again.
      try (SegmentSnapshot snapshot = container.segments().snapshot(ReadOptions.LEADER)) {
        ReadAccount account = new ReadAccount(container, plan.within(), true, false);
        try (PlanCursor cursor =
            new PlanCursor(plan, snapshot, account, PlanCursor.Position.START)) {
          List<RecordKey> some = new ArrayList<>();
          while (cursor.next()) {
            watch.run();
            if (!statement.selection().matches().test(cursor.document())) {
              continue;
            }
            RecordKey key = RecordKey.decode(cursor.place());
            boolean full = some.size() == DOCUMENTS_PER_TRANSACTION;
            if (full || (!some.isEmpty() && !some.getFirst().logical().equals(key.logical()))) {
              sum = sum.plus(changeAll(some));
              some.clear();
            }
            some.add(key);
          }
          return some.isEmpty() ? sum : sum.plus(changeAll(some));
        } finally {
          charge = charge.plus(account.charge());
        }
      }
    }

    private WriteEffect changeAll(List<RecordKey> some) {
      List<byte[]> ids = some.stream().map(RecordKey::id).toList();
      return run(
          some.getFirst().logical(),
          documents -> {
            WriteEffect sum = WriteEffect.NONE;
            for (byte[] id : ids) {
              WriteEffect each = change(documents, id);
              sum = each == null ? sum : sum.plus(each);
            }
            return sum;
          });
    }

    private WriteEffect run(LogicalKey logical, Function<CollectionTransaction, WriteEffect> step) {
      PartitionWork.Charged<WriteEffect> done = work.run(logical, step);
      charge = charge.plus(done.charge());
      return done.result();
    }
  }

  PartitionWork.Charged<WriteEffect> carryOut(WriteStatement statement, Runnable watch) {
    Run run = new Run(statement, watch);
    WriteEffect effect = run.carryOut();
    return new PartitionWork.Charged<>(effect, run.charge);
  }
}
