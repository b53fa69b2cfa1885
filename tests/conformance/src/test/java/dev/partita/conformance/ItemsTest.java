package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ItemsTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final PartitionKey KEY = new PartitionKey("a");
  private static final CosmosItemRequestOptions PLAIN = new CosmosItemRequestOptions();

  static ObjectNode item(String id, String key) {
    return new ObjectMapper().createObjectNode().put("id", id).put("pk", key).put("n", 1);
  }

  @Test
  @Shows("Items: Create, read, replace, upsert, delete")
  void createsReadsReplacesAndDeletes() {
    CosmosContainer container = SERVER.newContainer("/pk");

    CosmosItemResponse<ObjectNode> created = container.createItem(item("1", "a"));
    assertThat(created.getStatusCode()).isEqualTo(201);
    assertThat(created.getItem().get("_etag").asText()).isEqualTo(created.getETag());
    assertThat(created.getRequestCharge()).isPositive();

    ObjectNode read = container.readItem("1", KEY, ObjectNode.class).getItem();
    assertThat(read.get("n").asInt()).isEqualTo(1);
    assertThat(read.get("_rid").asText()).isNotEmpty();

    read.put("n", 2);
    assertThat(container.replaceItem(read, "1", KEY, PLAIN).getStatusCode()).isEqualTo(200);
    assertThat(container.upsertItem(item("1", "a")).getStatusCode()).isEqualTo(200);
    assertThat(container.upsertItem(item("2", "a")).getStatusCode()).isEqualTo(201);
    assertThat(container.deleteItem("1", KEY, PLAIN).getStatusCode()).isEqualTo(204);
    assertStatus(404, 0, () -> container.readItem("1", KEY, ObjectNode.class));
  }

  @Test
  void refusesASecondItemOfTheSameName() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(item("1", "a"));
    assertStatus(409, 0, () -> container.createItem(item("1", "a")));
    container.createItem(item("1", "b"));
  }

  @Test
  @Shows("Items: Conditions by ETag")
  void honoursEtags() {
    CosmosContainer container = SERVER.newContainer("/pk");
    String first = container.createItem(item("1", "a")).getETag();
    container.upsertItem(item("1", "a"));
    assertStatus(
        412,
        0,
        () ->
            container.replaceItem(
                item("1", "a"), "1", KEY, new CosmosItemRequestOptions().setIfMatchETag(first)));
    String second = container.readItem("1", KEY, ObjectNode.class).getETag();
    CosmosItemResponse<ObjectNode> unchanged =
        container.readItem(
            "1", KEY, new CosmosItemRequestOptions().setIfNoneMatchETag(second), ObjectNode.class);
    assertThat(unchanged.getStatusCode()).isEqualTo(304);
  }

  @Test
  @Shows("Items: Responses without content")
  void leavesOutTheBodyWhenAsked() {
    CosmosContainer container = SERVER.newContainer("/pk");
    CosmosItemResponse<ObjectNode> created =
        container.createItem(
            item("1", "a"),
            KEY,
            new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(false));
    assertThat(created.getItem()).isNull();
    assertThat(created.getETag()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with space",
        "100%",
        "%20",
        "a+b",
        "ü-日本-😀",
        "quote'\"",
        "[a](b){c}",
        ".",
        "&=;,"
      })
  @Shows("Items: Names with any characters")
  void takesAnyNameThatClientsDo(String id) {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(item(id, "a"));
    assertThat(container.readItem(id, KEY, ObjectNode.class).getItem().get("id").asText())
        .isEqualTo(id);
    container.deleteItem(id, KEY, PLAIN);
  }

  @Test
  @Shows("Items: Keys of every type, and none")
  void findsItemsByKeysOfEveryType() {
    CosmosContainer container = SERVER.newContainer("/pk");
    ObjectMapper json = new ObjectMapper();
    container.createItem(json.createObjectNode().put("id", "number").put("pk", 5));
    container.createItem(json.createObjectNode().put("id", "boolean").put("pk", true));
    container.createItem(json.createObjectNode().put("id", "null").putNull("pk"));
    container.createItem(json.createObjectNode().put("id", "none"));
    assertThat(read(container, "number", new PartitionKey(5))).isEqualTo("number");
    assertThat(read(container, "boolean", new PartitionKey(true))).isEqualTo("boolean");
    assertThat(read(container, "null", new PartitionKey(null))).isEqualTo("null");
    assertThat(read(container, "none", PartitionKey.NONE)).isEqualTo("none");
  }

  @Test
  @Shows("Containers: Partition keys: hierarchical")
  void findsItemsByHierarchicalKeys() {
    PartitionKeyDefinition definition =
        new PartitionKeyDefinition()
            .setPaths(List.of("/tenant", "/user", "/session"))
            .setKind(PartitionKind.MULTI_HASH)
            .setVersion(PartitionKeyDefinitionVersion.V2);
    CosmosContainer container =
        SERVER.newContainer(new CosmosContainerProperties("hierarchical", definition), 400);
    container.createItem(
        new ObjectMapper()
            .createObjectNode()
            .put("id", "1")
            .put("tenant", "t")
            .put("user", "u")
            .put("session", 7));
    PartitionKey key = new PartitionKeyBuilder().add("t").add("u").add(7).build();
    assertThat(read(container, "1", key)).isEqualTo("1");
  }

  @Test
  @Shows("Items: Patch, with conditions")
  void patches() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(item("1", "a"));
    ObjectNode patched =
        container
            .patchItem(
                "1",
                KEY,
                CosmosPatchOperations.create()
                    .increment("/n", 5)
                    .add("/added", List.of(1, 2))
                    .set("/set", "x")
                    .move("/set", "/moved"),
                ObjectNode.class)
            .getItem();
    assertThat(patched.get("n").asInt()).isEqualTo(6);
    assertThat(patched.get("moved").asText()).isEqualTo("x");
    assertThat(patched.has("set")).isFalse();

    CosmosPatchItemRequestOptions onlyIf =
        new CosmosPatchItemRequestOptions().setFilterPredicate("from c where c.n = 7");
    assertStatus(
        412,
        0,
        () ->
            container.patchItem(
                "1", KEY, CosmosPatchOperations.create().set("/n", 0), onlyIf, JsonNode.class));
    onlyIf.setFilterPredicate("from c where c.n = 6");
    container.patchItem(
        "1", KEY, CosmosPatchOperations.create().remove("/added"), onlyIf, JsonNode.class);
  }

  @Test
  void refusesAKeyThatIsNotTheItems() {
    CosmosContainer container = SERVER.newContainer("/pk");
    assertStatus(
        400, 1001, () -> container.createItem(item("1", "a"), new PartitionKey("b"), PLAIN));
  }

  @Test
  @Shows("Items: Delete by partition key")
  void deletesAllOfAKey() {
    CosmosContainer container = SERVER.newContainer("/pk");
    for (int i = 0; i < 250; i++) {
      container.createItem(item("i" + i, "a"));
    }
    container.createItem(item("other", "b"));
    container.deleteAllItemsByPartitionKey(KEY, PLAIN);
    assertStatus(404, 0, () -> container.readItem("i7", KEY, ObjectNode.class));
    assertThat(read(container, "other", new PartitionKey("b"))).isEqualTo("other");
  }

  @Test
  @Shows("Items: Limit of 2 MB")
  void refusesAnItemThatIsTooLarge() {
    CosmosContainer container = SERVER.newContainer("/pk");
    ObjectNode large = item("1", "a").put("text", "x".repeat(2 << 20));
    assertStatus(413, 0, () -> container.createItem(large));
  }

  private static String read(CosmosContainer container, String id, PartitionKey key) {
    return container.readItem(id, key, ObjectNode.class).getItem().get("id").asText();
  }

  static void assertStatus(int status, int subStatus, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            CosmosException.class,
            failure -> {
              assertThat(failure.getStatusCode()).as(failure.getMessage()).isEqualTo(status);
              assertThat(failure.getSubStatusCode()).isEqualTo(subStatus);
            });
  }
}
