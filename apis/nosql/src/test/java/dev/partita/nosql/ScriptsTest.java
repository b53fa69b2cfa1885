package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stored procedures, triggers and functions, from registration to their effects. */
class ScriptsTest {

  private static final String C = "/dbs/db/colls/c";
  private static final String[] KEY = Api.key("['a']");

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void procedureWritesAndAnswers() {
    register(
        "sprocs",
        "p",
        "",
        """
        function (n) {
          const c = getContext().getCollection(), made = [];
          for (let i = 0; i < n; i++)
            c.createDocument(c.getSelfLink(), {id: 'i' + i, pk: 'a', n: i}, (e, d) => {
              made.push(d._etag);
              c.replaceDocument(d._self, {id: d.id, pk: 'a', n: d.n * 2}, {etag: d._etag}, (e, d) => {
                if (e) throw e;
                if (made.length === n) getContext().getResponse().setBody(d);
              });
            });
        }
        """);
    Answer answer = api.post(C + "/sprocs/p", "[3]", KEY).is(200);
    assertThat(answer.number("n")).isEqualTo(4);
    Answer stored = api.get(Api.DOCS + "/i2", KEY).is(200);
    assertThat(stored.json()).isEqualTo(answer.json());
    assertThat(api.get(Api.DOCS + "/i0", KEY).is(200).number("n")).isZero();
    assertThat(answer.session()).isEqualTo(stored.session());
  }

  @Test
  void procedureThatFailsLeavesNothing() {
    api.createItem("{'id':'old','pk':'a','n':1}");
    register(
        "sprocs",
        "p",
        "",
        """
        function () {
          __.createDocument(__.getSelfLink(), {id: 'x', pk: 'a'});
          __.deleteDocument(__.getAltLink() + '/docs/old', () => { throw new Error(418, 'no tea'); });
        }
        """);
    api.post(C + "/sprocs/p", "[]", KEY).is(400).says("no tea");
    api.get(Api.DOCS + "/x", KEY).is(404);
    api.get(Api.DOCS + "/old", KEY).is(200);
    register(
        "sprocs",
        "q",
        "",
        "function () { __.createDocument(__.getSelfLink(), {id: 'x', pk: 'b'}); }");
    api.post(C + "/sprocs/q", "[]", KEY).is(400).says("partition key");
    api.post(C + "/sprocs/none", "[]", KEY).is(404);
    api.post(C + "/sprocs/p", "{}", KEY).is(400).says("array");
    api.post(C + "/sprocs/p", "[]").is(400).says("partition key");
  }

  @Test
  void procedureQueriesItsKeyAndLogs() {
    api.createItem("{'id':'1','pk':'a','n':1}");
    api.createItem("{'id':'2','pk':'a','n':2}");
    api.createItem("{'id':'3','pk':'b','n':3}");
    register(
        "sprocs",
        "p",
        "",
        """
        function (least) {
          console.log('from %s & on', least);
          const query = {query: 'SELECT * FROM c WHERE c.n >= @n', parameters: [{name: '@n', value: least}]};
          __.queryDocuments(__.getSelfLink(), query, (e, docs) => {
            docs.forEach(d => __.deleteDocument(d._self));
            __.response.setBody(docs.length);
          });
        }
        """);
    Answer answer =
        api.post(
                C + "/sprocs/p",
                "[2]",
                Api.join(KEY, "x-ms-documentdb-script-enable-logging", "true"))
            .is(200);
    assertThat(answer.text()).isEqualTo("1");
    assertThat(answer.header("x-ms-documentdb-script-log-results"))
        .isEqualTo("from%202%20%26%20on");
    assertThat(api.get(Api.DOCS).ids()).containsExactlyInAnyOrder("1", "3");
    assertThat(
            api.post(C + "/sprocs/p", "[9]", KEY)
                .is(200)
                .header("x-ms-documentdb-script-log-results"))
        .isNull();
  }

