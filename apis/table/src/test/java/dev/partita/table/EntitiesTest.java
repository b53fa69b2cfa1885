package dev.partita.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.table.edm.Ticks;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single entities in both forms: what is stored, what comes back, and what is refused. */
class EntitiesTest {

  private static final String ONE = "/tab(PartitionKey='p',RowKey='r')";

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void keepsTypesAndDigits(TableForm form) {
    try (Api api = Api.withTable(form)) {
      api.insert(
              """
              {'PartitionKey':'p','RowKey':'r','Text':'a\\u0001ü','I':7,'D':1.0,'E':-2.5e300,'B':true,
               'L':'9223372036854775807','L@odata.type':'Edm.Int64','N':'-12','N@odata.type':'Edm.Int64',
               'T@odata.type':'Edm.DateTime','T':'2026-11-15T01:02:03.1234567Z',
               'T9@odata.type':'Edm.DateTime','T9':'2026-11-15T01:02:03.123456789Z',
               'T2@odata.type':'Edm.DateTime','T2':'2026-11-15T01:02:03.120Z',
               'G@odata.type':'Edm.Guid','G':'c9da6455-213d-42c9-9a79-3e9149a57833',
               'X@odata.type':'Edm.Binary','X':'AQID','Nan@odata.type':'Edm.Double','Nan':'NaN',
               'Inf@odata.type':'Edm.Double','Inf':'-Infinity','None':null,'id':'mine','ttl':5,'_ts':1}
              """)
          .is(201);
      String read = api.get(ONE).is(200).text();
      assertThat(read)
          .contains("\"Text\":\"a\\u0001ü\"")
          .contains("\"I\":7,")
          .contains("\"D\":1.0,")
          .contains("\"E\":-2.5E300")
          .contains("\"B\":true")
          .contains("\"L@odata.type\":\"Edm.Int64\",\"L\":\"9223372036854775807\"")
          .contains("\"N\":\"-12\"")
          .contains("\"T2\":\"2026-11-15T01:02:03.12Z\"")
          .contains("\"T@odata.type\":\"Edm.DateTime\",\"T\":\"2026-11-15T01:02:03.1234567Z\"")
          .contains("\"T9\":\"2026-11-15T01:02:03.1234567Z\"")
          .contains("\"G@odata.type\":\"Edm.Guid\",\"G\":\"c9da6455-213d-42c9-9a79-3e9149a57833\"")
          .contains("\"X@odata.type\":\"Edm.Binary\",\"X\":\"AQID\"")
          .contains("\"Nan@odata.type\":\"Edm.Double\",\"Nan\":\"NaN\"")
          .contains("\"Inf\":\"-Infinity\"")
          .contains("\"id\":\"mine\"")
          .contains("\"ttl\":5")
          .contains("\"_ts\":1")
          .doesNotContain("None")
          .doesNotContain("$$");
    }
  }

