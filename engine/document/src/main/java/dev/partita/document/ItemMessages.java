package dev.partita.document;

/**
 * The form in which requests on items and their results are sent to another node. Safe for use by
 * any number of threads.
 */
public interface ItemMessages {

  byte[] encode(ItemRequest request);

  /**
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST
   */
  ItemRequest decodeRequest(byte[] bytes);

  byte[] encode(ItemResult result);

  byte[] encode(BatchResult result);

  /**
   * @param items of the container that the request was for
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST
   */
  ItemResult decodeResult(Items items, byte[] bytes);

  /**
   * @param items of the container that the request was for
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST
   */
  BatchResult decodeBatchResult(Items items, byte[] bytes);

  byte[] encodeCount(long count);

  /**
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST
   */
  long decodeCount(byte[] bytes);
}
