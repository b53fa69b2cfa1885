package dev.partita.document.codec;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchLimits;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemRequest;
import dev.partita.document.ScriptCall;
import dev.partita.document.Unchanged;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The binary form of operations, of requests and of calls of scripts. Decoding refuses what is no
 * encoding with BAD_REQUEST; what an operation asks for is checked where it is carried out, as if
 * it had not been sent. Pure functions without state.
 */
public final class OperationCodec {

  /** How large a message may be. */
  public static final int BYTES_MAX = 256 << 20;

  private static final int SINGLE = 1;
  private static final int BATCH = 2;
  private static final int DELETE_ALL = 3;

  private static final int PROCEDURE = 1;
  private static final int TRIGGERED_WRITE = 2;

  private OperationCodec() {}

  public static byte[] encode(ItemOperation operation) {
    OperationOutput out = new OperationOutput(MessageKind.OPERATION);
    OperationParts.write(out, operation);
    return out.toBytes();
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  public static ItemOperation decodeOperation(byte[] bytes) {
    return OperationInput.read(bytes, MessageKind.OPERATION, OperationParts::operation);
  }

  public static byte[] encode(ItemRequest request) {
    OperationOutput out = new OperationOutput(MessageKind.REQUEST);
    switch (request) {
      case ItemRequest.Single(var key, var operation) ->
          OperationParts.write(out.u8(SINGLE).text(key.toJson()), operation);
      case ItemRequest.Batch(var key, var operations, var limits, var reads) -> {
        out.u8(BATCH).text(key.toJson());
        out.list(operations, OperationParts::write);
        write(out, limits);
        out.u64(reads.lsn());
        out.list(reads.present(), OperationOutput::text);
        out.list(reads.absent(), OperationOutput::text).truth(reads.others());
      }
      case ItemRequest.DeleteAll(var key) -> out.u8(DELETE_ALL).text(key.toJson());
    }
    return out.toBytes();
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  public static ItemRequest decodeRequest(byte[] bytes) {
    return OperationInput.read(bytes, MessageKind.REQUEST, OperationCodec::request);
  }

  private static ItemRequest request(OperationInput in) {
    int code = in.u8();
    PartitionKey key = key(in);
    return switch (code) {
      case SINGLE -> new ItemRequest.Single(key, OperationParts.operation(in));
      case BATCH ->
          new ItemRequest.Batch(key, in.list(OperationParts::operation), limits(in), reads(in));
      case DELETE_ALL -> new ItemRequest.DeleteAll(key);
      default -> throw in.refused("There is no such request.").with("request", code);
    };
  }

  public static byte[] encode(ScriptCall call) {
    OperationOutput out = new OperationOutput(MessageKind.SCRIPT_CALL);
    switch (call) {
      case ScriptCall.Procedure(var key, var procedure, var arguments, var logging) ->
          out.u8(PROCEDURE).text(key.toJson()).text(procedure).json(arguments).truth(logging);
      case ScriptCall.TriggeredWrite(var key, var write, var before, var after) -> {
        OperationParts.write(out.u8(TRIGGERED_WRITE).text(key.toJson()), write);
        out.optional(before, OperationOutput::text).optional(after, OperationOutput::text);
      }
    }
    return out.toBytes();
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  public static ScriptCall decodeScriptCall(byte[] bytes) {
    return OperationInput.read(bytes, MessageKind.SCRIPT_CALL, OperationCodec::scriptCall);
  }

  private static ScriptCall scriptCall(OperationInput in) {
    int code = in.u8();
    PartitionKey key = key(in);
    return switch (code) {
      case PROCEDURE -> new ScriptCall.Procedure(key, in.text(), in.array(), in.truth());
      case TRIGGERED_WRITE ->
          new ScriptCall.TriggeredWrite(
              key,
              OperationParts.operation(in),
              in.optional(OperationInput::text),
              in.optional(OperationInput::text));
      default -> throw in.refused("There is no such call of a script.").with("call", code);
    };
  }

  private static PartitionKey key(OperationInput in) {
    return PartitionKey.parse(in.text());
  }

  private static void write(OperationOutput out, BatchLimits limits) {
    out.u32(limits.operations()).u32(limits.bytes()).u64(limits.resultBytes());
    List<Integer> unwanted = new ArrayList<>(limits.unwanted());
    unwanted.sort(null);
    out.list(unwanted, OperationOutput::u32);
  }

  private static BatchLimits limits(OperationInput in) {
    int operations = in.count();
    int bytes = in.count();
    long resultBytes = in.amount();
    Set<Integer> unwanted = new HashSet<>(in.list(OperationInput::count));
    return new BatchLimits(operations, bytes, resultBytes, unwanted);
  }

  private static Unchanged reads(OperationInput in) {
    return new Unchanged(
        in.u64(), in.list(OperationInput::text), in.list(OperationInput::text), in.truth());
  }
}
