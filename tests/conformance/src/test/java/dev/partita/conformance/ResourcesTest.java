package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Databases, containers, their throughput, and the scripts that are kept with them. */
final class ResourcesTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  @Test
  void createsListsQueriesAndDeletesDatabases() {
    String name = RunningServer.name("shop");
    assertThat(SERVER.client().createDatabaseIfNotExists(name).getStatusCode()).isEqualTo(201);
    assertThat(SERVER.client().createDatabaseIfNotExists(name).getStatusCode()).isEqualTo(200);
    assertStatus(409, 0, () -> SERVER.client().createDatabase(name));
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
  void startsWithAsManyPartitionsAsThroughputNeeds() {
    CosmosContainer container =
        SERVER.newContainer(new CosmosContainerProperties("wide", "/pk"), 18_000);
    assertThat(container.getFeedRanges()).hasSize(3);
  }

  @Test
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
}
