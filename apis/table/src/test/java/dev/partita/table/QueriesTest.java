package dev.partita.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries: what filters mean, how they are carried out, and how pages continue. */
class QueriesTest {

  private final Api api = Api.withTable(TableForm.STORAGE);

  @AfterEach
  void close() {
    api.close();
  }

  private void insertTyped() {
    api.insert(
            """
            {'PartitionKey':'p','RowKey':'1','s':'abc','i':5,'d':2.5,'b':true,
             'l':'5000000000','l@odata.type':'Edm.Int64',
             't':'2026-01-01T00:00:00Z','t@odata.type':'Edm.DateTime',
             'g':'c9da6455-213d-42c9-9a79-3e9149a57833','g@odata.type':'Edm.Guid',
             'x':'/wA=','x@odata.type':'Edm.Binary'}
            """)
        .is(201);
    api.insert("{'PartitionKey':'p','RowKey':'2','s':'abd','i':7,'d':5.0,'b':false}").is(201);
    api.insert("{'PartitionKey':'q','RowKey':'3','s':7,'o':'it\\u0027s'}").is(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "s eq 'abc' | 1",
        "'abc' eq s | 1",
        "s ne 'abc' | 2",
        "s ge 'abc' | 1 2",
        "s lt 'abd' | 1",
        "i eq 5 | 1",
        "i gt 5L | 2",
        "5 lt i | 2",
        "i ge 4.5 and i le 6 | 1",
        "d eq 5 | 2",
        "d gt 2.4 and d lt 2.6 | 1",
        "d eq 25e-1 | 1",
        "l eq 5000000000L | 1",
        "l gt 4999999999 | 1",
        "l lt 5.1e9 | 1",
        "b | 1",
        "b eq true | 1",
        "b eq True | 1",
        "not b | 2 3",
        "b eq false | 2",
        "t eq datetime'2026-01-01T00:00:00Z' | 1",
        "t gt datetime'2025-12-31T23:59:59.9999999Z' | 1",
        "g eq guid'c9da6455-213d-42c9-9a79-3e9149a57833' | 1",
        "x eq X'ff00' | 1",
        "x eq binary'FF00' | 1",
        "o eq 'it''s' | 3",
        "s eq 7 | 3",
        "missing eq 1 | ",
        "missing ne 1 | ",
        "not (missing eq 1) | 1 2 3",
        "s eq 'abc' or s eq 'abd' | 1 2",
        "s eq 'abc' or s eq 'abd' and i eq 7 | 1 2",
        "(s eq 'abc' or s eq 'abd') and i eq 7 | 2",
        "not s eq 'abc' and PartitionKey eq 'p' | 2",
        "PartitionKey eq 'p' and RowKey eq '2' | 2",
        "(PartitionKey eq 'p' and RowKey eq '1') or (PartitionKey eq 'q' and RowKey eq '3') | 1 3",
        "PartitionKey gt 'p' | 3",
        "PartitionKey ge 'p' and PartitionKey lt 'q' | 1 2",
        "PartitionKey ne 'p' | 3",
        "RowKey ge '2' | 2 3",
        "PartitionKey eq 'p' and RowKey gt '1' | 2",
        "PartitionKey eq 'p' and RowKey lt '1' | ",
        "PartitionKey eq 'p' and PartitionKey eq 'q' | ",
        "Timestamp gt datetime'2020-01-01T00:00:00Z' | 1 2 3",
        "true | 1 2 3",
        "1 eq 1 and RowKey eq '3' | 3",
        "1 eq 2 | ",
        "  | 1 2 3"
      })
  void meansWhatItSays(String filter, String rows) {
    insertTyped();
    List<String> expected = rows == null ? List.of() : List.of(rows.split(" "));
    assertThat(api.query(filter == null ? "" : filter).rows()).isEqualTo(expected);
    try (Api cosmos = Api.withTable(TableForm.COSMOS)) {
      for (String row : api.get("/tab()?$format=application/json;odata=minimalmetadata").rows()) {
        String key = row.equals("3") ? "q" : "p";
        String path = "/tab(PartitionKey='" + key + "',RowKey='" + row + "')";
        cosmos.raw("POST", "/tab", api.get(path).response().body()).is(201);
      }
      assertThat(cosmos.query(filter == null ? "" : filter).rows())
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s eq",
        "eq 'a'",
        "s eq 'a",
        "(s eq 'a'",
        "s eq 'a')",
        "s = 'a'",
        "s eq 'a' and",
        "'a'",
        "i eq 99999999999999999999",
        "i eq 1.2.3",
        "t eq datetime'yesterday'",
        "g eq guid'1'",
        "x eq X'f'",
        "x eq X'zz'",
        "q eq foo'1'",
        "s eq null",
        "s eq 'a' s eq 'b'",
        "not",
        "-"
      })
  void refusesWhatIsNoFilter(String filter) {
    api.query(filter).fails(400, "InvalidInput");
  }

