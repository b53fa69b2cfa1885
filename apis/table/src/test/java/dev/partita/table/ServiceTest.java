package dev.partita.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.throughput.ThroughputSettings;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and the service as a whole. */
class ServiceTest {

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void listsTablesInPages(TableForm form) {
    try (Api api = Api.open(form)) {
      assertThat(api.get("/Tables").is(200).text()).contains("\"value\":[]");
      for (String name : List.of("beta", "alpha", "gamma")) {
        api.createTable(name);
      }
      Api.Result first = api.get("/Tables?$top=2").is(200);
      assertThat(first.text()).contains("alpha").contains("beta").doesNotContain("gamma");
      String next = Objects.requireNonNull(first.header("x-ms-continuation-NextTableName"));
      assertThat(api.get("/Tables?NextTableName=" + next).text())
          .contains("gamma")
          .doesNotContain("beta");
      assertThat(api.get("/Tables('beta')").is(200).text()).contains("\"TableName\":\"beta\"");
      assertThat(api.get("/Tables?$filter=" + Api.encode("TableName gt 'alpha'")).text())
          .doesNotContain("alpha");
      api.send("DELETE", "/Tables('beta')", "").is(204);
      api.send("DELETE", "/Tables('beta')", "").fails(404, "ResourceNotFound");
      api.get("/Tables('beta')").fails(404, "ResourceNotFound");
    }
  }

