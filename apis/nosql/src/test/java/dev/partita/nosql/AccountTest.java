package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountTest {

  @Test
  void tellsWhereTheAccountIsAndHowConsistent() {
    try (Api api = Api.open()) {
      Answer account = api.get("/").is(200);
      assertThat(account.string("id")).isEqualTo("partita");
      assertThat(account.string("userConsistencyPolicy.defaultConsistencyLevel"))
          .isEqualTo("Session");
      for (String locations : new String[] {"writableLocations", "readableLocations"}) {
        JsonObject location = (JsonObject) ((JsonArray) account.at(locations)).at(0);
        assertThat(location.at("databaseAccountEndpoint"))
            .isEqualTo(JsonString.of("http://localhost:8081/"));
      }
    }
  }

  @Test
  void hasTheSettingsOfQueriesAsTextInAString() {
    try (Api api = Api.open()) {
      String text = api.get("/").string("queryEngineConfiguration");
      assertThat(JsonReader.DEFAULT.read(text)).isInstanceOf(JsonObject.class);
    }
  }

  /** Some versions of the .NET client would ask for it otherwise, and be refused. */
  @Test
  void asksClientsToPlanTheirQueries() {
    try (Api api = Api.open()) {
      String text = api.get("/").string("queryEngineConfiguration");
      JsonObject settings = (JsonObject) JsonReader.DEFAULT.read(text);
      assertThat(settings.at("clientDisableOptimisticDirectExecution")).isEqualTo(JsonBoolean.TRUE);
    }
  }

  @Test
  void saysInNumbersHowMuchMediaThereIs() {
    try (Api api = Api.open()) {
      Answer account = api.get("/").is(200);
      assertThat(account.require("x-ms-max-media-storage-usage-mb")).containsOnlyDigits();
      assertThat(account.require("x-ms-media-storage-usage-mb")).containsOnlyDigits();
    }
  }

  @Test
  void isNeverCalledLocalhostAsThatMakesClientsAskBeforeEveryRequest() {
    try (Api api = Api.open()) {
      assertThat(api.get("/").string("id")).isNotEqualTo("localhost");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
  void canOnlyBeRead(String method) {
    try (Api api = Api.open()) {
      api.send(method, "/", "").is(405);
    }
  }
}
