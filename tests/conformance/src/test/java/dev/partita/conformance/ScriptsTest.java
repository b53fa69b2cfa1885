package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.assertStatus;
import static dev.partita.conformance.ItemsTest.item;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Scripts as the Java SDK has them run. */
final class ScriptsTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final PartitionKey KEY = new PartitionKey("a");

  private static final String CREATE_TWO =
      """
      function (first, second) {
        var context = getContext();
        var collection = context.getCollection();
        [first, second].forEach(function (id) {
          collection.createDocument(collection.getSelfLink(), { id: id, pk: 'a' }, function (error) {
            if (error) throw error;
            context.getResponse().setBody('created ' + id);
          });
        });
        console.log('asked for two');
      }
      """;

  @Test
  @Shows("Scripts: Stored procedures: execute, with arguments and log")
  void executesAProcedureWholeOrNotAtAll() {
    CosmosContainer container = SERVER.newContainer("/pk");
    CosmosScripts scripts = container.getScripts();
    scripts.createStoredProcedure(new CosmosStoredProcedureProperties("two", CREATE_TWO));
    CosmosStoredProcedureResponse done = execute(scripts, List.of("1", "2"));
    assertThat(done.getResponseAsString()).isEqualTo("\"created 2\"");
    assertThat(done.getScriptLog()).contains("asked for two");
    assertThat(done.getRequestCharge()).isPositive();
    assertThat(container.readItem("2", KEY, ObjectNode.class).getStatusCode()).isEqualTo(200);

    assertStatus(400, 0, () -> execute(scripts, List.of("3", "1")));
    assertStatus(404, 0, () -> container.readItem("3", KEY, ObjectNode.class));
  }

  @Test
  @Shows("Scripts: Triggers before and after writes")
  void runsTriggersAroundAWrite() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container
        .getScripts()
        .createTrigger(
            new CosmosTriggerProperties(
                    "stamp",
                    """
                    function () {
                      var request = getContext().getRequest();
                      var item = request.getBody();
                      item.stamped = true;
                      request.setBody(item);
                    }
                    """)
                .setTriggerType(TriggerType.PRE)
                .setTriggerOperation(TriggerOperation.CREATE));
    ObjectNode created =
        container
            .createItem(
                item("1", "a"),
                KEY,
                new CosmosItemRequestOptions().setPreTriggerInclude(List.of("stamp")))
            .getItem();
    assertThat(created.get("stamped").asBoolean()).isTrue();
  }

  @Test
  @Shows("Scripts: User-defined functions in queries")
  void callsFunctionsInQueries() {
    CosmosContainer container = SERVER.newContainer("/pk");
    container
        .getScripts()
        .createUserDefinedFunction(
            new CosmosUserDefinedFunctionProperties("twice", "function (x) { return 2 * x; }"));
    container.createItem(item("1", "a"));
    assertThat(
            container
                .queryItems(
                    "SELECT VALUE udf.twice(c.n) FROM c WHERE udf.twice(c.n) = 2",
                    new CosmosQueryRequestOptions(),
                    Integer.class)
                .stream())
        .containsExactly(2);
  }

  @Test
  void tellsWhatIsWrongWithAScript() {
    CosmosScripts scripts = SERVER.newContainer("/pk").getScripts();
    assertStatus(
        400,
        65535,
        () ->
            scripts.createStoredProcedure(
                new CosmosStoredProcedureProperties("bad", "function () { oops")));
  }

  private static CosmosStoredProcedureResponse execute(CosmosScripts scripts, List<Object> ids) {
    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(KEY);
    options.setScriptLoggingEnabled(true);
    return scripts.getStoredProcedure("two").execute(ids, options);
  }
}
