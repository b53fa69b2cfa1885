package dev.partita.throughput;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Check of docs/request-units.md: its tables are recomputed from the code. */
class RequestUnitsDocumentTest {

  private static final Path DOCUMENT = Path.of("..", "..", "docs", "request-units.md");

  private static final Map<String, String> OURS =
      Map.ofEntries(
          entry("point read, 1 KB", read(1)),
          entry("point read, 4 KB", read(4)),
          entry("point read, 64 KB", read(64)),
          entry("point read, 100 KB", read(100)),
          entry("insert 1 KB, no indexing", insert(1, 0)),
          entry("insert 4 KB, no indexing", insert(4, 0)),
          entry("insert 64 KB, no indexing", insert(64, 0)),
          entry("insert 100 KB, no indexing", insert(100, 0)),
          entry("replace 1 KB, no indexing", replace(1, 0)),
          entry("replace 1 KB, all of 20 indexed values changed", replace(1, 20)),
          entry("create about 1 KB, about 20 values indexed", insert(1, 20)),
          entry("planning figure: write 1 KB with indexing (10 values)", insert(1, 10)),
          entry("query by id, one result of 1 KB", query(1, 1)),
          entry("query, 7 results of 1 KB", query(7, 1)),
          entry("query, TOP 10 of 1 KB", query(10, 1)),
          entry("query, 100 results of 1 KB with ORDER BY", query(100, 1)),
          entry("query, 1000 results of 1 KB", query(1000, 1)),
          entry("query, one result of 10 KB", query(1, 10)),
          entry("read 1 KB with strong or bounded staleness", quorumRead(1)),
          entry("the same 1000 results in ten pages, summed", queryInPages(1000, 10)),
          entry("throttled response (429)", ChargeModel.throttled().toString()),
          entry("read of a missing item (404)", ChargeModel.notFound().toString()),
          entry("conditional read, not modified (304)", ChargeModel.notModified().toString()),
          entry("create 1 KB, the id is taken (409)", rejected(1)),
          entry("replace 1 KB, the precondition fails (412)", rejected(1)),
          entry("delete 1 KB, no indexing", ChargeModel.delete(1024, 0).toString()),
          entry("stored procedure", "its operations, and computing"));

  private static final Map<String, String> CONSTANTS =
      Map.ofEntries(
          entry("least charge of a request", ru(ChargeModel.MINIMUM)),
          entry("point read", ru(ChargeModel.POINT_READ)),
          entry("KB read", ru(ChargeModel.READ_PER_KB)),
          entry("KB returned", ru(ChargeModel.OUTPUT_PER_KB)),
          entry("image written or removed", ru(ChargeModel.WRITE_PER_IMAGE)),
          entry("KB of such an image", ru(ChargeModel.WRITE_PER_KB)),
          entry("index term written or removed", ru(ChargeModel.WRITE_PER_INDEX_TERM)),
          entry("query, per physical partition", ru(ChargeModel.QUERY)),
          entry("index seek", ru(ChargeModel.QUERY_PER_SEEK)),
          entry("index entry looked at", ru(ChargeModel.QUERY_PER_INDEX_ENTRY)),
          entry("item read by a query", ru(ChargeModel.QUERY_PER_ITEM)),
          entry("200 units of computing", ChargeModel.work(200).toString()),
          entry("shown with a throttled response", ru(ChargeModel.THROTTLED)));

  @Test
  void thePublishedFiguresStandBesideWhatTheCodeCharges() throws IOException {
    assertThat(table("## Published figures", "Operation", "Ours")).isEqualTo(OURS);
  }

