package dev.partita.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.document.Documents;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.net.execution.CallerExecutor;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.table.auth.AccountKey;
import dev.partita.telemetry.RequestRecorder;
import dev.partita.testkit.Expect;
import dev.partita.testkit.TestEngine;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The API over the engine of the harness. JSON has single quotes in the place of double ones. */
final class Api extends TestEngine {

  static final String ACCOUNT = AccountKey.WELL_KNOWN_ACCOUNT;

  final TableForm form;
  final TableApi handler;
  final Documents documents = new Documents(engine);
  private String[] always = {};

  Api(TableForm form, boolean authorized) {
    this.form = form;
    List<AccountKey> keys = List.of(AccountKey.parse(AccountKey.WELL_KNOWN));
    handler =
        new TableApi(
            engine,
            documents,
            LongQueryScheduler.forCarriers(Runtime.getRuntime().availableProcessors()),
            form,
            new TableOptions(
                authorized, Engine.DEFAULT_ACCOUNT, keys, Map.of(ACCOUNT, keys), authorized, 5_000),
            RequestRecorder.unobserved(engine.clock()));
  }

  /** An account that is open to everyone. */
  static Api open(TableForm form) {
    return new Api(form, false);
  }

  /** An account with a table {@code t}. */
  static Api withTable(TableForm form) {
    Api api = open(form);
    api.createTable("tab");
    return api;
  }

  Api always(String... headers) {
    always = headers;
    return this;
  }

  void createTable(String name) {
    send("POST", "/Tables", "{'TableName':'" + name + "'}").is(201);
  }

  Result insert(String json) {
    return send("POST", "/tab", json);
  }

  /** Inserts rows r0, r1 … of a partition key. */
  void insertRows(String key, int count) {
    for (int i = 0; i < count; i++) {
      insert("{'PartitionKey':'%s','RowKey':'r%05d','n':%d}".formatted(key, i, i)).is(201);
    }
  }

  Result get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  Result query(String filter, String... headers) {
    return get("/tab()?$filter=" + encode(filter), headers);
  }

  static String encode(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  Result send(String method, String path, String json, String... headers) {
    return raw(method, path, json.replace('\'', '"').getBytes(UTF_8), headers);
  }

  Result raw(String method, String path, byte[] body, String... headers) {
    int question = path.indexOf('?');
    String own = (form == TableForm.STORAGE ? "/" + ACCOUNT : "") + path;
    int mark = own.indexOf('?');
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of(always));
    all.addAll(List.of("Host", "localhost:1"));
    return new Result(
        handler.await(
            new Request(
                method,
                mark < 0 ? own : own.substring(0, mark),
                question < 0 ? "" : path.substring(question + 1),
                Headers.of(all.toArray(String[]::new)),
                body,
                false,
                InetAddress.getLoopbackAddress(),
                CallerExecutor.INSTANCE,
                () -> false)));
  }

  /** Stores a document in the table as another API would. */
  void store(String json) {
    documents.items(container("tab")).create(null, Expect.json(json));
  }

  Container container(String table) {
    return new TableCatalogue(engine.catalogue(), engine.containers(), form)
        .require(form == TableForm.STORAGE ? ACCOUNT : Engine.DEFAULT_ACCOUNT, table);
  }

  /** An answer. */
  record Result(Response response) {

    int status() {
      return response.status();
    }

    String text() {
      return new String(response.body(), UTF_8);
    }

    JsonObject json() {
      return JsonReader.DEFAULT.readObject(response.body());
    }

    @Nullable String header(String name) {
      return response.headers().first(name);
    }

    String etag() {
      return Objects.requireNonNull(header("etag"));
    }

    Result is(int status) {
      assertThat(status()).describedAs(text()).isEqualTo(status);
      return this;
    }

    /** Checks that the request failed with a code, in the header and the body alike. */
    Result fails(int status, String code) {
      is(status);
      assertThat(header("x-ms-error-code")).isEqualTo(code);
      if (text().startsWith("{")) {
        assertThat(((JsonObject) json().at("odata.error")).at("code"))
            .isEqualTo(JsonString.of(code));
      }
      return this;
    }

    /** The row key of a single entity. */
    String rowKey() {
      return ((JsonString) json().at("RowKey")).value();
    }

    /** The row keys of the entities of a page. */
    List<String> rows() {
      is(200);
      List<String> rows = new ArrayList<>();
      ((JsonArray) json().at("value"))
          .forEach(row -> rows.add(((JsonString) ((JsonObject) row).at("RowKey")).value()));
      return rows;
    }
  }
}
