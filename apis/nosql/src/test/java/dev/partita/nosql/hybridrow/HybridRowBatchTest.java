package dev.partita.nosql.hybridrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HybridRowBatchTest {

  /** The bytes of a segment and of the head of a record as the format's own library writes them. */
  @Test
  void readsTheRowsOfAStreamAsTheLibraryOfTheFormatWritesThem() {
    byte[] comment = "JSON conversion from HybridRowCLI json2hr".getBytes(StandardCharsets.UTF_8);
    byte[] segment = join(hex("81f0d8ff7f 01 36000000 14 02 29"), comment);
    assertThat(segment).isEqualTo(HybridRows.segment(new String(comment, StandardCharsets.UTF_8)));
    assertThat(HybridRowBatch.operations(segment, 100)).isEmpty();
    assertThat(HybridRows.record(new byte[] {1, 2, 3}))
        .startsWith(hex("81f1d8ff7f 03000000"))
        .endsWith(1, 2, 3);
  }

  /** Written out by hand from the schema: presence bits, fixed columns, variable, sparse. */
  @Test
  void readsAnOperationByteByByte() {
    byte[] row =
        join(
            hex("81 70 54 e1 7f"),
            hex("57"),
            hex("05 00 00 00"),
            hex("02 00 00 00"),
            hex("05 5b 22 70 22 5d"),
            hex("02 69 64"),
            hex("02 7b 7d"),
            hex("14 09 03 22 65 22"),
            hex("03 0c"));
    List<BatchOperationRow> operations = HybridRowBatch.operations(HybridRows.stream(row), 100);
    assertThat(operations).hasSize(1);
    BatchOperationRow operation = operations.getFirst();
    assertThat(operation.type()).isEqualTo("Replace");
    assertThat(operation.partitionKey()).isEqualTo("[\"p\"]");
    assertThat(operation.id()).isEqualTo("id");
    assertThat(operation.body()).isEqualTo(hex("7b7d"));
    assertThat(operation.ifMatch()).isEqualTo("\"e\"");
    assertThat(operation.ifNoneMatch()).isNull();
    assertThat(operation.minimal()).isTrue();
  }

  @Test
  void writesAResultByteByByte() {
    byte[] stream =
        HybridRowBatch.results(
            List.of(new BatchResultRow(429, 3200, "\"e\"", hex("7b7d"), 17, 1.5)));
    byte[] row =
        join(
            hex("81 71 54 e1 7f"),
            hex("0f ad010000 800c0000 03 226522 02 7b7d 0b 05 11000000 10 06 000000000000f83f"));
    assertThat(stream).isEqualTo(join(hex("81f0d8ff7f 01 0a000000"), HybridRows.record(row)));
  }

  /** The check value that every description of this CRC gives. */
  @Test
  void sumsUpRecordsWithTheUsualCrc() {
    byte[] record = HybridRows.record("123456789".getBytes(StandardCharsets.US_ASCII));
    assertThat(Arrays.copyOfRange(record, 9, 13)).isEqualTo(hex("2639f4cb"));
  }

  @Property(tries = 200)
  void readsWhatClientsWrite(@ForAll("operations") List<BatchOperationRow> operations) {
    byte[][] rows = operations.stream().map(HybridRowBatchTest::encode).toArray(byte[][]::new);
    List<BatchOperationRow> read = HybridRowBatch.operations(HybridRows.stream(rows), 100);
    assertThat(read).usingRecursiveComparison().isEqualTo(operations);
  }

  @Property(tries = 200)
  void refusesEveryStreamWithAChangedOrMissingByte(
      @ForAll("operations") List<BatchOperationRow> operations,
      @ForAll @IntRange(min = 0, max = 1_000_000) int place,
      @ForAll byte change) {
    byte[] stream =
        HybridRows.stream(
            operations.stream().map(HybridRowBatchTest::encode).toArray(byte[][]::new));
    int at = place % stream.length;
    byte[] cut = Arrays.copyOf(stream, at);
    byte[] changed = stream.clone();
    changed[at] ^= change;
    for (byte[] damaged : new byte[][] {cut, changed}) {
      try {
        HybridRowBatch.operations(damaged, 100);
      } catch (DatabaseException e) {
        assertThat(e.code()).isIn(ErrorCode.BAD_REQUEST, ErrorCode.UNSUPPORTED);
      }
    }
    int firstRecord = HybridRows.segment("a batch").length;
    boolean inARecord = at >= firstRecord && change != 0;
    if (inARecord) {
      assertThatThrownBy(() -> HybridRowBatch.operations(changed, 100))
          .isInstanceOf(DatabaseException.class);
    }
  }

  @Property(tries = 500)
  void refusesOtherBytes(@ForAll byte[] bytes) {
    byte[] body = join(new byte[] {(byte) 0x81}, bytes);
    assertThat(HybridRowBatch.isHybridRow(body)).isTrue();
    assertThatThrownBy(() -> HybridRowBatch.operations(body, 100))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @Property(tries = 100)
  void writesWhatClientsRead(@ForAll("results") List<BatchResultRow> results) {
    List<Map<String, Object>> read = HybridRows.results(HybridRowBatch.results(results));
    assertThat(read).hasSameSizeAs(results);
    for (int i = 0; i < results.size(); i++) {
      BatchResultRow result = results.get(i);
      Map<String, Object> row = read.get(i);
      assertThat(row.get("statusCode")).isEqualTo(result.status());
      assertThat(row.get("subStatusCode")).isEqualTo(result.subStatus());
      assertThat(row.get("eTag")).isEqualTo(result.etag());
      assertThat(row.get("requestCharge")).isEqualTo(result.requestCharge());
      assertThat(row.get("resourceBody"))
          .isEqualTo(
              result.body() == null ? null : new String(result.body(), StandardCharsets.UTF_8));
      assertThat(row.containsKey("retryAfterMilliseconds"))
          .isEqualTo(result.retryAfterMillis() > 0);
    }
  }

  @Provide
  Arbitrary<List<BatchOperationRow>> operations() {
    Arbitrary<@Nullable String> text = Arbitraries.strings().ofMaxLength(300).injectNull(0.3);
    return Combinators.combine(
            Arbitraries.of("Create", "Patch", "Read", "Delete", "Replace", "Upsert"),
            text,
            text,
            text,
            text,
            text,
            Arbitraries.of(true, false))
        .as(
            (type, key, id, body, ifMatch, ifNoneMatch, minimal) ->
                new BatchOperationRow(
                    type,
                    key,
                    id,
                    body == null ? null : body.getBytes(StandardCharsets.UTF_8),
                    ifMatch,
                    ifNoneMatch,
                    minimal))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<List<BatchResultRow>> results() {
    Arbitrary<@Nullable String> text = Arbitraries.strings().ofMaxLength(300).injectNull(0.3);
    return Combinators.combine(
            Arbitraries.integers().between(200, 599),
            Arbitraries.integers().between(0, 5000),
            text,
            text,
            Arbitraries.longs().between(0, 100_000),
            Arbitraries.doubles().between(0, 1000))
        .as(
            (status, subStatus, etag, body, retry, charge) ->
                new BatchResultRow(
                    status,
                    subStatus,
                    etag,
                    body == null ? null : body.getBytes(StandardCharsets.UTF_8),
                    retry,
                    charge))
        .list()
        .ofMaxSize(5);
  }

  private static byte[] encode(BatchOperationRow operation) {
    Map<String, Object> columns = new HashMap<>();
    put(columns, "partitionKey", operation.partitionKey());
    put(columns, "id", operation.id());
    put(
        columns,
        "resourceBody",
        operation.body() == null ? null : new String(operation.body(), StandardCharsets.UTF_8));
    put(columns, "ifMatch", operation.ifMatch());
    put(columns, "ifNoneMatch", operation.ifNoneMatch());
    columns.put("minimalReturnPreference", operation.minimal());
    int type =
        switch (operation.type()) {
          case "Create" -> HybridRows.CREATE;
          case "Patch" -> HybridRows.PATCH;
          case "Read" -> HybridRows.READ;
          case "Delete" -> HybridRows.DELETE;
          case "Replace" -> HybridRows.REPLACE;
          default -> HybridRows.UPSERT;
        };
    return HybridRows.operation(type, columns);
  }

  private static void put(Map<String, Object> columns, String name, @Nullable Object value) {
    if (value != null) {
      columns.put(name, value);
    }
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
