package dev.partita.nosql.hybridrow;

import java.nio.charset.StandardCharsets;

/** The row of a result. */
final class ResultSchema {

  static final int ID = 2145473649;

  private static final int STATUS_BITS = 0b11;
  private static final int ETAG_BIT = 0b100;
  private static final int BODY_BIT = 0b1000;
  private static final int RETRY_AFTER_PATH = 5;
  private static final int CHARGE_PATH = 6;

  private ResultSchema() {}

  static byte[] write(BatchResultRow result) {
    String etag = result.etag();
    byte[] body = result.body();
    RowWriter row =
        new RowWriter()
            .head(ID)
            .u8(STATUS_BITS | (etag == null ? 0 : ETAG_BIT) | (body == null ? 0 : BODY_BIT))
            .i32(result.status())
            .i32(result.subStatus());
    if (etag != null) {
      row.binary(etag.getBytes(StandardCharsets.UTF_8));
    }
    if (body != null) {
      row.binary(body);
    }
    if (result.retryAfterMillis() > 0) {
      int millis = (int) Math.min(Integer.MAX_VALUE, result.retryAfterMillis());
      row.u8(FieldType.UINT32).u8(RETRY_AFTER_PATH).i32(millis);
    }
    return row.u8(FieldType.FLOAT64).u8(CHARGE_PATH).f64(result.requestCharge()).toBytes();
  }
}
