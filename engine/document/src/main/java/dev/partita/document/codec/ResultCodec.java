package dev.partita.document.codec;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.FailureCodec;
import dev.partita.document.BatchResult;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.throughput.RequestCharge;
import java.util.List;

/**
 * The binary form of what operations on the items of one container came to. Items travel as they
 * are stored. Safe for use by any number of threads.
 */
public final class ResultCodec {

  private static final int CREATED = 1;
  private static final int REPLACED = 2;
  private static final int DELETED = 3;
  private static final int READ = 4;
  private static final int NOT_MODIFIED = 5;
  private static final int EXPIRED = 6;
  private static final int NOT_DUE = 7;

  private final Items items;

  public ResultCodec(Items items) {
    this.items = items;
  }

  public static byte[] encode(ItemResult result) {
    OperationOutput out = new OperationOutput(MessageKind.ITEM_RESULT);
    write(out, result);
    return out.toBytes();
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  public ItemResult decodeResult(byte[] bytes) {
    return OperationInput.read(bytes, MessageKind.ITEM_RESULT, this::result);
  }

  public static byte[] encode(BatchResult result) {
    OperationOutput out = new OperationOutput(MessageKind.BATCH_RESULT);
    out.list(result.results(), ResultCodec::write);
    out.u32(result.failedAt())
        .optional(result.error(), (to, error) -> to.bytes(FailureCodec.encode(error)));
    out.u64(result.lsn()).u32(result.partition()).u64(result.charge().hundredths());
    return out.toBytes();
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  public BatchResult decodeBatchResult(byte[] bytes) {
    return OperationInput.read(bytes, MessageKind.BATCH_RESULT, this::batchResult);
  }

  private BatchResult batchResult(OperationInput in) {
    List<ItemResult> results = in.list(this::result);
    int failedAt = in.u32();
    DatabaseException error = in.optional(ResultCodec::failure);
    if ((failedAt < 0) != (error == null)) {
      throw in.refused("A batch has failed without a failure, or has one and has not.");
    }
    return new BatchResult(results, failedAt, error, in.u64(), in.count(), charge(in));
  }

  private static void write(OperationOutput out, ItemResult result) {
    StoredItem version = result.version();
    out.u8(code(result.kind())).optional(version, ResultCodec::write);
    out.u64(result.lsn()).u32(result.partition()).u64(result.charge().hundredths());
  }

  private static void write(OperationOutput out, StoredItem item) {
    out.bytes(item.backing());
  }

  private ItemResult result(OperationInput in) {
    ItemResult.Kind kind = kind(in);
    StoredItem version = in.optional(this::item);
    if (version == null && kind != ItemResult.Kind.NOT_DUE) {
      throw in.refused("A result lacks its item.").with("result", kind);
    }
    return new ItemResult(kind, version, in.u64(), in.count(), charge(in));
  }

  private StoredItem item(OperationInput in) {
    byte[] stored = in.bytes();
    try {
      return items.received(stored);
    } catch (DatabaseException e) {
      throw in.refused("An item is not in the form of this container.").with("reason", e);
    }
  }

  private static RequestCharge charge(OperationInput in) {
    return new RequestCharge(in.amount());
  }

  private static int code(ItemResult.Kind kind) {
    return switch (kind) {
      case CREATED -> CREATED;
      case REPLACED -> REPLACED;
      case DELETED -> DELETED;
      case READ -> READ;
      case NOT_MODIFIED -> NOT_MODIFIED;
      case EXPIRED -> EXPIRED;
      case NOT_DUE -> NOT_DUE;
    };
  }

  private static ItemResult.Kind kind(OperationInput in) {
    int code = in.u8();
    return switch (code) {
      case CREATED -> ItemResult.Kind.CREATED;
      case REPLACED -> ItemResult.Kind.REPLACED;
      case DELETED -> ItemResult.Kind.DELETED;
      case READ -> ItemResult.Kind.READ;
      case NOT_MODIFIED -> ItemResult.Kind.NOT_MODIFIED;
      case EXPIRED -> ItemResult.Kind.EXPIRED;
      case NOT_DUE -> ItemResult.Kind.NOT_DUE;
      default -> throw in.refused("There is no such result.").with("result", code);
    };
  }

  private static DatabaseException failure(OperationInput in) {
    return FailureCodec.decode(in.bytes());
  }
}
