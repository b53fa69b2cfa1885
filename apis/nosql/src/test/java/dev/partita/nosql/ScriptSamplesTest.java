package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people write scripts for, in the style in which they write them. */
class ScriptSamplesTest {

  private static final String C = "/dbs/db/colls/c";
  private static final String[] KEY = Api.key("['a']");
  private static final String[] BATCH =
      Api.join(KEY, "x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true");
  private static final Collector<CharSequence, ?, String> LIST = Collectors.joining(",", "[", "]");

  private Api api;

  /** With a throughput, so that long work is not accepted whole. */
  @BeforeEach
  void open() {
    api = Api.with(options -> options.withThrottling(true));
    api.newContainer("c");
  }

  @AfterEach
  void close() {
    api.close();
  }

  /** Imports as many as are accepted, and says how many; the caller goes on with the rest. */
  @Test
  void importsInSteps() {
    api.register(
        "sprocs",
        "import",
        """
        function bulkImport(docs) {
          var collection = getContext().getCollection();
          var response = getContext().getResponse();
          var count = 0;
          if (!docs) throw new Error('There is nothing to import.');
          if (docs.length === 0) { response.setBody(0); return; }
          tryCreate(docs[count], callback);

          function tryCreate(doc, done) {
            var accepted = collection.createDocument(collection.getSelfLink(), doc, done);
            if (!accepted) response.setBody(count);
          }
          function callback(err) {
            if (err) throw err;
            count++;
            if (count >= docs.length) response.setBody(count);
            else tryCreate(docs[count], callback);
          }
        }
        """,
        "");
    int imported = 0;
    int calls = 0;
    while (imported < 600) {
      String docs = IntStream.range(imported, 600).mapToObj(ScriptSamplesTest::item).collect(LIST);
      int step = Integer.parseInt(patiently(C + "/sprocs/import", "[" + docs + "]").text());
      assertThat(step).isPositive();
      imported += step;
      calls++;
    }
    assertThat(calls).isGreaterThan(1);
    assertThat(count()).isEqualTo(600);
    patiently(C + "/sprocs/import", "[]", 400).says("nothing to import");
  }

  /** Deletes what a query finds, page by page, and tells whether there may be more. */
  @Test
  void deletesInSteps() {
    createMany(600);
    registerBulkDelete();
    int deleted = 0;
    int calls = 0;
    boolean more = true;
    while (more) {
      Answer step =
          patiently(C + "/sprocs/delete", "[\"SELECT c.id, c._self FROM c WHERE c.n >= 100\"]");
      deleted += (int) step.number("deleted");
      more = step.at("continuation").toString().equals("true");
      calls++;
    }
    assertThat(deleted).isEqualTo(500);
    assertThat(calls).isGreaterThan(1);
    assertThat(count()).isEqualTo(100);
  }

  /** A client that waits exactly as long as it is told finds a budget that is just above zero. */
  @Test
  void deletesAtThePaceOfTheThrottling() {
    createMany(800);
    registerBulkDelete();
    int calls = 0;
    boolean more = true;
    while (more) {
      Answer step = api.post(C + "/sprocs/delete", "['SELECT c.id, c._self FROM c']", KEY);
      if (step.status() == 429) {
        api.clock.advanceMillis(Long.parseLong(step.require("x-ms-retry-after-ms")));
        continue;
      }
      more = step.is(200).at("continuation").toString().equals("true");
      assertThat(step.number("deleted")).as("deleted by a run").isGreaterThan(more ? 50 : -1);
      calls++;
    }
    assertThat(calls).isBetween(2, 16);
    assertThat(count()).isZero();
  }

  private void createMany(int items) {
    for (int i = 0; i < items / 100; i++) {
      String operations =
          IntStream.range(100 * i, 100 * i + 100)
              .mapToObj(n -> "{'operationType':'Create','resourceBody':" + item(n) + "}")
              .collect(LIST);
      patiently(Api.DOCS, operations, BATCH);
    }
  }

  private void registerBulkDelete() {
    api.register(
        "sprocs",
        "delete",
        """
        function bulkDelete(query) {
          var collection = getContext().getCollection();
          var link = collection.getSelfLink();
          var body = { deleted: 0, continuation: true };
          tryQuery();

          function tryQuery(continuation) {
            var accepted = collection.queryDocuments(link, query, { continuation: continuation },
              function (err, found, options) {
                if (err) throw err;
                if (found.length > 0) tryDelete(found);
                else if (options.continuation) tryQuery(options.continuation);
                else { body.continuation = false; finish(); }
              });
            if (!accepted) finish();
          }
          function tryDelete(found) {
            if (found.length === 0) return tryQuery();
            var accepted = collection.deleteDocument(found[0]._self, {}, function (err) {
              if (err) throw err;
              body.deleted++;
              found.shift();
              tryDelete(found);
            });
            if (!accepted) finish();
          }
          function finish() {
            getContext().getResponse().setBody(body);
          }
        }
        """,
        "");
  }

