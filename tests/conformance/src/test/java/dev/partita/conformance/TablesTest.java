package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.rest.PagedIterable;
import com.azure.core.http.rest.PagedResponse;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.ListTablesOptions;
import com.azure.data.tables.models.TableAccessPolicy;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableErrorCode;
import com.azure.data.tables.models.TableServiceCorsRule;
import com.azure.data.tables.models.TableServiceException;
import com.azure.data.tables.models.TableServiceProperties;
import com.azure.data.tables.models.TableSignedIdentifier;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.azure.data.tables.models.TableTransactionFailedException;
import com.azure.data.tables.sas.TableAccountSasPermission;
import com.azure.data.tables.sas.TableAccountSasResourceType;
import com.azure.data.tables.sas.TableAccountSasService;
import com.azure.data.tables.sas.TableAccountSasSignatureValues;
import com.azure.data.tables.sas.TableSasPermission;
import com.azure.data.tables.sas.TableSasSignatureValues;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tables through the Java SDK, of storage accounts and of the Cosmos account, with TLS and without.
 */
final class TablesTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final AzureNamedKeyCredential STORAGE_KEY =
      new AzureNamedKeyCredential(
          "devstoreaccount1",
          "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==");
  private static final AzureNamedKeyCredential COSMOS_KEY =
      new AzureNamedKeyCredential("localhost", RunningServer.KEY);

  /** Addresses at which tables are served. */
  enum Endpoint {
    STORAGE_HTTP,
    STORAGE_HTTPS,
    COSMOS_HTTP,
    COSMOS_HTTPS;

    boolean isStorage() {
      return this == STORAGE_HTTP || this == STORAGE_HTTPS;
    }

    String uri() {
      int port = SERVER.partita().uri(isStorage() ? "storage-table" : "table").getPort();
      boolean secure = this == STORAGE_HTTPS || this == COSMOS_HTTPS;
      return (secure ? "https" : "http")
          + "://localhost:"
          + port
          + (isStorage() ? "/devstoreaccount1" : "");
    }

    TableServiceClientBuilder builder() {
      return new TableServiceClientBuilder().endpoint(uri()).httpClient(trusting());
    }

    TableServiceClient service() {
      return builder().credential(isStorage() ? STORAGE_KEY : COSMOS_KEY).buildClient();
    }

    TableClient newTable() {
      return service().createTable(RunningServer.name("table"));
    }
  }

  /** Client that trusts the server's own certificate authority. */
  private static HttpClient trusting() {
    try (java.net.http.HttpClient plain = java.net.http.HttpClient.newHttpClient()) {
      URI uri = SERVER.partita().uri().resolve("/_explorer/emulator.pem");
      byte[] pem =
          plain
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray())
              .body();
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "authority",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(pem)));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return new JdkHttpClientBuilder(java.net.http.HttpClient.newBuilder().sslContext(context))
          .build();
    } catch (IOException | GeneralSecurityException | InterruptedException e) {
      throw new IllegalStateException("The server's certificate could not be had.", e);
    }
  }

  private static TableEntity entity(String key, String row, Object n) {
    return new TableEntity(key, row).addProperty("n", n);
  }

  private static void assertFails(int status, TableErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            TableServiceException.class,
            e -> {
              assertThat(e.getResponse().getStatusCode()).isEqualTo(status);
              assertThat(e.getValue().getErrorCode()).isEqualTo(code);
            });
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  @Shows({"Tables: HTTP and HTTPS on one port", "Tables: Create, query, delete"})
  void managesTables(Endpoint endpoint) {
    TableServiceClient service = endpoint.service();
    String name = RunningServer.name("Managed");
    service.createTable(name);
    assertFails(409, TableErrorCode.TABLE_ALREADY_EXISTS, () -> service.createTable(name));
    service.createTableIfNotExists(name);
    assertThat(service.listTables()).extracting(table -> table.getName()).contains(name);
    assertThat(
            service.listTables(
                new ListTablesOptions().setFilter("TableName eq '" + name + "'"), null, null))
        .hasSize(1);
    service.deleteTable(name);
    service.deleteTable(name);
    assertThat(service.listTables()).extracting(table -> table.getName()).doesNotContain(name);
    assertFails(
        400, TableErrorCode.fromString("InvalidResourceName"), () -> service.createTable("a-b-c"));
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  @Shows({
    "Table entities: Insert, read, merge, replace, upsert, delete",
    "Table entities: Conditions by ETag"
  })
  void changesEntities(Endpoint endpoint) {
    TableClient table = endpoint.newTable();
    table.createEntity(entity("p", "r", 1).addProperty("m", "x"));
    assertFails(
        409, TableErrorCode.ENTITY_ALREADY_EXISTS, () -> table.createEntity(entity("p", "r", 1)));
    TableEntity read = table.getEntity("p", "r");
    assertThat(read.getProperty("n")).isEqualTo(1);
    assertThat(read.getETag()).startsWith("W/\"datetime'");
    table.updateEntity(entity("p", "r", 2), TableEntityUpdateMode.MERGE);
    assertThat(table.getEntity("p", "r").getProperties()).containsEntry("n", 2).containsKey("m");
    assertFails(
        412,
        TableErrorCode.UPDATE_CONDITION_NOT_SATISFIED,
        () ->
            table.updateEntityWithResponse(read, TableEntityUpdateMode.REPLACE, true, null, null));
    table.updateEntity(entity("p", "r", 3), TableEntityUpdateMode.REPLACE);
    assertThat(table.getEntity("p", "r").getProperties()).doesNotContainKey("m");
    table.upsertEntity(entity("p", "s", 4));
    table.upsertEntity(entity("p", "s", 5));
    assertThat(table.getEntity("p", "s").getProperty("n")).isEqualTo(5);
    table.deleteEntity("p", "s");
    assertFails(404, TableErrorCode.RESOURCE_NOT_FOUND, () -> table.getEntity("p", "s"));
    assertFails(
        404,
        TableErrorCode.RESOURCE_NOT_FOUND,
        () -> table.updateEntity(entity("p", "s", 1), TableEntityUpdateMode.MERGE));
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  @Shows("Table entities: All types of properties")
  void keepsTypes(Endpoint endpoint) {
    TableClient table = endpoint.newTable();
    OffsetDateTime time = OffsetDateTime.of(2026, 11, 15, 1, 2, 3, 123_456_700, ZoneOffset.UTC);
    Map<String, Object> values =
        Map.of(
            "text",
            "ü😀\u0001\"\\",
            "int",
            Integer.MIN_VALUE,
            "long",
            Long.MAX_VALUE,
            "whole",
            1.0,
            "real",
            -2.5e-300,
            "flag",
            true,
            "time",
            time,
            "guid",
            UUID.fromString("c9da6455-213d-42c9-9a79-3e9149a57833"),
            "id",
            "mine");
    table.createEntity(
        new TableEntity("p", "r")
            .setProperties(withKeys(values))
            .addProperty("bytes", new byte[] {1, 2, (byte) 255}));
    TableEntity read = table.getEntity("p", "r");
    values.forEach((name, value) -> assertThat(read.getProperty(name)).as(name).isEqualTo(value));
    assertThat((byte[]) read.getProperty("bytes")).containsExactly(1, 2, 255);
  }

  private static Map<String, Object> withKeys(Map<String, Object> values) {
    Map<String, Object> all = new HashMap<>(values);
    all.put("PartitionKey", "p");
    all.put("RowKey", "r");
    return all;
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  @Shows("Table entities: Keys with any allowed characters")
  void takesAnyKeys(Endpoint endpoint) {
    TableClient table = endpoint.newTable();
    for (String key : List.of("O'Brien", "100% +", "ü日本😀", "a b&c=d", "(x),'y'", "%20")) {
      table.createEntity(entity(key, key, 1));
      assertThat(table.getEntity(key, key).getRowKey()).isEqualTo(key);
      String quoted = key.replace("'", "''");
      assertThat(list(table, "PartitionKey eq '" + quoted + "'")).hasSize(1);
      table.deleteEntity(key, key);
    }
  }

  private static List<TableEntity> list(TableClient table, String filter) {
    return table.listEntities(new ListEntitiesOptions().setFilter(filter), null, null).stream()
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  @Shows({
    "Table queries: $filter",
    "Table queries: $select",
    "Table queries: $top and continuation"
  })
  void queries(Endpoint endpoint) {
    TableClient table = endpoint.newTable();
    for (int i = 0; i < 30; i++) {
      table.createEntity(
          entity(i % 2 == 0 ? "even" : "odd", "r%03d".formatted(i), i).addProperty("s", "x" + i));
    }
    assertThat(list(table, "n ge 10 and n lt 20 and not (s eq 'x15')")).hasSize(9);
    assertThat(list(table, "PartitionKey eq 'odd' and RowKey gt 'r010'")).hasSize(10);
    assertThat(list(table, "PartitionKey eq 'odd' or s eq 'x2'")).hasSize(16);
    TableEntity selected =
        table
            .listEntities(
                new ListEntitiesOptions().setFilter("n eq 7").setSelect(List.of("s")), null, null)
            .iterator()
            .next();
    assertThat(selected.getProperty("s")).isEqualTo("x7");
    assertThat(selected.getProperty("n")).isNull();
    PagedIterable<TableEntity> paged =
        table.listEntities(new ListEntitiesOptions().setTop(7), null, null);
    List<Integer> pages = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (PagedResponse<TableEntity> page : paged.iterableByPage()) {
      pages.add(page.getValue().size());
      page.getValue().forEach(each -> rows.add(each.getRowKey()));
    }
    assertThat(pages).containsExactly(7, 7, 7, 7, 2);
    assertThat(rows).doesNotHaveDuplicates().hasSize(30);
    assertThatThrownBy(() -> list(table, "n eq"))
        .isInstanceOf(HttpResponseException.class)
        .hasMessageContaining("InvalidInput");
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  @Shows("Table entities: Transactions")
  void carriesOutTransactions(Endpoint endpoint) {
    TableClient table = endpoint.newTable();
    List<TableTransactionAction> actions = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      actions.add(
          new TableTransactionAction(TableTransactionActionType.CREATE, entity("p", "r" + i, i)));
    }
    assertThat(table.submitTransaction(actions).getTransactionActionResponses())
        .hasSize(100)
        .allSatisfy(each -> assertThat(each.getStatusCode()).isEqualTo(204));
    table.submitTransaction(
        List.of(
            new TableTransactionAction(
                TableTransactionActionType.UPDATE_MERGE,
                new TableEntity("p", "r1").addProperty("m", 1)),
            new TableTransactionAction(
                TableTransactionActionType.UPSERT_REPLACE, entity("p", "r2", "two")),
            new TableTransactionAction(
                TableTransactionActionType.UPSERT_MERGE, entity("p", "new", 1)),
            new TableTransactionAction(
                TableTransactionActionType.DELETE, new TableEntity("p", "r3"))));
    assertThat(table.getEntity("p", "r1").getProperties())
        .containsEntry("m", 1)
        .containsEntry("n", 1);
    assertThat(table.getEntity("p", "r2").getProperty("n")).isEqualTo("two");
    assertThat(list(table, "PartitionKey eq 'p'")).hasSize(100);
    assertThatThrownBy(
            () ->
                table.submitTransaction(
                    List.of(
                        new TableTransactionAction(
                            TableTransactionActionType.DELETE, new TableEntity("p", "r5")),
                        new TableTransactionAction(
                            TableTransactionActionType.CREATE, entity("p", "r6", 1)))))
        .isInstanceOfSatisfying(
            TableTransactionFailedException.class,
            e -> {
              assertThat(e.getFailedTransactionActionIndex()).isEqualTo(1);
              assertThat(e.getValue().getErrorCode())
                  .isEqualTo(TableErrorCode.ENTITY_ALREADY_EXISTS);
            });
    assertThat(table.getEntity("p", "r5").getProperty("n")).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  @Shows({"Tables: Account SAS", "Tables: Table SAS with key ranges"})
  void honoursSignatures(Endpoint endpoint) {
    TableServiceClient service = endpoint.service();
    TableClient table = endpoint.newTable();
    table.createEntity(entity("b", "1", 1));
    table.createEntity(entity("d", "1", 1));
    OffsetDateTime later = OffsetDateTime.now(ZoneOffset.UTC).plusHours(1);
    if (endpoint.isStorage()) {
      String account =
          service.generateAccountSas(
              new TableAccountSasSignatureValues(
                  later,
                  TableAccountSasPermission.parse("rl"),
                  new TableAccountSasService().setTableAccess(true),
                  new TableAccountSasResourceType().setObject(true).setContainer(true)));
      TableServiceClient reading =
          endpoint.builder().credential(new AzureSasCredential(account)).buildClient();
      assertThat(list(reading.getTableClient(table.getTableName()), "n eq 1")).hasSize(2);
      assertFails(
          403,
          TableErrorCode.AUTHORIZATION_PERMISSION_MISMATCH,
          () -> reading.createTable(RunningServer.name("never")));
    }
    if (!endpoint.isStorage()) {
      return;
    }
    String limited =
        table.generateSas(
            new TableSasSignatureValues(later, TableSasPermission.parse("ra"))
                .setStartPartitionKey("c")
                .setStartRowKey("")
                .setEndPartitionKey("e")
                .setEndRowKey("5"));
    TableClient some =
        endpoint
            .builder()
            .credential(new AzureSasCredential(limited))
            .buildClient()
            .getTableClient(table.getTableName());
    assertThat(list(some, "n eq 1")).extracting(TableEntity::getPartitionKey).containsExactly("d");
    some.createEntity(entity("e", "5", 1));
    assertFails(
        403,
        TableErrorCode.fromString("AuthorizationFailure"),
        () -> some.createEntity(entity("e", "6", 1)));
    assertFails(
        403, TableErrorCode.AUTHORIZATION_PERMISSION_MISMATCH, () -> some.deleteEntity("d", "1"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Endpoint.class,
      names = {"STORAGE_HTTP", "STORAGE_HTTPS"})
  @Shows({"Tables: Access policies", "Tables: Service properties, CORS"})
  void keepsPoliciesAndProperties(Endpoint endpoint) {
    TableServiceClient service = endpoint.service();
    TableClient table = endpoint.newTable();
    OffsetDateTime expiry = OffsetDateTime.now(ZoneOffset.UTC).plusHours(1).withNano(0);
    table.setAccessPolicies(
        List.of(
            new TableSignedIdentifier("reading")
                .setAccessPolicy(
                    new TableAccessPolicy().setExpiresOn(expiry).setPermissions("r"))));
    TableSignedIdentifier kept = table.getAccessPolicies().getIdentifiers().getFirst();
    assertThat(kept.getId()).isEqualTo("reading");
    assertThat(kept.getAccessPolicy().getExpiresOn()).isEqualTo(expiry);
    String sas = table.generateSas(new TableSasSignatureValues("reading"));
    TableClient reading =
        endpoint
            .builder()
            .credential(new AzureSasCredential(sas))
            .buildClient()
            .getTableClient(table.getTableName());
    assertThat(list(reading, "n eq 1")).isEmpty();
    assertFails(
        403,
        TableErrorCode.AUTHORIZATION_PERMISSION_MISMATCH,
        () -> reading.createEntity(entity("p", "r", 1)));
    TableServiceProperties properties = service.getProperties();
    properties.setCorsRules(
        List.of(
            new TableServiceCorsRule()
                .setAllowedOrigins("http://example.org")
                .setAllowedMethods("GET")
                .setAllowedHeaders("*")
                .setExposedHeaders("*")
                .setMaxAgeInSeconds(60)));
    service.setProperties(properties);
    assertThat(service.getProperties().getCorsRules())
        .extracting(TableServiceCorsRule::getAllowedOrigins)
        .containsExactly("http://example.org");
  }

  @Test
  @Shows("Tables: Documents in the NoSQL API")
  void areDocuments() {
    TableClient table = Endpoint.COSMOS_HTTP.newTable();
    table.createEntity(
        entity("p", "r", 5)
            .addProperty("when", OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC))
            .addProperty("long", 5L));
    CosmosContainer container =
        SERVER.client().getDatabase("TablesDB").getContainer(table.getTableName());
    ObjectNode document =
        container.readItem("r", new PartitionKey("p"), ObjectNode.class).getItem();
    assertThat(document.get("$pk").asText()).isEqualTo("p");
    assertThat(document.get("$id").asText()).isEqualTo("r");
    assertThat(document.get("n").toString()).isEqualTo("{\"$t\":16,\"$v\":5}");
    assertThat(document.get("long").toString())
        .isEqualTo("{\"$t\":18,\"$v\":\"00000000000000000005\"}");
    assertThat(document.get("when").get("$v").asText()).isEqualTo("00639028224000000000");
    assertThat(
            container.queryItems(
                "SELECT * FROM c WHERE c.n[\"$v\"] > 4 ORDER BY c.n[\"$v\"]",
                new CosmosQueryRequestOptions(),
                ObjectNode.class))
        .hasSize(1);
  }
}