  @Test
  void triggersShareTheTransaction() {
    register(
        "triggers",
        "before",
        ",\"triggerType\":\"Pre\",\"triggerOperation\":\"Create\"",
        "function () { const r = getContext().getRequest(), d = r.getBody(); d.stamped = true;"
            + " r.setBody(d); }");
    register(
        "triggers",
        "after",
        ",\"triggerType\":\"Post\",\"triggerOperation\":\"All\"",
        """
        function () {
          const d = getContext().getResponse().getBody();
          if (d && d.bad) throw new Error('not wanted');
          __.upsertDocument(__.getSelfLink(), {id: 'meta', pk: 'a', last: d ? d.id : 'deleted'});
        }
        """);
    String[] both =
        Api.join(
            KEY,
            "x-ms-documentdb-pre-trigger-include",
            "before",
            "x-ms-documentdb-post-trigger-include",
            "after");
    Answer created = api.post(Api.DOCS, "{'id':'x','pk':'a'}", both).is(201);
    assertThat(created.json().at("stamped").toString()).isEqualTo("true");
    assertThat(api.get(Api.DOCS + "/x", KEY).is(200).json()).isEqualTo(created.json());
    assertThat(api.get(Api.DOCS + "/meta", KEY).is(200).string("last")).isEqualTo("x");
    api.post(Api.DOCS, "{'id':'y','pk':'a','bad':true}", both).is(400).says("not wanted");
    api.get(Api.DOCS + "/y", KEY).is(404);
    api.post(Api.DOCS, "{'id':'x','pk':'a'}", both).is(409);
    api.put(Api.DOCS + "/x", "{'id':'x','pk':'a'}", both).is(400).says("something else");
    api.delete(Api.DOCS + "/x", Api.join(KEY, "x-ms-documentdb-post-trigger-include", "after"))
        .is(204);
    assertThat(api.get(Api.DOCS + "/meta", KEY).is(200).string("last")).isEqualTo("deleted");
    api.get(Api.DOCS + "/x", KEY).is(404);
    api.post(
            Api.DOCS,
            "{'id':'z','pk':'a'}",
            Api.join(KEY, "x-ms-documentdb-pre-trigger-include", "none"))
        .is(404);
  }

  @Test
  void queriesCallFunctions() {
    for (int i = 0; i < 5; i++) {
      api.createItem("{'id':'%d','pk':'a','n':%d}".formatted(i, i));
    }
    register("udfs", "odd", "", "function (n) { return n % 2 === 1; }");
    register("udfs", "whole", "", "function (d) { return d.id + '/' + d.n; }");
    assertThat(api.query(Api.DOCS, "SELECT * FROM c WHERE udf.odd(c.n)", KEY).is(200).ids())
        .containsExactly("1", "3");
    assertThat(
            api.query(Api.DOCS, "SELECT VALUE udf.whole(c) FROM c WHERE c.n = 2", KEY)
                .is(200)
                .entries())
        .containsExactly(JsonString.of("2/2"));
    api.query(Api.DOCS, "SELECT VALUE udf.none(1) FROM c", KEY).is(400).says("no such");
  }

  @Test
  void refusesWhatIsNotJavaScript() {
    JsonObject script =
        JsonObject.builder().put("id", "p").put("body", "function () {\n  var = 1;\n}").build();
    api.post(C + "/sprocs", script.toString().replace('\'', ' '))
        .is(400, 65535)
        .says("line 2")
        .says("column 7");
    api.get(C + "/sprocs/p").is(404);
  }

  @Test
  void scriptsAreToldHowFullTheContainerIs() {
    register(
        "triggers",
        "after",
        ",\"triggerType\":\"Post\",\"triggerOperation\":\"All\"",
        """
        function () {
          const response = getContext().getResponse();
          const told = { usage: response.getResourceQuotaCurrentUsage(), quota: response.getMaxResourceQuota() };
          __.upsertDocument(__.getSelfLink(), { id: 'meta', pk: 'a', told }, (error, item, options) => {
            item.now = options.currentCollectionSizeInMB;
            item.most = options.maxCollectionSizeInMB;
            __.replaceDocument(item._self, item);
          });
        }
        """);
    api.post(
            Api.DOCS,
            "{'id':'x','pk':'a'}",
            Api.join(KEY, "x-ms-documentdb-post-trigger-include", "after"))
        .is(201);
    JsonObject meta = api.get(Api.DOCS + "/meta", KEY).is(200).json();
    assertThat(meta.at("told").toString())
        .contains("triggers=1;", "documentsCount=", "collectionSize=", "triggers=25;");
    assertThat(meta.at("now").toString()).isEqualTo("0");
    assertThat(Long.parseLong(meta.at("most").toString())).isGreaterThan(1000);
  }

  private void register(String kind, String name, String more, String body) {
    api.register(kind, name, body, more);
  }
}
