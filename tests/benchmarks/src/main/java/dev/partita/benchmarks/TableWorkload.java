package dev.partita.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.benchmarks.http.TableRequests;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Requests of the table benchmark: entities of 1 KB with properties of five types. */
record TableWorkload(TableRequests requests, String table) {

  static final int BATCH = 100;
  private static final int ENTITIES_PER_KEY = 1_000;
  private static final String TEXT = "the quick brown fox jumps over the lazy dog. ".repeat(18);
  private static final String NO_CONTENT =
      "prefer: return-no-content\r\ncontent-type: application/json\r\n";

  void createTable() throws IOException {
    requests.send(201, "POST", "/Tables", "{\"TableName\":\"" + table + "\"}");
  }

  private static String key(long number) {
    return "key-%07d".formatted(number / ENTITIES_PER_KEY);
  }

  private static String row(long number) {
    return "row-%012d".formatted(number);
  }

  private static String entity(String key, String row, long number) {
    return "{\"PartitionKey\":\"%s\",\"RowKey\":\"%s\",\"Name\":\"person %d\",\"Age\":%d,\"Score\":%d.5,\"Active\":true,\"Visits@odata.type\":\"Edm.Int64\",\"Visits\":\"%d\",\"Text\":\"%s\"}"
        .formatted(key, row, number, number % 90, number % 1000, number, TEXT);
  }

  /** Inserts of entities, numbered upwards. */
  Supplier<byte[]> inserts(long from) {
    long[] next = {from};
    return () -> {
      long number = next[0]++;
      byte[] body = entity(key(number), row(number), number).getBytes(UTF_8);
      return requests.request("POST", "/" + table, NO_CONTENT, body);
    };
  }

  /** Reads of entities below a number, in random order. */
  Supplier<byte[]> reads(long below) {
    long[] next = {0};
    return () -> {
      long number = Math.floorMod(next[0]++ * 7_919, below);
      return requests.request(
          "GET",
          "/%s(PartitionKey='%s',RowKey='%s')".formatted(table, key(number), row(number)),
          "",
          new byte[0]);
    };
  }

  /** Transactions of a hundred inserts each, numbered upwards. */
  Supplier<byte[]> batches(long from) {
    long[] next = {from};
    return () -> {
      byte[] request = batch(next[0]);
      next[0] += BATCH;
      return request;
    };
  }

  private byte[] batch(long from) {
    StringBuilder body = new StringBuilder(BATCH * 1_300);
    body.append("--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n");
    for (long number = from; number < from + BATCH; number++) {
      body.append("--changeset_1\r\nContent-Type: application/http\r\n")
          .append("Content-Transfer-Encoding: binary\r\n\r\nPOST http://127.0.0.1:")
          .append(requests.port())
          .append("/devstoreaccount1/")
          .append(table)
          .append(" HTTP/1.1\r\nAccept: application/json;odata=minimalmetadata\r\n")
          .append("Content-Type: application/json\r\nPrefer: return-no-content\r\n\r\n")
          .append(entity(key(number), row(number), number))
          .append("\r\n");
    }
    body.append("--changeset_1--\r\n--batch_1--\r\n");
    return requests.request(
        "POST",
        "/$batch",
        "content-type: multipart/mixed; boundary=batch_1\r\n",
        body.toString().getBytes(UTF_8));
  }

  /** Upserts that fill one partition key. */
  Supplier<byte[]> upserts(String key) {
    long[] next = {0};
    return () -> {
      long number = next[0]++;
      return requests.request(
          "PUT",
          "/%s(PartitionKey='%s',RowKey='%s')".formatted(table, key, row(number)),
          NO_CONTENT,
          entity(key, row(number), number).getBytes(UTF_8));
    };
  }

  /** Pages of a scan of one partition key, repeated from the start. */
  Supplier<byte[]> pages(String key) throws IOException {
    List<byte[]> pages = new ArrayList<>();
    String target = "/" + table + "()?$filter=" + encode("PartitionKey eq '" + key + "'");
    String next = "";
    do {
      HttpResponse<byte[]> page = requests.send(200, "GET", target + next, "");
      pages.add(requests.request("GET", target + next, "", new byte[0]));
      next =
          page.headers()
              .firstValue("x-ms-continuation-NextPartitionKey")
              .map(
                  partition ->
                      "&NextPartitionKey="
                          + encode(partition)
                          + "&NextRowKey="
                          + encode(
                              page.headers().firstValue("x-ms-continuation-NextRowKey").orElse("")))
              .orElse("");
    } while (!next.isEmpty());
    int[] turn = {0};
    return () -> pages.get(turn[0]++ % pages.size());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
