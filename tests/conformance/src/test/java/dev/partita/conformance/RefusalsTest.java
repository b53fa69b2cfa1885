package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.embedded.Partita;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unsupported features are refused, and the error names them. */
final class RefusalsTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  /** One date for all requests of a test, since it is part of the signature. */
  private final String date =
      DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));

  @ParameterizedTest
  @CsvSource({
    "x-ms-cosmos-query-optimisticdirectexecute, true",
    "x-ms-enumeration-direction, Reverse",
    "x-ms-read-key-type, ResourceId",
    "x-ms-start-id, a",
    "x-ms-end-id, b",
    "x-ms-documentdb-filterby-schema-rid, x",
    "x-ms-restore-metadata-filter, x",
    "x-ms-migratecollection-directive, Freeze",
    "x-ms-offer-type, S1",
    "x-ms-offer-is-ru-per-minute-throughput-enabled, true",
    "x-ms-documentdb-pre-trigger-exclude, x",
    "x-ms-documentdb-post-trigger-exclude, x",
    "x-ms-exclude-system-properties, true",
    "x-ms-indexing-directive, Exclude",
    "x-ms-is-readonly-script, true",
    "x-ms-cosmos-start-full-fidelity-if-none-match, x",
    "x-ms-cosmos-shared-offer-throughput, 400",
    "x-ms-documentdb-supportspatiallegacycoordinates, true",
  })
  @Shows({
    "Headers: x-ms-cosmos-query-optimisticdirectexecute",
    "Headers: x-ms-enumeration-direction",
    "Headers: x-ms-read-key-type",
    "Headers: x-ms-start-id",
    "Headers: x-ms-end-id",
    "Headers: x-ms-documentdb-filterby-schema-rid",
    "Headers: x-ms-restore-metadata-filter",
    "Headers: x-ms-migratecollection-directive",
    "Headers: x-ms-offer-type",
    "Headers: x-ms-offer-is-ru-per-minute-throughput-enabled",
    "Headers: x-ms-documentdb-pre-trigger-exclude",
    "Headers: x-ms-documentdb-post-trigger-exclude",
    "Headers: x-ms-exclude-system-properties",
    "Headers: x-ms-indexing-directive",
    "Headers: x-ms-is-readonly-script",
    "Headers: x-ms-cosmos-start-full-fidelity-if-none-match",
    "Headers: x-ms-cosmos-shared-offer-throughput",
    "Headers: x-ms-documentdb-supportspatiallegacycoordinates"
  })
  void namesTheHeader(String header, String value) throws Exception {
    HttpResponse<String> answer = send("GET", "", signed("get", "dbs").header(header, value));
    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(answer.body()).contains(header);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "analyticalStorageTtl | -1",
        "materializedViewDefinition | {\"definition\":\"SELECT * FROM c\"}",
      })
  @Shows({"Containers: Analytical store", "Containers: Materialized views"})
  void namesTheProperty(String property, String value) throws Exception {
    String database = SERVER.newDatabase().getId();
    String body =
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"%s\":%s}"
            .formatted(property, value);
    String link = "dbs/" + database;
    HttpRequest.Builder request =
        request("/" + link + "/colls", authorization("post", "colls", link));
    HttpResponse<String> answer = send("POST", body, request);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(501);
    assertThat(answer.body()).contains(property);
  }

  @Test
  @Shows("Account: Microsoft Entra ID, SAS")
  void namesTheKindOfAuthorization() throws Exception {
    HttpResponse<String> answer =
        send("GET", "", request("/dbs", "type%3Daad%26ver%3D1.0%26sig%3Dtoken"));
    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(answer.body()).contains("aad");
  }

  private HttpRequest.Builder signed(String verb, String kind) {
    return request("/" + kind, authorization(verb, kind, ""));
  }

  private HttpRequest.Builder request(String path, String authorization) {
    Partita partita = SERVER.partita();
    return HttpRequest.newBuilder(partita.uri().resolve(path))
        .header("x-ms-date", date)
        .header("x-ms-version", "2020-07-15")
        .header("authorization", authorization);
  }

  private String authorization(String verb, String kind, String link) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(RunningServer.KEY), "HmacSHA256"));
      String text =
          verb + "\n" + kind + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT) + "\n\n";
      byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return "type%3Dmaster%26ver%3D1.0%26sig%3D"
          + Base64.getEncoder()
              .encodeToString(signature)
              .replace("+", "%2B")
              .replace("/", "%2F")
              .replace("=", "%3D");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<String> send(String method, String body, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          request.method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }
  }
}
