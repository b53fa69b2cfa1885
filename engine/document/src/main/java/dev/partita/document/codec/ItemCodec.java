package dev.partita.document.codec;

import dev.partita.document.BatchResult;
import dev.partita.document.ItemMessages;
import dev.partita.document.ItemRequest;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;

/** The binary form of requests and of results, for the engines of a cluster. */
public final class ItemCodec implements ItemMessages {

  @Override
  public byte[] encode(ItemRequest request) {
    return OperationCodec.encode(request);
  }

  @Override
  public ItemRequest decodeRequest(byte[] bytes) {
    return OperationCodec.decodeRequest(bytes);
  }

  @Override
  public byte[] encode(ItemResult result) {
    return ResultCodec.encode(result);
  }

  @Override
  public byte[] encode(BatchResult result) {
    return ResultCodec.encode(result);
  }

  @Override
  public ItemResult decodeResult(Items items, byte[] bytes) {
    return new ResultCodec(items).decodeResult(bytes);
  }

  @Override
  public BatchResult decodeBatchResult(Items items, byte[] bytes) {
    return new ResultCodec(items).decodeBatchResult(bytes);
  }

  @Override
  public byte[] encodeCount(long count) {
    return new OperationOutput(MessageKind.COUNT).u64(count).toBytes();
  }

  @Override
  public long decodeCount(byte[] bytes) {
    return OperationInput.read(bytes, MessageKind.COUNT, OperationInput::amount);
  }
}