  @Test
  void swapsTheItemsOfTwoPlayers() {
    create("{'id':'p1','pk':'a','item':'sword'}");
    create("{'id':'p2','pk':'a','item':'shield'}");
    create("{'id':'p3','pk':'a'}");
    api.register(
        "sprocs",
        "swap",
        """
        function tradeItems(first, second) {
          var collection = getContext().getCollection();
          var filter = { query: 'SELECT * FROM Players p WHERE p.id = @id', parameters: [{ name: '@id', value: first }] };
          find(filter, function (one) {
            filter.parameters[0].value = second;
            find(filter, function (two) { swap(one, two); });
          });

          function find(query, then) {
            var accepted = collection.queryDocuments(collection.getSelfLink(), query, {}, function (err, items) {
              if (err) throw new Error(err.number, 'Cannot read a player: ' + err.message);
              if (items.length !== 1) throw new Error('A player is missing.');
              then(items[0]);
            });
            if (!accepted) throw new Error('Out of budget.');
          }
          function swap(one, two) {
            if (!one.item || !two.item) throw new Error('Both players need something to swap.');
            [one.item, two.item] = [two.item, one.item];
            [one, two].forEach(function (player) {
              var accepted = collection.replaceDocument(player._self, player, { etag: player._etag }, function (err) {
                if (err) throw err;
              });
              if (!accepted) throw new Error('Out of budget.');
            });
            getContext().getResponse().setBody(true);
          }
        }
        """,
        "");
    assertThat(patiently(C + "/sprocs/swap", "['p1','p2']").text()).isEqualTo("true");
    assertThat(api.get(Api.DOCS + "/p1", KEY).is(200).string("item")).isEqualTo("shield");
    assertThat(api.get(Api.DOCS + "/p2", KEY).is(200).string("item")).isEqualTo("sword");
    patiently(C + "/sprocs/swap", "['p1','p3']", 400).says("something to swap");
    patiently(C + "/sprocs/swap", "['p1','p4']", 400).says("missing");
    assertThat(api.get(Api.DOCS + "/p1", KEY).is(200).string("item")).isEqualTo("shield");
  }

  @Test
  void sumsWithTheQueryInterface() {
    for (int i = 1; i <= 40; i++) {
      create("{'id':'%1$d','pk':'a','amount':%1$d,'open':%2$s}".formatted(i, i % 2 == 0));
    }
    api.register(
        "sprocs",
        "sum",
        """
        function sum(property) {
          var result = __.chain()
            .filter(function (doc) { return doc.open; })
            .pluck(property)
            .value(function (err, values) {
              if (err) throw err;
              __.response.setBody(values.reduce(function (a, b) { return a + b; }, 0));
            });
          if (!result.isAccepted) throw new Error('The query was not accepted.');
        }
        """,
        "");
    assertThat(patiently(C + "/sprocs/sum", "['amount']").text()).isEqualTo("420");
  }

  /** Reads, changes and writes with the version read; a lost race is tried again. */
  @Test
  void upsertsWithOptimisticConcurrency() {
    api.register(
        "sprocs",
        "count",
        """
        async function increment(id, by, stale) {
          const collection = getContext().getCollection();
          const read = () => new Promise((done) => {
            const accepted = collection.readDocument(collection.getAltLink() + '/docs/' + id, (err, doc) => done(err ? null : doc));
            if (!accepted) throw new Error('Out of budget.');
          });
          const write = (doc, etag) => new Promise((done, fail) => {
            const accepted = collection.upsertDocument(collection.getSelfLink(), doc, { etag }, (err, made) => err ? fail(err) : done(made));
            if (!accepted) fail(new Error('Out of budget.'));
          });
          for (let attempt = 1; ; attempt++) {
            const found = await read();
            const doc = found || { id, pk: 'a', n: 0 };
            doc.n += by;
            try {
              const made = await write(doc, attempt === 1 && stale ? stale : doc._etag);
              return getContext().getResponse().setBody({ n: made.n, attempt });
            } catch (err) {
              if (err.number !== ErrorCodes.PreconditionFailed) throw err;
            }
          }
        }
        """,
        "");
    assertThat(patiently(C + "/sprocs/count", "['c',5]").text())
        .isEqualTo("{\"n\":5,\"attempt\":1}");
    assertThat(patiently(C + "/sprocs/count", "['c',2]").text())
        .isEqualTo("{\"n\":7,\"attempt\":1}");
    String stale =
        JsonArray.of(JsonString.of("c"), JsonReader.DEFAULT.read("1"), JsonString.of("\"x\""))
            .toString();
    Answer again = api.send("POST", C + "/sprocs/count", stale.getBytes(UTF_8), KEY);
    assertThat(again.is(200).text()).isEqualTo("{\"n\":8,\"attempt\":2}");
    assertThat(api.get(Api.DOCS + "/c", KEY).is(200).number("n")).isEqualTo(8);
  }

