package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.assertStatus;
import static dev.partita.conformance.ItemsTest.item;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Transactional batches, and bulk execution, which has many operations in a request without a
 * transaction.
 */
final class BatchTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final PartitionKey KEY = new PartitionKey("a");

  @Test
  @Shows("Items: Transactional batch")
  void carriesOutAllOperations() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(item("old", "a"));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(KEY);
    batch.createItemOperation(item("1", "a"));
    batch.upsertItemOperation(item("2", "a"));
    batch.readItemOperation("1");
    batch.replaceItemOperation("2", item("2", "a").put("n", 5));
    batch.patchItemOperation("2", CosmosPatchOperations.create().increment("/n", 1));
    batch.deleteItemOperation("old");
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).isTrue();
    assertThat(response.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(201, 201, 200, 200, 200, 204);
    assertThat(response.getRequestCharge()).isPositive();
    assertThat(container.readItem("2", KEY, ObjectNode.class).getItem().get("n").asInt())
        .isEqualTo(6);
    assertStatus(404, 0, () -> container.readItem("old", KEY, ObjectNode.class));
  }

  @Test
  void carriesOutNoneWhenOneFails() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container.createItem(item("there", "a"));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(KEY);
    batch.createItemOperation(item("1", "a"));
    batch.createItemOperation(item("there", "a"));
    batch.deleteItemOperation("1");
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).isFalse();
    assertThat(response.getStatusCode()).isEqualTo(409);
    assertThat(response.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(424, 409, 424);
    assertStatus(404, 0, () -> container.readItem("1", KEY, ObjectNode.class));
  }

  @Test
  void refusesMoreThanAHundred() {
    CosmosContainer container = SERVER.newContainer("/pk");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(KEY);
    for (int i = 0; i <= 100; i++) {
      batch.createItemOperation(item("i" + i, "a"));
    }
    assertStatus(400, 0, () -> container.executeCosmosBatch(batch));
    assertStatus(404, 0, () -> container.readItem("i0", KEY, ObjectNode.class));
  }

  @Test
  @Shows("Items: Bulk")
  void carriesOutBulk() {
    CosmosContainer container =
        SERVER.newContainer(new CosmosContainerProperties("bulk", "/pk"), 60_000);
    List<CosmosItemOperation> operations = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      operations.add(
          CosmosBulkOperations.getCreateItemOperation(
              item("i" + i, "k" + i % 97), new PartitionKey("k" + i % 97)));
    }
    operations.add(
        CosmosBulkOperations.getReadItemOperation("missing", new PartitionKey("missing")));
    List<Integer> statuses = new ArrayList<>();
    for (CosmosBulkOperationResponse<Object> response :
        container.executeBulkOperations(operations)) {
      assertThat(response.getException()).isNull();
      statuses.add(response.getResponse().getStatusCode());
    }
    assertThat(statuses).hasSize(1001).containsOnly(201, 404);
    assertThat(
            container
                .readItem("i500", new PartitionKey("k" + 500 % 97), ObjectNode.class)
                .getStatusCode())
        .isEqualTo(200);
  }
}