  @Test
  void refusesNestingWithoutEnd() {
    api.query("(".repeat(5000) + "b" + ")".repeat(5000)).fails(400, "InvalidInput");
    api.query("not ".repeat(5000) + "b").fails(400, "InvalidInput");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "startswith(s,'a') | 501 | NotImplemented",
        "s eq 'a'&$orderby=s | 501 | NotImplemented",
        "s eq 'a'&$top=-1 | 400 | InvalidInput",
        "s eq 'a'&$top=1001 | 400 | InvalidInput",
        "s eq 'a'&$top=x | 400 | InvalidInput",
        "s eq 'a'&NextPartitionKey=x | 400 | InvalidInput",
        "s eq 'a'&timeout=x | 400 | InvalidQueryParameterValue"
      })
  void namesOptionsThatItDoesNotHonour(String query, int status, String code) {
    api.get("/tab()?$filter=" + query.replace(" ", "%20")).fails(status, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PartitionKey eq 'p' and RowKey eq '1' | point",
        "PartitionKey eq 'p' | partition",
        "PartitionKey eq 'p' and i gt 1 | partition",
        "PartitionKey ge 'p' | range",
        "i gt 1 | scan",
        "not i gt 1 | scan"
      })
  void saysHowItFound(String filter, String plan) {
    insertTyped();
    assertThat(api.query(filter).header("x-ms-partita-plan")).isEqualTo(plan);
  }

  @Test
  void usesTheIndexWhereThereIsOne() {
    try (Api cosmos = Api.withTable(TableForm.COSMOS)) {
      cosmos.insertRows("p", 200);
      Api.Result found = cosmos.query("n eq 77");
      assertThat(found.rows()).containsExactly("r00077");
      assertThat(found.header("x-ms-partita-plan")).isEqualTo("index");
      Api.Result scanned = cosmos.query("not (n ne 77)");
      assertThat(scanned.rows()).containsExactly("r00077");
      assertThat(scanned.header("x-ms-partita-plan")).isEqualTo("scan");
      assertThat(charge(found)).isLessThan(charge(scanned) / 10);
      assertThat(cosmos.query("PartitionKey eq 'p' and n eq 77").header("x-ms-partita-plan"))
          .isEqualTo("partition");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PartitionKey lt 'é😀' | p/a p/😀 p/😁 p/\uFB00",
        "PartitionKey ge '😀' | 😀/a",
        "PartitionKey eq 'p' and RowKey eq '😀' | p/😀",
        "PartitionKey eq 'p' and RowKey gt '😀' | p/😁 p/\uFB00",
        "PartitionKey eq 'p' and RowKey le '😀' | p/a p/😀",
        "PartitionKey eq 'p' and RowKey lt '\uFB00' | p/a p/😀 p/😁",
        "PartitionKey eq 'p' and RowKey gt '' | p/a p/😀 p/😁 p/\uFB00",
        "PartitionKey eq 'p' and RowKey lt 'b/c' | p/a",
        "RowKey eq '😀' | p/😀"
      })
  void comparesKeysOfAllCharacters(String filter, String found) {
    for (TableForm form : TableForm.values()) {
      try (Api own = Api.withTable(form)) {
        for (String keys : List.of("p/a", "p/😀", "p/😁", "p/\uFB00", "😀/a")) {
          String[] each = keys.split("/", -1);
          own.insert("{'PartitionKey':'%s','RowKey':'%s'}".formatted(each[0], each[1])).is(201);
        }
        List<String> rows = new ArrayList<>();
        for (String keys : found.split(" ", -1)) {
          rows.add(keys.substring(keys.indexOf('/') + 1));
        }
        assertThat(own.query(filter).rows())
            .describedAs(form.name())
            .containsExactlyInAnyOrderElementsOf(rows);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v eq 0 | int long minus",
        "v eq 0L | int long minus",
        "v eq 0.0 | int long minus",
        "v eq -0.0 | int long minus",
        "v ne 0L | most least",
        "v gt 0L | most",
        "v ge 1e300 | most",
        "v lt 0 | least",
        "v le -9223372036854775808L | least"
      })
  void comparesNumbersOfAllTypesAlsoAtTheirEnds(String filter, String rows) {
    for (TableForm form : TableForm.values()) {
      try (Api own = Api.withTable(form)) {
        String entity = "{'PartitionKey':'p','RowKey':'%s','v':%s,'v@odata.type':'Edm.%s'}";
        own.insert(entity.formatted("int", "0", "Int32")).is(201);
        own.insert(entity.formatted("long", "'0'", "Int64")).is(201);
        own.insert(entity.formatted("minus", "-0.0", "Double")).is(201);
        own.insert(entity.formatted("most", "'Infinity'", "Double")).is(201);
        own.insert(entity.formatted("least", "'-Infinity'", "Double")).is(201);
        own.insert(entity.formatted("none", "'NaN'", "Double")).is(201);
        assertThat(own.query(filter).rows())
            .describedAs(form.name())
            .containsExactlyInAnyOrder(rows.split(" ", -1));
      }
    }
  }

  private static double charge(Api.Result result) {
    return Double.parseDouble(Objects.requireNonNull(result.header("x-ms-request-charge")));
  }

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void continuesWhereItEnded(TableForm form) {
    try (Api own = Api.withTable(form)) {
      own.insertRows("a", 25);
      own.insertRows("b", 25);
      for (String filter :
          new String[] {"", "n ge 5", "PartitionKey eq 'b'", "PartitionKey gt 'a'"}) {
        List<String> whole = own.query(filter).rows();
        List<String> pages = new ArrayList<>();
        String next = "";
        int count = 0;
        do {
          Api.Result page = own.get("/tab()?$top=7&$filter=" + Api.encode(filter) + next);
          List<String> rows = page.rows();
          assertThat(rows.size()).isLessThanOrEqualTo(7);
          pages.addAll(rows);
          String key = page.header("x-ms-continuation-NextPartitionKey");
          next =
              key == null
                  ? ""
                  : "&NextPartitionKey="
                      + Api.encode(key)
                      + "&NextRowKey="
                      + Api.encode(
                          Objects.requireNonNull(page.header("x-ms-continuation-NextRowKey")));
        } while (!next.isEmpty() && ++count < 100);
        assertThat(pages).isEqualTo(whole);
        assertThat(whole).isNotEmpty();
      }
    }
  }

  @Test
  void keepsOrderAcrossSplits() {
    for (String key : List.of("d", "b", "\uFFFDx", "a", "c", "\uD83D\uDE00")) {
      api.insertRows(key, 20);
    }
    List<String> before = api.get("/tab()").rows();
    api.engine.reshaper().split(api.container("tab"), 0);
    assertThat(api.container("tab").partitions()).hasSize(2);
    assertThat(api.get("/tab()").rows()).isEqualTo(before);
    assertThat(api.query("PartitionKey ge 'b' and PartitionKey le 'c'").rows()).hasSize(40);
    api.insertRows("bb", 3);
    assertThat(api.query("PartitionKey gt 'b' and PartitionKey lt 'c'").rows()).hasSize(3);
  }

  @Test
  void givesNothingIfNothingIsAskedFor() {
    insertTyped();
    for (String path :
        List.of("/tab()?$top=0", "/tab()?$top=0&$filter=i%20eq%205", "/Tables?$top=0")) {
      Api.Result none = api.get(path).is(200);
      assertThat(none.text()).contains("\"value\":[]");
      assertThat(none.header("x-ms-continuation-NextPartitionKey")).isNull();
      assertThat(none.header("x-ms-continuation-NextTableName")).isNull();
    }
  }

  @Test
  void selectsProperties() {
    insertTyped();
    String page =
        api.get("/tab()?$select=RowKey,i,missing", "Accept", "application/json;odata=nometadata")
            .text();
    assertThat(page)
        .isEqualTo(
            "{\"value\":[{\"RowKey\":\"1\",\"i\":5},{\"RowKey\":\"2\",\"i\":7},{\"RowKey\":\"3\"}]}");
  }

  @Test
  void endsAPageAtAThousand() {
    api.insertRows("p", 1001);
    Api.Result page = api.get("/tab()");
    assertThat(page.rows()).hasSize(1000);
    assertThat(page.header("x-ms-continuation-NextRowKey")).isNotNull();
  }

  /** Entities that are alike, that only seem so, and those that have nothing in common. */
  private static List<String> variety() {
    return List.of(
        "'a':1,'b':'x','c':2.5",
        "'a':2,'b':'y','c':3.5",
        "'a':3,'b':'z','c':4",
        "'a':'3','b':5,'c':true",
        "'b':'z','a':3",
        "'ab':1,'a':2,'b':'}','c':'{\\u0022$t\\u0022:2}'",
        "",
        "'c':'NaN','c@odata.type':'Edm.Double','b':'a\\\\b\\u0022c'",
        "'c':'INF','c@odata.type':'Edm.Double','b':'x'",
        "'c':7,'c@odata.type':'Edm.Double','b':'x'",
        "'l':'5000000000','l@odata.type':'Edm.Int64','m':'-12','m@odata.type':'Edm.Int64'",
        "'l':'0','l@odata.type':'Edm.Int64','m':'-1','m@odata.type':'Edm.Int64'",
        "'l':'9223372036854775807','l@odata.type':'Edm.Int64',"
            + "'m':'-9223372036854775808','m@odata.type':'Edm.Int64'",
        "'t':'2026-01-01T00:00:00.5Z','t@odata.type':'Edm.DateTime','id':'x','ttl':5",
        "'t':'2026-01-01T00:00:00Z','t@odata.type':'Edm.DateTime','id':'y','ttl':6",
        "'g':'c9da6455-213d-42c9-9a79-3e9149a57833','g@odata.type':'Edm.Guid','é':'ü'",
        "'g':'d9da6455-213d-42c9-9a79-3e9149a57833','g@odata.type':'Edm.Guid','é':''",
        "'a':1,'b':'x','c':2.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minimalmetadata |",
        "nometadata |",
        "fullmetadata |",
        "minimalmetadata | &$select=b,m,RowKey",
        "nometadata | &$select=b"
      })
  void aPageHasEachEntityAsItIsAlone(String level, @Nullable String select) {
    List<String> entities = variety();
    for (int i = 0; i < entities.size(); i++) {
      String own = entities.get(i).isEmpty() ? "" : "," + entities.get(i);
      api.insert("{'PartitionKey':'p','RowKey':'%02d'%s}".formatted(i, own)).is(201);
      api.clock.advanceMillis(i % 3 == 0 ? 1_000 : 7);
    }
    String options = "$format=application/json;odata=" + level + (select == null ? "" : select);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < entities.size(); i++) {
      String one = "/tab(PartitionKey='p',RowKey='%02d')?".formatted(i);
      String text = api.get(one + options).is(200).text();
      rows.append(i == 0 ? "" : ",")
          .append(text.replaceFirst("\"odata.metadata\":\"[^\"]*\",?", ""));
    }

    assertThat(api.get("/tab()?" + options).is(200).text()).endsWith("\"value\":[" + rows + "]}");
  }

  /** MurmurHash3 makes the same 128 bits of the two keys, by which the Cosmos form places them. */
  @ParameterizedTest
  @EnumSource(TableForm.class)
  void tellsPartitionKeysWithTheSamePositionApart(TableForm form) {
    String mine = "the first of two colliding keys";
    String theirs = "othersmtpaaxejz=_OYM[|DNSqGP~.L";
    try (Api own = Api.withTable(form)) {
      own.insertRows(mine, 3);
      own.insertRows(theirs, 3);
      String filter = "PartitionKey eq '%s'".formatted(mine);
      for (String each : List.of(filter, filter + " and n ge 0", filter + " and RowKey gt 'a'")) {
        assertThat(own.query(each).rows()).containsExactly("r00000", "r00001", "r00002");
      }
      String ranged = "PartitionKey ge '%s' and PartitionKey le '%s'".formatted(mine, mine);
      assertThat(own.query(ranged).rows()).hasSize(3);
    }
  }
}
