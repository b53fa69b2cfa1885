package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.assertStatus;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.ClientEncryptionIncludedPath;
import com.azure.cosmos.models.ClientEncryptionPolicy;
import com.azure.cosmos.models.ComputedProperty;
import com.azure.cosmos.models.CosmosClientEncryptionKeyProperties;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.EncryptionKeyWrapMetadata;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partita.base.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases, containers, their throughput, and their stored scripts. */
final class ResourcesTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final String ALGORITHM = "AEAD_AES_256_CBC_HMAC_SHA256";

  @Test
  @Shows("Databases: Create, read, list, query, delete")
  void createsListsQueriesAndDeletesDatabases() {
    String name = RunningServer.name("shop");
    assertThat(SERVER.client().createDatabaseIfNotExists(name).getStatusCode()).isEqualTo(201);
    assertThat(SERVER.client().createDatabaseIfNotExists(name).getStatusCode()).isEqualTo(200);
    assertStatus(409, 3206, () -> SERVER.client().createDatabase(name));
    assertThat(SERVER.client().readAllDatabases())
        .extracting(CosmosDatabaseProperties::getId)
        .contains(name);
    SqlQuerySpec query =
        new SqlQuerySpec("SELECT * FROM root r WHERE r.id = @id", new SqlParameter("@id", name));
    assertThat(SERVER.client().queryDatabases(query, new CosmosQueryRequestOptions()))
        .extracting(CosmosDatabaseProperties::getId)
        .containsExactly(name);
    assertThat(SERVER.client().getDatabase(name).delete().getStatusCode()).isEqualTo(204);
    assertStatus(404, 0, () -> SERVER.client().getDatabase(name).read());
  }

  @Test
  @Shows("Containers: Client encryption policy and keys")
  void keepsTheKeysAndThePolicyOfClientsThatEncrypt() {
    CosmosAsyncDatabase database = SERVER.asyncClient().getDatabase(SERVER.newDatabase().getId());
    EncryptionKeyWrapMetadata wrapping =
        new EncryptionKeyWrapMetadata("vault", "master", "https://vault/master", "RSA-OAEP");
    byte[] wrapped = {1, 2, 3};
    requireNonNull(
        database
            .createClientEncryptionKey(
                new CosmosClientEncryptionKeyProperties("k", ALGORITHM, wrapped, wrapping))
            .block());
    CosmosClientEncryptionKeyProperties read =
        requireNonNull(database.getClientEncryptionKey("k").read().block()).getProperties();
    assertThat(read.getWrappedDataEncryptionKey()).isEqualTo(wrapped);
    assertThat(read.getEncryptionKeyWrapMetadata().getValue()).isEqualTo("https://vault/master");

    ClientEncryptionIncludedPath path = new ClientEncryptionIncludedPath();
    path.setPath("/salary");
    path.setClientEncryptionKeyId("k");
    path.setEncryptionType("Deterministic");
    path.setEncryptionAlgorithm(ALGORITHM);
    CosmosContainerProperties properties = new CosmosContainerProperties("staff", "/team");
    properties.setClientEncryptionPolicy(new ClientEncryptionPolicy(List.of(path)));
    CosmosContainerProperties created =
        requireNonNull(database.createContainer(properties).block()).getProperties();
    assertThat(created.getClientEncryptionPolicy().getIncludedPaths().getFirst().getPath())
        .isEqualTo("/salary");
    path.setClientEncryptionKeyId("unknown");
    CosmosContainerProperties other = new CosmosContainerProperties("other", "/team");
    other.setClientEncryptionPolicy(new ClientEncryptionPolicy(List.of(path)));
    assertStatus(400, 0, () -> database.createContainer(other).block());
  }

  @Test
  @Shows({"Containers: Create, read, list, query, replace, delete", "Containers: Indexing policy"})
  void keepsWhatAContainerWasGiven() {
    CosmosDatabase database = SERVER.newDatabase();
    CosmosContainerProperties properties = new CosmosContainerProperties("orders", "/customer");
    properties.setDefaultTimeToLiveInSeconds(3600);
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/number")))));
    IndexingPolicy policy = new IndexingPolicy();
    policy.setIndexingMode(IndexingMode.CONSISTENT);
    policy.setIncludedPaths(List.of(new IncludedPath("/number/?")));
    policy.setExcludedPaths(List.of(new ExcludedPath("/*")));
    properties.setIndexingPolicy(policy);
    assertThat(database.createContainer(properties).getStatusCode()).isEqualTo(201);

    CosmosContainerProperties read = database.getContainer("orders").read().getProperties();
    assertThat(read.getDefaultTimeToLiveInSeconds()).isEqualTo(3600);
    assertThat(read.getPartitionKeyDefinition().getPaths()).containsExactly("/customer");
    assertThat(read.getUniqueKeyPolicy().getUniqueKeys().getFirst().getPaths())
        .containsExactly("/number");
    assertThat(read.getIndexingPolicy().getIndexingMode()).isEqualTo(IndexingMode.CONSISTENT);
    assertThat(read.getIndexingPolicy().getIncludedPaths())
        .extracting(IncludedPath::getPath)
        .containsExactly("/number/?");

    read.setDefaultTimeToLiveInSeconds(60);
    CosmosContainerResponse replaced = database.getContainer("orders").replace(read);
    assertThat(replaced.getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(60);
    assertThat(database.readAllContainers())
        .extracting(CosmosContainerProperties::getId)
        .containsExactly("orders");
    assertThat(database.getContainer("orders").delete().getStatusCode()).isEqualTo(204);
    assertStatus(404, 0, () -> database.getContainer("orders").read());
  }

  @Test
  void refusesAnotherPartitionKeyForAContainer() {
    CosmosContainer container = SERVER.newContainer("/pk");
    CosmosContainerProperties other = container.read().getProperties();
    other.getPartitionKeyDefinition().setPaths(List.of("/other"));
    assertStatus(400, 0, () -> container.replace(other));
  }

  @Test
  @Shows("Containers: Throughput, manual and autoscale")
  void readsAndChangesThroughput() {
    CosmosContainer container = SERVER.newContainer("/pk");
    assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(400);
    assertThat(container.readThroughput().getMinThroughput()).isEqualTo(400);
    container.replaceThroughput(ThroughputProperties.createManualThroughput(1000));
    assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(1000);
    container.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(4000));
    assertThat(container.readThroughput().getProperties().getAutoscaleMaxThroughput())
        .isEqualTo(4000);
    assertStatus(
        400,
        0,
        () -> container.replaceThroughput(ThroughputProperties.createManualThroughput(100)));
  }

  @Test
  @Shows("Databases: Shared throughput")
  void sharesThroughputOfADatabase() {
    String name = RunningServer.name("shared");
    SERVER
        .client()
        .createDatabase(
            new CosmosDatabaseProperties(name), ThroughputProperties.createManualThroughput(500));
    CosmosDatabase database = SERVER.client().getDatabase(name);
    database.createContainer("c", "/pk");
    assertThat(database.readThroughput().getProperties().getManualThroughput()).isEqualTo(500);
    database.getContainer("c").createItem(ItemsTest.item("1", "a"));
    assertStatus(400, 0, () -> database.getContainer("c").readThroughput());
  }

  @Test
  @Shows("Containers: Partition key ranges")
  void startsWithAsManyPartitionsAsThroughputNeeds() {
    CosmosContainer container =
        SERVER.newContainer(new CosmosContainerProperties("wide", "/pk"), 18_000);
    assertThat(container.getFeedRanges()).hasSize(3);
  }

  @Test
  @Shows("Scripts: Stored procedures, triggers, functions: create, read, list, delete")
  void keepsScripts() {
    CosmosContainer container = SERVER.newContainer("/pk");
    var scripts = container.getScripts();
    scripts.createStoredProcedure(
        new CosmosStoredProcedureProperties("procedure", "function () {}"));
    scripts.createTrigger(
        new CosmosTriggerProperties("trigger", "function () {}")
            .setTriggerType(TriggerType.PRE)
            .setTriggerOperation(TriggerOperation.CREATE));
    scripts.createUserDefinedFunction(
        new CosmosUserDefinedFunctionProperties("function", "function (x) { return x; }"));
    assertThat(scripts.getStoredProcedure("procedure").read().getProperties().getBody())
        .isEqualTo("function () {}");
    assertThat(scripts.readAllTriggers()).hasSize(1);
    assertThat(scripts.readAllUserDefinedFunctions()).hasSize(1);
    scripts.getStoredProcedure("procedure").delete();
    assertStatus(404, 0, () -> scripts.getStoredProcedure("procedure").read());
  }

  @Test
  @Shows("Containers: Unique keys")
  void keepsKeysUniqueWithinAPartition() {
    CosmosContainerProperties properties = new CosmosContainerProperties("unique", "/pk");
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/n")))));
    CosmosContainer container = SERVER.newContainer(properties, 400);
    container.createItem(ItemsTest.item("1", "a"));
    assertStatus(409, 0, () -> container.createItem(ItemsTest.item("2", "a")));
    container.createItem(ItemsTest.item("2", "b"));
  }

  @Test
  @Shows("Containers: Default time to live")
  void forgetsWhatHasExpired() {
    CosmosContainerProperties properties = new CosmosContainerProperties("short", "/pk");
    properties.setDefaultTimeToLiveInSeconds(1);
    CosmosContainer container = SERVER.newContainer(properties, 400);
    container.createItem(ItemsTest.item("1", "a"));
    container.createItem(ItemsTest.item("kept", "a").put("ttl", -1));
    Clock clock = Clock.system();
    long endMillis = clock.millis() + 10_000;
    List<String> left;
    do {
      clock.sleep(100);
      left =
          container
              .queryItems("SELECT VALUE c.id FROM c", new CosmosQueryRequestOptions(), String.class)
              .stream()
              .toList();
    } while (left.size() > 1 && clock.millis() < endMillis);
    assertThat(left).containsExactly("kept");
  }

  @Test
  @Shows("Containers: Computed properties")
  void computesPropertiesForQueries() {
    CosmosContainerProperties properties = new CosmosContainerProperties("computed", "/pk");
    properties.setComputedProperties(
        List.of(new ComputedProperty("twice", "SELECT VALUE c.n * 2 FROM c")));
    CosmosContainer container = SERVER.newContainer(properties, 400);
    container.createItem(ItemsTest.item("1", "a"));
    assertThat(
            container
                .queryItems(
                    "SELECT VALUE c.twice FROM c WHERE c.twice = 2",
                    new CosmosQueryRequestOptions(),
                    Integer.class)
                .stream())
        .containsExactly(2);
  }

  @ParameterizedTest
  @EnumSource(PartitionKeyDefinitionVersion.class)
  @Shows("Containers: Partition keys: hash, versions 1 and 2")
  void spreadsItemsByHashesOfBothVersions(PartitionKeyDefinitionVersion version) {
    PartitionKeyDefinition key =
        new PartitionKeyDefinition().setPaths(List.of("/pk")).setVersion(version);
    CosmosContainer container =
        SERVER.newContainer(new CosmosContainerProperties("hashed", key), 18_000);
    List<CosmosItemIdentity> names = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      container.createItem(ItemsTest.item("i" + i, "k" + i));
      names.add(new CosmosItemIdentity(new PartitionKey("k" + i), "i" + i));
    }
    // The client finds the partition of each item by a hash of its own.
    assertThat(container.readMany(names, JsonNode.class).getResults()).hasSize(30);
  }

  @Test
  @Shows("Account: Consistency levels")
  void readsAtWeakerLevelsThanTheAccounts() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(ItemsTest.item("1", "a"));
    CosmosItemRequestOptions eventual =
        new CosmosItemRequestOptions().setConsistencyLevel(ConsistencyLevel.EVENTUAL);
    assertThat(
            container
                .readItem("1", new PartitionKey("a"), eventual, JsonNode.class)
                .getStatusCode())
        .isEqualTo(200);
    CosmosItemRequestOptions strong =
        new CosmosItemRequestOptions().setConsistencyLevel(ConsistencyLevel.STRONG);
    assertStatus(
        400, 0, () -> container.readItem("1", new PartitionKey("a"), strong, JsonNode.class));
  }
}
