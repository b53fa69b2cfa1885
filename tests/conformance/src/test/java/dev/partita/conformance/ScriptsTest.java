package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.assertStatus;
import static dev.partita.conformance.ItemsTest.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.CosmosStoredProcedure;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
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
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Execution of scripts through the Java SDK. */
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

  private static final String IMPORT =
      """
      function (items) {
        var collection = getContext().getCollection(), response = getContext().getResponse(), made = 0;
        function next() {
          if (made === items.length || !collection.createDocument(collection.getSelfLink(), items[made], done)) {
            response.setBody(made);
          }
        }
        function done(error) {
          if (error) throw error;
          made++;
          next();
        }
        next();
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
  @Shows("Scripts: Stored procedures, triggers, functions: create, read, list, delete")
  void keepsScripts() {
    CosmosScripts scripts = SERVER.newContainer("/pk").getScripts();
    scripts.createStoredProcedure(new CosmosStoredProcedureProperties("p", "function () {}"));
    CosmosStoredProcedure procedure = scripts.getStoredProcedure("p");
    procedure.replace(procedure.read().getProperties().setBody("function (x) {}"));
    assertThat(procedure.read().getProperties().getBody()).isEqualTo("function (x) {}");
    assertThat(scripts.readAllStoredProcedures().stream().map(each -> each.getId()))
        .containsExactly("p");
    assertThat(
            scripts
                .queryStoredProcedures(
                    "SELECT * FROM p WHERE p.id = 'p'", new CosmosQueryRequestOptions())
                .stream())
        .hasSize(1);
    scripts.createUserDefinedFunction(new CosmosUserDefinedFunctionProperties("f", "x => x"));
    assertThat(scripts.getUserDefinedFunction("f").read().getProperties().getBody())
        .isEqualTo("x => x");
    assertThat(scripts.readAllUserDefinedFunctions().stream()).hasSize(1);
    scripts.createTrigger(trigger("t", "() => {}", TriggerType.POST, TriggerOperation.DELETE));
    CosmosTriggerProperties kept = scripts.getTrigger("t").read().getProperties();
    assertThat(kept.getTriggerType()).isEqualTo(TriggerType.POST);
    assertThat(kept.getTriggerOperation()).isEqualTo(TriggerOperation.DELETE);
    scripts.getTrigger("t").delete();
    scripts.getUserDefinedFunction("f").delete();
    procedure.delete();
    assertThat(scripts.readAllTriggers().stream()).isEmpty();
    assertStatus(404, 0, procedure::read);
  }

  @Test
  @Shows("Scripts: Work in steps: operations are not accepted near the budget")
  void importsInSteps() {
    CosmosContainer container = SERVER.newContainer("/pk");
    CosmosScripts scripts = container.getScripts();
    scripts.createStoredProcedure(new CosmosStoredProcedureProperties("import", IMPORT));
    int made = 0;
    int calls = 0;
    while (made < 400) {
      List<Map<String, Object>> items =
          IntStream.range(made, 400)
              .mapToObj(n -> Map.<String, Object>of("id", "i" + n, "pk", "a"))
              .toList();
      CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
      options.setPartitionKey(KEY);
      made +=
          Integer.parseInt(
              scripts
                  .getStoredProcedure("import")
                  .execute(List.of(items), options)
                  .getResponseAsString());
      calls++;
    }
    assertThat(calls).isGreaterThan(1);
    assertThat(
            container
                .queryItems(
                    "SELECT VALUE COUNT(1) FROM c",
                    new CosmosQueryRequestOptions().setPartitionKey(KEY),
                    Integer.class)
                .stream())
        .containsExactly(400);
  }

  @Test
  @Shows("Scripts: Triggers before and after writes, patches as well")
  void runsTriggersAroundEveryWrite() {
    CosmosContainer container = SERVER.newContainer("/pk");
    CosmosScripts scripts = container.getScripts();
    scripts.createTrigger(
        trigger(
            "stamp",
            """
            function () {
              var request = getContext().getRequest(), item = request.getBody();
              item.stamped = request.getOperationType();
              request.setBody(item);
            }
            """,
            TriggerType.PRE,
            TriggerOperation.ALL));
    scripts.createTrigger(
        trigger(
            "last",
            """
            function () {
              var item = getContext().getResponse().getBody();
              __.upsertDocument(__.getSelfLink(), { id: 'last', pk: 'a', was: item.stamped });
            }
            """,
            TriggerType.POST,
            TriggerOperation.ALL));
    CosmosItemRequestOptions both =
        new CosmosItemRequestOptions()
            .setPreTriggerInclude(List.of("stamp"))
            .setPostTriggerInclude(List.of("last"));
    container.createItem(item("1", "a"), KEY, both);
    assertThat(stamp(container, "1", "stamped")).isEqualTo("Create");
    container.upsertItem(item("1", "a"), KEY, both);
    assertThat(stamp(container, "last", "was")).isEqualTo("Upsert");
    container.replaceItem(item("1", "a"), "1", KEY, both);
    assertThat(stamp(container, "last", "was")).isEqualTo("Replace");
    CosmosPatchItemRequestOptions patch = new CosmosPatchItemRequestOptions();
    patch.setPreTriggerInclude(List.of("stamp"));
    patch.setPostTriggerInclude(List.of("last"));
    container.patchItem(
        "1", KEY, CosmosPatchOperations.create().add("/patched", true), patch, ObjectNode.class);
    assertThat(stamp(container, "1", "patched")).isEqualTo("true");
  }

  private static String stamp(CosmosContainer container, String id, String name) {
    return container.readItem(id, KEY, ObjectNode.class).getItem().get(name).asText();
  }

  private static CosmosTriggerProperties trigger(
      String id, String body, TriggerType type, TriggerOperation operation) {
    return new CosmosTriggerProperties(id, body)
        .setTriggerType(type)
        .setTriggerOperation(operation);
  }

  @Test
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
  @Shows("Scripts: Errors with line and column")
  void tellsWhereAScriptFails() {
    CosmosScripts scripts = SERVER.newContainer("/pk").getScripts();
    assertThatThrownBy(
            () ->
                scripts.createStoredProcedure(
                    new CosmosStoredProcedureProperties("bad", "function () {\n  var = 1;\n}")))
        .hasMessageContaining("line 2")
        .hasMessageContaining("column 7");
    scripts.createStoredProcedure(
        new CosmosStoredProcedureProperties("two", "function () {\n  undefined.x;\n}"));
    assertThatThrownBy(() -> execute(scripts, List.of()))
        .hasMessageContaining("TypeError")
        .hasMessageContaining("two.js:2");
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