  @Test
  void theConstantsAreThoseOfTheCode() throws IOException {
    assertThat(table("## Constants", "Per", "RU")).isEqualTo(CONSTANTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "point read, 1 KB | 1 | 0",
        "point read, 4 KB | 1.3 | 0",
        "point read, 64 KB | 10 | 30",
        "point read, 100 KB | 10 | 10",
        "insert 1 KB, no indexing | 5.5 | 0",
        "insert 4 KB, no indexing | 7 | 0",
        "insert 64 KB, no indexing | 48 | 30",
        "insert 100 KB, no indexing | 50 | 10",
        "replace 1 KB, no indexing | 11 | 0",
        "replace 1 KB, all of 20 indexed values changed | 30 | 10",
        "create about 1 KB, about 20 values indexed | 15 | 10",
        "planning figure: write 1 KB with indexing (10 values) | 10 | 0",
        "query by id, one result of 1 KB | 2.5 | 10",
        "query, 7 results of 1 KB | 7 | 10",
        "query, TOP 10 of 1 KB | 10 | 10",
        "query, 100 results of 1 KB with ORDER BY | 70 | 20",
        "query, 1000 results of 1 KB | 1000 | 20",
        "query, one result of 10 KB | 3.19 | 10",
        "read 1 KB with strong or bounded staleness | 2 | 0",
        "throttled response (429) | 0.38 | 0",
      })
  void comesWithinPercentOfThePublishedFigure(String operation, double published, double percent) {
    double ours = Double.parseDouble(OURS.getOrDefault(operation, "no such row"));
    double offPercent = Math.abs(ours / published - 1) * 100;
    assertThat(offPercent)
        .as("%s: %s against %s", operation, ours, published)
        .isLessThanOrEqualTo(percent + 1e-9);
  }

  /** First column to named column of the first table after a heading. */
  private static Map<String, String> table(String heading, String first, String column)
      throws IOException {
    List<List<String>> rows =
        Files.readString(DOCUMENT)
            .lines()
            .dropWhile(line -> !line.equals(heading))
            .dropWhile(line -> !line.startsWith("|"))
            .takeWhile(line -> line.startsWith("|"))
            .map(RequestUnitsDocumentTest::cells)
            .toList();
    List<String> header = rows.getFirst();
    assertThat(header).startsWith(first).contains(column);
    Map<String, String> table = new LinkedHashMap<>();
    for (List<String> row : rows.subList(2, rows.size())) {
      table.put(row.getFirst(), row.get(header.indexOf(column)));
    }
    assertThat(table).as("rows are unique").hasSize(rows.size() - 2);
    return table;
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1).split("\\|", -1)).map(String::strip).toList();
  }

  private static String read(int kilobytes) {
    return ChargeModel.pointRead(1024L * kilobytes).toString();
  }

  private static String quorumRead(int kilobytes) {
    return ChargeModel.quorumRead(ChargeModel.pointRead(1024L * kilobytes)).toString();
  }

  private static String insert(int kilobytes, int terms) {
    return ChargeModel.create(1024L * kilobytes, terms).toString();
  }

  private static String replace(int kilobytes, int terms) {
    return ChargeModel.replace(1024L * kilobytes, 1024L * kilobytes, terms, terms).toString();
  }

  private static String rejected(int kilobytes) {
    return ChargeModel.rejectedWrite(1024L * kilobytes).toString();
  }

  private static String query(int results, int kilobytes) {
    QueryMeter meter = QueryMeter.query();
    meter.indexSeeks(1);
    results(meter, results, kilobytes);
    return meter.charge().toString();
  }

  private static String queryInPages(int results, int pages) {
    QueryMeter first = QueryMeter.query();
    first.indexSeeks(1);
    results(first, results / pages, 1);
    RequestCharge sum = first.charge();
    for (int page = 1; page < pages; page++) {
      QueryMeter meter = QueryMeter.page();
      results(meter, results / pages, 1);
      sum = sum.plus(meter.charge());
    }
    return sum.toString();
  }

  private static void results(QueryMeter meter, int results, int kilobytes) {
    for (int i = 0; i < results; i++) {
      meter.indexEntries(1);
      meter.itemRead(1024L * kilobytes);
      meter.output(1024L * kilobytes);
    }
  }

  private static String ru(long hundredths) {
    return new RequestCharge(hundredths).toString();
  }
}