  @ParameterizedTest
  @CsvSource({"nometadata", "minimalmetadata", "fullmetadata"})
  void saysAsMuchOfTypesAsAsked(String level) {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      api.insert("{'PartitionKey':'p','RowKey':'r','L':'5','L@odata.type':'Edm.Int64','D':1.5}");
      Api.Result byHeader = api.get(ONE, "Accept", "application/json;odata=" + level).is(200);
      Api.Result byOption =
          api.get(
                  ONE + "?$format=" + Api.encode("application/json;odata=" + level),
                  "Accept",
                  "application/json;odata=minimalmetadata")
              .is(200);
      assertThat(byHeader.text()).isEqualTo(byOption.text());
      assertThat(byHeader.header("content-type")).contains("odata=" + level);
      boolean none = level.equals("nometadata");
      boolean full = level.equals("fullmetadata");
      assertThat(byHeader.text().contains("odata.metadata")).isEqualTo(!none);
      assertThat(byHeader.text().contains("odata.etag")).isEqualTo(!none);
      assertThat(byHeader.text().contains("L@odata.type")).isEqualTo(!none);
      assertThat(byHeader.text().contains("odata.editLink")).isEqualTo(full);
      assertThat(byHeader.text().contains("Timestamp@odata.type")).isEqualTo(full);
      assertThat(byHeader.text().contains("\"D@odata.type\"")).isEqualTo(full);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTableThatIsMadeAnewInTheSameMillisecondHasOtherTags(TableForm form) {
    try (Api api = Api.withTable(form)) {
      String old = api.insert("{'PartitionKey':'p','RowKey':'r'}").is(201).etag();
      api.send("DELETE", "/Tables('tab')", "").is(204);
      api.createTable("tab");
      String fresh = api.insert("{'PartitionKey':'p','RowKey':'r'}").is(201).etag();

      assertThat(fresh).isNotEqualTo(old);
      api.send("PUT", ONE, "{'d':1}", "If-Match", old).fails(412, "UpdateConditionNotSatisfied");
    }
  }

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void changesByTheirVersions(TableForm form) {
    try (Api api = Api.withTable(form)) {
      String first = api.insert("{'PartitionKey':'p','RowKey':'r','a':1,'b':2}").is(201).etag();
      assertThat(first).startsWith("W/\"datetime'20").contains("%3A").endsWith("Z'\"");
      String second = api.send("MERGE", ONE, "{'b':3,'c':4}", "If-Match", first).is(204).etag();
      assertThat(second).isNotEqualTo(first);
      assertThat(api.get(ONE).text()).contains("\"a\":1,\"b\":3,\"c\":4");
      api.send("PUT", ONE, "{'d':1}", "If-Match", first).fails(412, "UpdateConditionNotSatisfied");
      api.send("PUT", ONE, "{'d':1}", "If-Match", "w/\"other\"")
          .fails(412, "UpdateConditionNotSatisfied");
      api.send("PUT", ONE, "{'d':1}", "If-Match", "other").fails(400, "InvalidInput");
      api.send("POST", ONE, "{'e':5}", "X-HTTP-Method", "MERGE", "If-Match", "*").is(204);
      assertThat(api.get(ONE).text()).contains("\"c\":4,\"e\":5");
      api.send("PUT", ONE, "{'only':1}", "If-Match", "*").is(204);
      Api.Result read = api.get(ONE);
      assertThat(read.text()).contains("\"only\":1").doesNotContain("\"a\":1");
      String time = read.etag().replace("W/\"datetime'", "").replace("'\"", "").replace("%3A", ":");
      assertThat(read.text()).contains("\"Timestamp\":\"" + time + "\"");
      assertThat(Ticks.etag(Ticks.ofEtag(read.etag()).orElseThrow())).isEqualTo(read.etag());
      api.send("DELETE", ONE, "").fails(400, "MissingRequiredHeader");
      api.send("DELETE", ONE, "", "If-Match", second).fails(412, "UpdateConditionNotSatisfied");
      api.send("DELETE", ONE, "", "If-Match", "*").is(204);
      api.get(ONE).fails(404, "ResourceNotFound");
      api.send("MERGE", ONE, "{'a':1}", "If-Match", "*").fails(404, "ResourceNotFound");
    }
  }

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void createsWhatIsNotThere(TableForm form) {
    try (Api api = Api.withTable(form)) {
      api.send("PATCH", ONE, "{'a':1}").is(204);
      api.send("PATCH", ONE, "{'b':2}").is(204);
      assertThat(api.get(ONE).text()).contains("\"a\":1,\"b\":2");
      api.send("PUT", ONE, "{'c':3}").is(204);
      assertThat(api.get(ONE).text()).contains("\"c\":3").doesNotContain("\"a\"");
      api.insert("{'PartitionKey':'p','RowKey':'r'}").fails(409, "EntityAlreadyExists");
      api.get("/none()").fails(404, "TableNotFound");
      api.send("POST", "/none", "{'PartitionKey':'p','RowKey':'r'}").fails(404, "TableNotFound");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"O''Brien %2B 50%25", "ü€😀", "a b", "(x)=,'y'", ""})
  void takesAnyKeys(String raw) {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      String key = raw.replace("''", "'").replace("%2B", "+").replace("%25", "%");
      String json = key.replace("'", "\\u0027");
      api.insert("{'PartitionKey':'%s','RowKey':'%s','n':1}".formatted(json, json)).is(201);
      String quoted = Api.encode(key.replace("'", "''")).replace("+", "%20");
      String path = "/tab(PartitionKey='" + quoted + "',RowKey='" + quoted + "')";
      assertThat(api.get(path).is(200).text()).contains("\"n\":1");
      String doubled = "'" + key.replace("'", "''") + "'";
      assertThat(api.query("PartitionKey eq " + doubled + " and RowKey ge " + doubled).rows())
          .containsExactly(key);
      String link =
          Objects.requireNonNull(
              api.insert("{'PartitionKey':'%s','RowKey':'%s2'}".formatted(json, json))
                  .is(201)
                  .header("location"));
      String prefix = "http://localhost:1/" + Api.ACCOUNT;
      assertThat(link).startsWith(prefix);
      assertThat(api.get(link.substring(prefix.length())).is(200).rowKey()).isEqualTo(key + "2");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{'RowKey':'r'}; PropertiesNeedValue",
        "{'PartitionKey':'p'}; PropertiesNeedValue",
        "{'PartitionKey':1,'RowKey':'r'}; InvalidInput",
        "{'PartitionKey':'a/b','RowKey':'r'}; OutOfRangeInput",
        "{'PartitionKey':'a\\\\b','RowKey':'r'}; OutOfRangeInput",
        "{'PartitionKey':'p','RowKey':'a#'}; OutOfRangeInput",
        "{'PartitionKey':'p','RowKey':'a?'}; OutOfRangeInput",
        "{'PartitionKey':'p','RowKey':'a\\u0009'}; OutOfRangeInput",
        "{'PartitionKey':'p','RowKey':'a\\u0085'}; OutOfRangeInput",
        "{'PartitionKey':'p','RowKey':'r','a':1,'a':2}; DuplicatePropertiesSpecified",
        "{'PartitionKey':'p','RowKey':'r','a b':1}; PropertyNameInvalid",
        "{'PartitionKey':'p','RowKey':'r','1a':1}; PropertyNameInvalid",
        "{'PartitionKey':'p','RowKey':'r','a@b':1}; PropertyNameInvalid",
        "{'PartitionKey':'p','RowKey':'r','a':{}}; InvalidValueType",
        "{'PartitionKey':'p','RowKey':'r','a':[1]}; InvalidValueType",
        "{'PartitionKey':'p','RowKey':'r','a':3000000000}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':'x','a@odata.type':'Edm.Int64'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':'x','a@odata.type':'Edm.Guid'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':'x','a@odata.type':'Edm.DateTime'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':'1500-01-01T00:00:00Z','a@odata.type':'Edm.DateTime'};"
            + " OutOfRangeInput",
        "{'PartitionKey':'p','RowKey':'r','a':'!','a@odata.type':'Edm.Binary'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':'123456789-1234-1234-1234-12345678901',"
            + "'a@odata.type':'Edm.Guid'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':'0X1P3','a@odata.type':'Edm.Double'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':' 1.5','a@odata.type':'Edm.Double'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':1e400}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a\\u0001':1}; PropertyNameInvalid",
        "{'PartitionKey':'p','RowKey':'r','a':'1','a@odata.type':'Edm.Decimal'}; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r','a':1,'a@odata.type':'Edm.Boolean'}; InvalidValueType",
        "{'PartitionKey':'p','RowKey':'r'; InvalidInput",
        "[]; InvalidInput",
        "{'PartitionKey':'p','RowKey':'r'} x; InvalidInput",
        "{'PartitionKey':'p','RowKey':'\\ud800'}; InvalidInput"
      })
  void refusesWhatIsNoEntity(String json, String code) {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      api.insert(json).fails(400, code);
      assertThat(api.get("/tab()").rows()).isEmpty();
    }
  }

  @Test
  void namesThePropertyThatHasNoValueOfItsType() {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      String entity = "{'PartitionKey':'p','RowKey':'r','a':1,'age':3000000000}";
      assertThat(api.insert(entity).fails(400, "InvalidInput").text())
          .contains("property age")
          .contains("value 3000000000");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'$t':2,'$v':5} | 5 | v eq 5",
        "{'$t':2,'$v':true} | true | v eq true",
        "{'$t':8,'$v':1} | 1 | v eq 1",
        "{'$t':8,'$v':'true'} | 'true' | v eq 'true'",
        "{'$t':16,'$v':'abc'} | 'abc' | v eq 'abc'",
        "{'$t':0,'$v':7} | 7 | v eq 7",
        "{'$t':18,'$v':7} | '7' | v eq 7",
        "{'$t':18,'$v':1.5} | 1.5 | v eq 1.5",
        "{'$t':18,'$v':'9223372036854775808'} | '9223372036854775808' | v eq '9223372036854775808'",
        "{'$t':16,'$v':1.5} | 1.5 | v eq 1.5",
        "{'$t':16,'$v':3000000000} | 3000000000.0 | v eq 3000000000.0",
        "{'$t':9,'$v':'2020-01-01T00:00:00Z'} | '2020-01-01T00:00:00Z' | v ge '2020'",
        "{'$t':9,'$v':'-5'} | '-5' | v eq '-5'",
        "'plain' | 'plain' | v eq 'plain'"
      })
  void takesDocumentsOfOtherApisAsTheyAre(String stored, String written, String filter) {
    try (Api api = Api.withTable(TableForm.COSMOS)) {
      // The first two are as this API writes them, with another value of the same type.
      String mark = stored.replaceAll(".*'\\$t':(\\d+).*", "$1");
      String usual = "{'$t':" + mark + ",'$v':" + (mark.equals("16") ? "1" : "'1'") + "}";
      for (String row : List.of("a", "b")) {
        api.store("{'id':'%s','$id':'%s','$pk':'p','v':%s}".formatted(row, row, usual));
      }
      api.store("{'id':'z','$id':'z','$pk':'p','v':%s}".formatted(stored));

      String expected = "\"v\":" + written.replace('\'', '"') + "}";
      assertThat(api.get("/tab(PartitionKey='p',RowKey='z')").is(200).text()).endsWith(expected);
      assertThat(api.get("/tab()").is(200).text()).contains(expected);
      assertThat(api.query("PartitionKey eq 'p' and RowKey eq 'z' and " + filter).rows())
          .containsExactly("z");
    }
  }

  @Test
  void passesOverDocumentsThatAreNoEntities() {
    try (Api api = Api.withTable(TableForm.COSMOS)) {
      for (String json : List.of("{'id':'x'}", "{'id':'y','$pk':5}", "{'id':'z','$pk':'p'}")) {
        api.store(json);
      }
      assertThat(api.get("/tab()").is(200).rows()).containsExactly("z");
      assertThat(api.query("RowKey ge 'a'").rows()).containsExactly("z");
    }
  }

  @Test
  void passesOverDocumentsValuesThatAreNone() {
    try (Api api = Api.withTable(TableForm.COSMOS)) {
      api.store("{'id':'z','$id':'z','$pk':'p','v':{'$t':2,'$v':null},'w':{'$t':2,'$v':'x'}}");
      assertThat(api.get("/tab(PartitionKey='p',RowKey='z')").is(200).text())
          .doesNotContain("\"v\"")
          .endsWith("\"w\":\"x\"}");
      assertThat(api.query("PartitionKey eq 'p' and v ge ''").rows()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void refusesWhatIsTooLarge(TableForm form) {
    try (Api api = Api.withTable(form)) {
      String entity = "{'PartitionKey':'%s','RowKey':'%s'%s}";
      api.insert(entity.formatted("k".repeat(512), "r", "")).is(201);
      api.insert(entity.formatted("k".repeat(513), "r", "")).fails(400, "KeyValueTooLarge");
      api.insert(entity.formatted("p", "r".repeat(513), "")).fails(400, "KeyValueTooLarge");
      StringBuilder many = new StringBuilder();
      for (int i = 0; i < 252; i++) {
        many.append(",'p").append(i).append("':1");
      }
      api.insert(entity.formatted("p", "many", many)).is(201);
      api.insert(entity.formatted("p", "more", many + ",'q':1")).fails(400, "TooManyProperties");
      api.send("MERGE", "/tab(PartitionKey='p',RowKey='many')", "{'q':1}", "If-Match", "*")
          .fails(400, "TooManyProperties");
      api.insert(entity.formatted("p", "v", ",'v':'" + "x".repeat(32 << 10) + "'")).is(201);
      api.insert(entity.formatted("p", "w", ",'v':'" + "x".repeat((32 << 10) + 1) + "'"))
          .fails(400, "PropertyValueTooLarge");
      api.insert(entity.formatted("p", "n", ",'" + "n".repeat(255) + "':1")).is(201);
      api.insert(entity.formatted("p", "m", ",'" + "n".repeat(256) + "':1"))
          .fails(400, "PropertyNameTooLong");
      StringBuilder large = new StringBuilder();
      for (int i = 0; i < (form == TableForm.STORAGE ? 17 : 33); i++) {
        large.append(",'p").append(i).append("':'").append("x".repeat(32 << 10)).append('\'');
      }
      api.insert(entity.formatted("p", "large", large)).fails(400, "EntityTooLarge");
      String half = large.substring(0, large.length() / 2 / 32_000 * 32_000);
      String sound = half.substring(0, half.lastIndexOf(",'p"));
      api.insert(entity.formatted("p", "half", sound)).is(201);
      String path = "/tab(PartitionKey='p',RowKey='half')";
      String other = "{" + sound.substring(1).replace("'p", "'q") + "}";
      api.send("MERGE", path, other, "If-Match", "*").is(204);
      api.send("MERGE", path, other.replace("'q", "'s"), "If-Match", "*")
          .fails(400, "EntityTooLarge");
    }
  }
}