  @Test
  void namesOfStorageAccountsHaveNoCase() {
    try (Api api = Api.open(TableForm.STORAGE)) {
      api.createTable("MyTable");
      api.send("POST", "/Tables", "{'TableName':'mytable'}").fails(409, "TableAlreadyExists");
      api.send("POST", "/mytable", "{'PartitionKey':'p','RowKey':'r'}").is(201);
      assertThat(api.get("/MYTABLE()").rows()).containsExactly("r");
      assertThat(api.get("/Tables").text()).contains("\"MyTable\"");
    }
    try (Api api = Api.open(TableForm.COSMOS)) {
      api.createTable("MyTable");
      api.createTable("mytable");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1abc", "a-b", "tables", "a b"})
  void refusesNames(String name) {
    try (Api api = Api.open(TableForm.STORAGE)) {
      api.send("POST", "/Tables", "{'TableName':'" + name + "'}").fails(400, "InvalidResourceName");
      api.send("POST", "/Tables", "{'TableName':'ab'}").fails(400, "OutOfRangeInput");
      api.send("POST", "/Tables", "{}").fails(400, "PropertiesNeedValue");
      api.send("POST", "/Tables", "{").fails(400, "InvalidInput");
    }
  }

  @Test
  void provisionsTables() {
    try (Api api = Api.open(TableForm.COSMOS)) {
      String body = "{'TableName':'tab'}";
      api.send("POST", "/Tables", body, "x-ms-offer-throughput", "x")
          .fails(400, "InvalidHeaderValue");
      api.send("POST", "/Tables", body, "x-ms-offer-throughput", "700").is(201);
      assertThat(record(api).throughput()).isEqualTo(new ThroughputSettings.Manual(700));
      api.send("DELETE", "/Tables('tab')", "").is(204);
      api.send(
              "POST",
              "/Tables",
              body,
              "x-ms-cosmos-offer-autopilot-settings",
              "{\"maxThroughput\":4000}")
          .is(201);
      assertThat(record(api).throughput()).isEqualTo(new ThroughputSettings.Autoscale(4000));
    }
    try (Api api = Api.open(TableForm.STORAGE)) {
      api.send("POST", "/Tables", "{'TableName':'tab'}", "x-ms-offer-throughput", "700")
          .fails(400, "UnsupportedHeader");
    }
  }

  private static ContainerRecord record(Api api) {
    return new TableCatalogue(api.engine.catalogue(), api.engine.containers(), TableForm.COSMOS)
        .require(Engine.DEFAULT_ACCOUNT, "tab")
        .record();
  }

  @Test
  void keepsServicePropertiesAndAnswersOtherOrigins() {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      String path = "/?restype=service&comp=properties";
      assertThat(api.get(path).is(200).text()).contains("<Logging>").contains("<Cors></Cors>");
      String rules =
          "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>http://a</AllowedOrigins>"
              + "<AllowedMethods>GET,PUT</AllowedMethods><AllowedHeaders>x-ms-*,accept"
              + "</AllowedHeaders><ExposedHeaders>etag</ExposedHeaders><MaxAgeInSeconds>9"
              + "</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>";
      api.send("PUT", path, rules).is(202);
      assertThat(api.get(path).text()).contains("<Logging>").contains("http://a");
      String[] asked = {
        "Origin",
        "http://a",
        "Access-Control-Request-Method",
        "PUT",
        "Access-Control-Request-Headers",
        "x-ms-date, Accept"
      };
      Api.Result allowed = api.send("OPTIONS", "/tab", "", asked).is(200);
      assertThat(allowed.header("access-control-allow-origin")).isEqualTo("http://a");
      assertThat(allowed.header("access-control-max-age")).isEqualTo("9");
      asked[5] = "if-match";
      api.send("OPTIONS", "/tab", "", asked).fails(403, "CorsPreflightFailure");
      Api.Result actual = api.get("/tab()", "Origin", "http://a");
      assertThat(actual.header("access-control-allow-origin")).isEqualTo("http://a");
      assertThat(actual.header("access-control-expose-headers")).isEqualTo("etag");
      assertThat(actual.header("vary")).isEqualTo("Origin");
      assertThat(api.send("OPTIONS", "/tab", "", "Origin", "http://a").is(400).text())
          .contains("A required CORS header is not present.");
      assertThat(api.get("/tab()", "Origin", "http://b").header("access-control-allow-origin"))
          .isNull();
      api.send("PUT", path, rules.replace("http://a", "*")).is(202);
      Api.Result any = api.get("/tab()", "Origin", "http://b");
      assertThat(any.header("access-control-allow-origin")).isEqualTo("*");
      assertThat(any.header("vary")).isNull();
      api.send("PUT", path, "<nonsense").fails(400, "InvalidXmlDocument");
      api.send("PUT", path, "<StorageServiceProperties><Other/></StorageServiceProperties>")
          .fails(400, "InvalidXmlDocument");
    }
  }

  @Test
  void tellsStatisticsOfTheSecondaryOnly() {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      api.get("/?restype=service&comp=stats").fails(400, "InvalidQueryParameterValue");
      Api.Result stats =
          new Api.Result(
              api.handler.await(
                  new Request(
                      "GET",
                      "/" + Api.ACCOUNT + "-secondary/",
                      "restype=service&comp=stats",
                      Headers.of("host", "localhost"),
                      new byte[0])));
      assertThat(stats.is(200).text()).contains("<Status>live</Status>");
    }
  }

  @Test
  void servesEveryVersionThatIsADate() {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      Api.Result result =
          api.get("/tab()", "x-ms-version", "2099-01-01", "x-ms-client-request-id", "mine");
      assertThat(result.is(200).header("x-ms-version")).isEqualTo("2099-01-01");
      assertThat(result.header("x-ms-client-request-id")).isEqualTo("mine");
      api.get("/tab()", "x-ms-version", "latest").fails(400, "InvalidHeaderValue");
      api.get("/tab()", "Accept", "application/atom+xml").fails(415, "AtomFormatNotSupported");
      api.get("/a/b/c").fails(400, "InvalidUri");
      api.get("/tab(PartitionKey='a')").fails(400, "InvalidUri");
      api.get("/tab(PartitionKey='a%2Fb',RowKey='c')").fails(400, "OutOfRangeInput");
      api.send("TRACE", "/tab()", "").fails(405, "MethodNotAllowed");
    }
  }
}
