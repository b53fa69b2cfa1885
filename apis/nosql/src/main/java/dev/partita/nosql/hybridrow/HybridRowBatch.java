package dev.partita.nosql.hybridrow;

import java.util.ArrayList;
import java.util.List;

/** Batches in HybridRow: what clients send, and what they are answered. Pure functions. */
public final class HybridRowBatch {

  private HybridRowBatch() {}

  /** Whether a body is in this form: no JSON text begins with this byte. */
  public static boolean isHybridRow(byte[] body) {
    return body.length > 0 && body[0] == (byte) RowReader.VERSION;
  }

  /**
   * @param operationsMax how many operations may be read; there may be one more in the result, for
   *     the caller to see that there are too many
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST if the body is not a stream of
   *     operations, UNSUPPORTED if one has a property that is not
   */
  public static List<BatchOperationRow> operations(byte[] body, int operationsMax) {
    List<BatchOperationRow> operations = new ArrayList<>();
    RecordIo records = new RecordIo(body);
    while (records.hasNext() && operations.size() <= operationsMax) {
      operations.add(OperationSchema.read(records.next()));
    }
    return operations;
  }

  public static byte[] results(List<BatchResultRow> results) {
    RowWriter stream = new RowWriter();
    RecordIo.writeSegment(stream);
    for (BatchResultRow result : results) {
      RecordIo.writeRecord(stream, ResultSchema.write(result));
    }
    return stream.toBytes();
  }
}