  /** Orders must come with rising numbers and a known customer; what is left out is filled in. */
  @Test
  void validatesOrdersBeforeTheyAreWritten() {
    create("{'id':'customer','pk':'a','lastOrder':7}");
    api.registerTrigger(
        "validate",
        "Pre",
        "Create",
        """
        function validateOrder() {
          var context = getContext(), collection = context.getCollection(), request = context.getRequest();
          var order = request.getBody();
          if (!order.number) throw new Error(ErrorCodes.BadRequest, 'An order needs a number.');
          if (!('placed' in order)) order.placed = new Date(0).toISOString();
          var accepted = collection.readDocument(collection.getAltLink() + '/docs/customer', {}, function (err, customer) {
            if (err) throw err;
            if (order.number !== customer.lastOrder + 1) throw new Error(ErrorCodes.Conflict, 'The next order has number ' + (customer.lastOrder + 1));
            customer.lastOrder = order.number;
            collection.replaceDocument(customer._self, customer, { etag: customer._etag }, function (err) { if (err) throw err; });
            request.setBody(order);
          });
          if (!accepted) throw new Error('Out of budget.');
        }
        """);
    String[] headers = Api.join(KEY, "x-ms-documentdb-pre-trigger-include", "validate");
    api.post(Api.DOCS, "{'id':'o','pk':'a'}", headers).is(400).says("needs a number");
    api.post(Api.DOCS, "{'id':'o','pk':'a','number':9}", headers).is(400).says("has number 8");
    Answer made = api.post(Api.DOCS, "{'id':'o','pk':'a','number':8}", headers).is(201);
    assertThat(made.string("placed")).isEqualTo("1970-01-01T00:00:00.000Z");
    api.post(Api.DOCS, "{'id':'o','pk':'a','number':9}", headers).is(409);
    assertThat(api.get(Api.DOCS + "/customer", KEY).is(200).number("lastOrder")).isEqualTo(8);
    api.post(Api.DOCS, "{'id':'p','pk':'a','number':9}", headers).is(201);
  }

  /** Keeps counts beside the items; an item without its metadata is not written at all. */
  @Test
  void keepsMetadataAfterWrites() {
    api.registerTrigger(
        "update",
        "Post",
        "All",
        """
        function updateMetadata() {
          var context = getContext(), collection = context.getCollection();
          var created = context.getResponse().getBody();
          var accepted = collection.queryDocuments(collection.getSelfLink(), "SELECT * FROM r WHERE r.id = '_metadata'",
            function (err, found) {
              if (err) throw new Error('Error: ' + err.message);
              if (found.length !== 1) throw 'Unable to find the metadata.';
              var metadata = found[0];
              metadata.createdItems += 1;
              metadata.createdNames += ' ' + created.id;
              var replaced = collection.replaceDocument(metadata._self, metadata, function (err) {
                if (err) throw 'Unable to update the metadata, abort.';
              });
              if (!replaced) throw 'Unable to update the metadata, abort.';
            });
          if (!accepted) throw 'Unable to update the metadata, abort.';
        }
        """);
    String[] headers = Api.join(KEY, "x-ms-documentdb-post-trigger-include", "update");
    api.post(Api.DOCS, "{'id':'x','pk':'a'}", headers).is(400).says("Unable to find");
    api.get(Api.DOCS + "/x", KEY).is(404);
    create("{'id':'_metadata','pk':'a','createdItems':0,'createdNames':''}");
    api.post(Api.DOCS, "{'id':'x','pk':'a'}", headers).is(201);
    api.post(Api.DOCS, "{'id':'y','pk':'a'}", headers).is(201);
    api.post(Api.DOCS, "{'id':'y','pk':'a'}", headers).is(409);
    Answer metadata = api.get(Api.DOCS + "/_metadata", KEY).is(200);
    assertThat(metadata.number("createdItems")).isEqualTo(2);
    assertThat(metadata.string("createdNames")).isEqualTo(" x y");
  }

  private void create(String item) {
    api.clock.advanceMillis(1000);
    api.createItem(item);
  }

  private static String item(int n) {
    return "{'id':'i%1$d','pk':'a','n':%1$d}".formatted(n);
  }

  private Answer patiently(String path, String json) {
    return patiently(path, json, KEY);
  }

  private Answer patiently(String path, String json, int status) {
    api.clock.advanceMillis(60_000);
    return api.post(path, json, KEY).is(status);
  }

  /** After as long a pause as pays for what was asked before. */
  private Answer patiently(String path, String json, String[] headers) {
    api.clock.advanceMillis(60_000);
    return api.post(path, json, headers).is(200);
  }

  private int count() {
    api.clock.advanceMillis(60_000);
    return Integer.parseInt(
        api.query(Api.DOCS, "SELECT VALUE COUNT(1) FROM c", KEY)
            .is(200)
            .entries()
            .getFirst()
            .toString());
  }
}
