package dev.partita.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import dev.partita.plan.Predicate;
import dev.partita.plan.Verdict;
import dev.partita.table.edm.StoredEntity;
import dev.partita.table.filter.Filter;
import dev.partita.table.filter.FilterParser;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random OData filters over random entities, whose rows must be those that the filter accepts one
 * by one, whichever way the table finds them.
 */
final class FilterDifferentialTest {

  private static final int SEEDS = Math.min(32, Integer.getInteger("partita.fuzz.seeds", 8));
  private static final long FIRST_SEED = Long.getLong("partita.fuzz.first", 1);
  private static final int ENTITIES = 60;
  private static final int FILTERS = 40;

  private static final String[] PROPERTIES = {"a", "b", "c", "id", "ttl"};
  private static final String[] TEXTS = {
    "", "a", "ab", "b", "B", "Infinity", "00000000000000000005", "é", "\uD83D\uDE00", "\uFB00"
  };

  private SplittableRandom random = new SplittableRandom();

  static LongStream seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void indexAndScanFindWhatTheFilterAccepts(long seed) {
    random = new SplittableRandom(seed);
    try (Api api = Api.withTable(TableForm.COSMOS)) {
      for (int i = 0; i < ENTITIES; i++) {
        api.insert(entity(i)).is(201);
      }
      Items items = api.documents.items(api.container("tab"));
      for (int i = 0; i < FILTERS; i++) {
        String text = filter(2);
        assertThat(found(api, text))
            .as("seed %d: %s", seed, text)
            .containsExactlyInAnyOrderElementsOf(accepted(items, text));
      }
    }
  }

  /** The rows that the filter accepts, each of which must pass its predicate. */
  private static List<String> accepted(Items items, String text) {
    Filter filter = FilterParser.parse(text).orElseThrow();
    Predicate predicate = FilterPredicate.of(filter);
    List<String> rows = new ArrayList<>();
    try (ItemScan scan = items.reader().scan(items.reader().newest(), KeyRange.ALL, null)) {
      while (scan.next()) {
        StoredEntity entity = new StoredEntity(scan.item());
        JsonObject document = scan.item().document();
        boolean passes = filter.passes(entity::value);
        Verdict verdict = predicate.test(document);
        assertThat(verdict)
            .as("%s of %s", text, document)
            .isNotEqualTo(passes ? Verdict.NO : Verdict.YES);
        if (passes) {
          rows.add(entity.rowKey());
        }
      }
    }
    return rows;
  }

  /** The rows of all pages. */
  private List<String> found(Api api, String filter) {
    List<String> rows = new ArrayList<>();
    int size = 1 + random.nextInt(ENTITIES);
    String path = "/tab()?$top=" + size + "&$filter=" + Api.encode(filter);
    String next = "";
    do {
      Api.Result page = api.get(path + next);
      assertThat(page.rows()).hasSizeLessThanOrEqualTo(size);
      rows.addAll(page.rows());
      next = next(page);
    } while (!next.isEmpty());
    return rows;
  }

  private static String next(Api.Result page) {
    String key = page.header("x-ms-continuation-NextPartitionKey");
    String row = page.header("x-ms-continuation-NextRowKey");
    return key == null
        ? ""
        : "&NextPartitionKey="
            + Api.encode(key)
            + (row == null ? "" : "&NextRowKey=" + Api.encode(row));
  }

  private String entity(int number) {
    StringBuilder json =
        new StringBuilder("{'PartitionKey':'p%d','RowKey':'r%d'".formatted(number % 4, number));
    for (String property : PROPERTIES) {
      Value value = random.nextInt(3) == 0 ? null : value();
      if (value != null) {
        json.append(",'").append(property).append("':").append(value.json);
        json.append(",'").append(property).append("@odata.type':'Edm.").append(value.type);
        json.append('\'');
      }
    }
    return json.append('}').toString();
  }

  private String filter(int depth) {
    if (depth > 0) {
      switch (random.nextInt(6)) {
        case 0 -> {
          return "(" + filter(depth - 1) + ") and (" + filter(depth - 1) + ")";
        }
        case 1 -> {
          return "(" + filter(depth - 1) + ") or (" + filter(depth - 1) + ")";
        }
        case 2 -> {
          return "not (" + filter(depth - 1) + ")";
        }
        default -> {}
      }
    }
    String operator = List.of("eq", "eq", "ne", "gt", "ge", "lt", "le").get(random.nextInt(7));
    return switch (random.nextInt(10)) {
      case 0 -> property();
      case 1 -> "RowKey " + operator + " 'r" + random.nextInt(ENTITIES) + "'";
      case 2 -> "PartitionKey " + operator + " 'p" + random.nextInt(4) + "'";
      case 3 -> value().literal + " " + operator + " " + property();
      default -> property() + " " + operator + " " + value().literal;
    };
  }

  private String property() {
    return PROPERTIES[random.nextInt(PROPERTIES.length)];
  }

  private record Value(String type, String json, String literal) {}

  private Value value() {
    int small = random.nextInt(7) - 3;
    return switch (random.nextInt(8)) {
      case 0 -> new Value("Int32", "" + small, "" + small);
      case 1 -> {
        long large = random.nextBoolean() ? small : small * 4_000_000_000_000_000_001L / 3;
        yield new Value("Int64", "'" + large + "'", large + "L");
      }
      case 2 -> new Value("Double", "" + small / 2.0, "" + small / 2.0);
      case 3 -> {
        String beyond = List.of("Infinity", "-Infinity", "NaN").get(random.nextInt(3));
        yield new Value("Double", "'" + beyond + "'", "1e300");
      }
      case 4 -> new Value("Boolean", "" + (small > 0), "" + (small > 0));
      case 5 -> {
        String time = "2026-01-0%dT00:00:00Z".formatted(4 + small);
        yield new Value("DateTime", "'" + time + "'", "datetime'" + time + "'");
      }
      case 6 -> {
        String guid = "%08x-213d-42c9-9a79-3e9149a57833".formatted(small);
        yield new Value("Guid", "'" + guid + "'", "guid'" + guid + "'");
      }
      default -> {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        yield new Value("String", "'" + text + "'", "'" + text + "'");
      }
    };
  }
}
