package dev.partita.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ScriptEngineTest {

  private static final ScriptEngine ENGINE =
      new ScriptEngine(Clock.system(), ScriptLimits.standard().withTimeMillis(20_000));

  private final MemoryHost host = new MemoryHost();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  @Test
  void answersWhatItSets() {
    assertThat(
            answer(
                "function (a, b) { getContext().getResponse().setBody({sum: a + b}); }", "[1,2]"))
        .isEqualTo(json("{\"sum\":3}"));
    assertThat(
            answer("(name) => getContext().getResponse().setBody('hello ' + name);", "[\"you\"]"))
        .isEqualTo(json("\"hello you\""));
    assertThat(answer("function () {}", "[]")).isEqualTo(JsonUndefined.UNDEFINED);
    assertThat(answer("function f() { g() } function g() { __.response.setBody(1) }", "[]"))
        .isEqualTo(json("1"));
    assertThat(answer("serverScript(n) { __.response.setBody(n) }", "[2]")).isEqualTo(json("2"));
  }

  @Test
  void runsCallbacksAfterTheFunction() {
    JsonValue order =
        answer(
            """
            function () {
              var c = getContext().getCollection(), seen = [];
              c.createDocument(c.getSelfLink(), {id: 'a', n: 1}, function (err, doc, options) {
                seen.push('created ' + doc.id + ' ' + options.statusCode);
                c.readDocument(doc._self, {}, (err, doc) => {
                  seen.push('read ' + doc.n);
                  getContext().getResponse().setBody(seen);
                });
                seen.push('asked');
              });
              seen.push('returned');
            }
            """,
            "[]");
    assertThat(order).isEqualTo(json("[\"returned\",\"created a 201\",\"asked\",\"read 1\"]"));
  }

  @Test
  void offersEveryOperation() {
    host.add("x", 1);
    JsonValue seen =
        answer(
            """
            function () {
              const c = __, seen = {};
              const note = (name) => (err, r, o) => seen[name] = err ? err.number : [r.id, o.statusCode, o.notModified];
              c.upsertDocument(c.getAltLink(), {id: 'y', n: 2}, note('upsert'));
              c.replaceDocument('dbs/shop/colls/orders/docs/x', {id: 'x', n: 5}, {etag: 'v0'}, note('replace'));
              c.replaceDocument('dbs/shop/colls/orders/docs/x', {id: 'x', n: 6}, {etag: 'v0'}, note('stale'));
              c.readDocument(c.getAltLink() + '/docs/y', {ifNoneMatch: 'v1'}, note('known'));
              c.readDocument(c.getAltLink() + '/docs/z', note('missing'));
              c.createDocument(c.getAltLink(), {id: 'x'}, note('taken'));
              c.deleteDocument(c.getAltLink() + '/docs/x', note('delete'));
              c.createDocument(c.getAltLink(), {n: 9}, (e, d) => { seen.made = d.id.length; __.response.setBody(seen); });
            }
            """,
            "[]");
    assertThat(seen)
        .isEqualTo(
            json(
                "{\"upsert\":[\"y\",200,false],\"replace\":[\"x\",200,false],\"stale\":412,"
                    + "\"known\":[null,304,true],\"missing\":404,\"taken\":409,"
                    + "\"delete\":[null,204,false],\"made\":36}"));
    assertThat(host.items).containsKey("y").doesNotContainKey("x").hasSize(2);
  }

  @Test
  void pagesThroughQueries() {
    for (int i = 0; i < 5; i++) {
      host.add("i" + i, i);
    }
    assertThat(
            answer(
                """
                function () {
                  const ids = [], c = __;
                  (function page(continuation) {
                    c.readDocuments(c.getSelfLink(), {pageSize: 2, continuation}, (err, docs, o) => {
                      docs.forEach(d => ids.push(d.id));
                      if (o.continuation) page(o.continuation); else __.response.setBody(ids);
                    });
                  })();
                }
                """,
                "[]"))
        .isEqualTo(json("[\"i0\",\"i1\",\"i2\",\"i3\",\"i4\"]"));
    assertThat(
            answer(
                "function (q) { __.queryDocuments(__.getSelfLink(), q, (e, r) =>"
                    + " __.response.setBody(r.length)); }",
                "[{\"query\":\"i1 i3\",\"parameters\":[]}]"))
        .isEqualTo(json("2"));
  }

  @Test
  void queriesWithFunctions() {
    for (int i = 0; i < 5; i++) {
      host.add("i" + i, i * 7 % 5);
    }
    assertThat(
            answer(
                "function () { __.filter(d => d.n > 2, (e, r) => __.response.setBody(r.map(d =>"
                    + " d.n))); }",
                "[]"))
        .isEqualTo(json("[4,3]"));
    assertThat(answer("function () { if (!__.pluck('id').isAccepted) throw 1; }", "[]"))
        .isEqualTo(json("[\"i0\",\"i1\",\"i2\",\"i3\",\"i4\"]"));
    assertThat(
            answer(
                "function () { __.chain().filter(d => d.n).sortByDescending(d => d.n)"
                    + ".map(d => [d.n, [d.id]]).flatten(true).value(); }",
                "[]"))
        .isEqualTo(json("[4,[\"i2\"],3,[\"i4\"],2,[\"i1\"],1,[\"i3\"]]"));
    assertThat(
            answer(
                "function () { __.chain().unwind(d => [d.n, d.id], (d, x) => x).value({pageSize:"
                    + " 1}); }",
                "[]"))
        .isEqualTo(json("[0,\"i0\"]"));
    assertThat(answer("function () { __.sortBy(d => d.n, {pageSize: 2}); }", "[]").toString())
        .contains("\"id\":\"i0\"")
        .contains("\"id\":\"i1\"")
        .doesNotContain("i2");
  }

  @Test
  void waitsForPromises() {
    JsonValue sum =
        answer(
            """
            async function (n) {
              const create = (doc) => new Promise((resolve, reject) => {
                if (!__.createDocument(__.getSelfLink(), doc, (e, d) => e ? reject(e) : resolve(d))) reject(new Error('no'));
              });
              let sum = 0;
              for (let i = 0; i < n; i++) sum += (await create({id: 'p' + i, n: i})).n;
              try { await create({id: 'p0'}); } catch (e) { sum += e.number; }
              __.response.setBody(sum);
            }
            """,
            "[4]");
    assertThat(sum).isEqualTo(json("415"));
  }

  @Test
  void failsWithWhatWasThrown() {
    assertFailure("function () { throw new Error('boom'); }", ErrorCode.BAD_REQUEST, "Error: boom");
    assertFailure("function () { throw new Error(409, 'twice'); }", ErrorCode.BAD_REQUEST, "twice");
    assertFailure("function () { throw 'text'; }", ErrorCode.BAD_REQUEST, "text");
    assertFailure("function () { throw {a: 1}; }", ErrorCode.BAD_REQUEST, "{\"a\":1}");
    assertFailure(
        "function () { getContext().abort(new Error('stop')); }", ErrorCode.BAD_REQUEST, "stop");
    assertFailure(
        "async function () { await 1; throw new Error('late'); }", ErrorCode.BAD_REQUEST, "late");
    assertFailure(
        "function () { Promise.reject(new Error('alone')); }", ErrorCode.BAD_REQUEST, "alone");
    assertFailure("function () { nothing.here; }", ErrorCode.BAD_REQUEST, "ReferenceError");
    assertFailure(
        "function () { __.readDocument(__.getAltLink() + '/docs/z'); }",
        ErrorCode.BAD_REQUEST,
        "no such item");
    assertFailure(
        "function () { __.queryDocuments(__.getAltLink(), 'broken', e => {}); }",
        ErrorCode.UNAVAILABLE,
        "on fire");
    assertFailure(
        "function () { __.createDocument('dbs/other/colls/x', {}); }",
        ErrorCode.BAD_REQUEST,
        "own");
    assertFailure(
        "function () { __.response.setBody('x'.repeat(4194305)); }",
        ErrorCode.BAD_REQUEST,
        "larger");
    assertFailure(
        "function () { __.response.setValue('x-none', 1); }", ErrorCode.BAD_REQUEST, "header");
  }

  @Test
  void numbersErrors() {
    assertThat(
            answer(
                """
                function () {
                  class Own extends Error {}
                  const e = new Error(404, 'gone'), f = Error('plain'), o = new Own('own');
                  __.response.setBody([e.number, e.message, e instanceof Error, f.message, f.number === undefined,
                    o instanceof Own, o.message, new TypeError('t') instanceof Error, String(e)]);
                }
                """,
                "[]"))
        .isEqualTo(json("[404,\"gone\",true,\"plain\",true,true,\"own\",true,\"Error: gone\"]"));
  }

  @Test
  void saysWhereItIsNotJavaScript() {
    assertThatThrownBy(() -> ENGINE.compile("bad", "function () {\n  var = 1;\n}"))
        .asInstanceOf(type(DatabaseException.class))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.SCRIPT_INVALID);
              assertThat(e.context()).containsEntry("line", 2).containsEntry("column", 7);
            });
    assertThatThrownBy(() -> ENGINE.compile("bad", "1 +* 2"))
        .asInstanceOf(type(DatabaseException.class))
        .satisfies(
            e -> assertThat(e.context()).containsEntry("line", 1).containsEntry("column", 4));
    assertFailure("42", ErrorCode.SCRIPT_INVALID, "not a function");
  }

  @Test
  void stopsAcceptingWhenTheBudgetEnds() {
    host.acceptedOperations = 3;
    assertThat(
            answer(
                """
                function () {
                  let n = 0;
                  while (__.createDocument(__.getSelfLink(), {id: 'd' + n})) n++;
                  __.response.setBody(n);
                }
                """,
                "[]"))
        .isEqualTo(json("3"));
    ScriptEngine hurried =
        new ScriptEngine(Clock.system(), ScriptLimits.standard().withTimeMillis(1000));
    try (hurried) {
      hurried.warmUp();
      Script script =
          hurried.compile(
              "s",
              "function () { let n = 0; while (__.upsertDocument(__.getSelfLink(), {id: 'a'})) n++;"
                  + " __.response.setBody(n); }");
      host.acceptedOperations = Integer.MAX_VALUE;
      assertThat(hurried.procedure(script, JsonArray.EMPTY, host, false).body())
          .isNotEqualTo(json("0"));
    }
  }

  @Test
  void keepsTheLogOnlyIfWanted() {
    Script script =
        ENGINE.compile(
            "l", "function () { console.log('The %s is %s.', 'x', 1); console.log({a: 1}); }");
    assertThat(ENGINE.procedure(script, JsonArray.EMPTY, host, true).log())
        .isEqualTo("The x is 1.{\"a\":1}");
    assertThat(ENGINE.procedure(script, JsonArray.EMPTY, host, false).log()).isEmpty();
  }

  @Test
  void triggersChangeTheRequestAndSeeTheAnswer() {
    Script before =
        ENGINE.compile(
            "t",
            """
            function () {
              const request = getContext().getRequest(), doc = request.getBody();
              doc.by = request.getOperationType() + request.getValue('X-Who');
              request.setBody(doc);
              let response; try { getContext().getResponse(); response = true; } catch (e) { response = e.number; }
              doc.response = response;
            }
            """);
    TriggerCall call =
        new TriggerCall(
            "Create", Map.of("x-who", "me"), json("{\"id\":\"a\"}"), JsonUndefined.UNDEFINED);
    assertThat(ENGINE.before(before, call, host))
        .isEqualTo(json("{\"id\":\"a\",\"by\":\"Createme\",\"response\":403}"));
    Script after =
        ENGINE.compile(
            "u",
            "function () { const d = __.response.getBody(); __.upsertDocument(__.getSelfLink(),"
                + " {id: 'meta', last: d.id}); }");
    TriggerCall done =
        new TriggerCall(
            "Create", Map.of(), json("{\"id\":\"a\"}"), json("{\"id\":\"a\",\"_ts\":1}"));
    assertThat(ENGINE.after(after, done, host)).isEqualTo(json("{\"id\":\"a\",\"_ts\":1}"));
    assertThat(host.items.get("meta")).isNotNull();
  }

  @Test
  void callsFunctions() {
    Map<String, String> bodies =
        Map.of(
            "twice", "function (x) { return x * 2; }",
            "whole", "function (d) { return {n: d.n, t: typeof getContext, l: d.list.length}; }",
            "nothing", "function () {}",
            "none", "() => null",
            "nan", "() => NaN",
            "fails", "function () { throw new Error('no'); }");
    List<JsonValue> results =
        ENGINE.callingFunctions(
            name -> ENGINE.compile(name, bodies.getOrDefault(name, "")),
            calls -> {
              assertThatThrownBy(() -> calls.call("fails", List.of()))
                  .hasMessageContaining("Error: no");
              return List.of(
                  calls.call("twice", List.of(json("21"))),
                  calls.call("twice", List.of(json("9007199254740993"))),
                  calls.call("whole", List.of(json("{\"n\":1.5,\"list\":[1,2]}"))),
                  calls.call("nothing", List.of()),
                  calls.call("none", List.of()),
                  calls.call("nan", List.of()));
            });
    assertThat(results)
        .containsExactly(
            json("42"),
            json("18014398509481984"),
            json("{\"n\":1.5,\"t\":\"undefined\",\"l\":2}"),
            JsonUndefined.UNDEFINED,
            json("null"),
            JsonUndefined.UNDEFINED);
  }

  @Test
  void givesFunctionsWhatTheyLookAt() {
    Map<String, String> bodies =
        Map.of(
            "some", "d => [d.n, d.text, d.list, d.none === null, typeof d.gone, d.deep.er.length]",
            "changes", "d => { d.list.push(d.n); d.n = d.list.length; return d.n; }",
            "all", "(d, e) => Object.keys(d).length + e.n");
    JsonValue item =
        json("{\"n\":1.5,\"text\":\"é\",\"list\":[1,2],\"none\":null,\"deep\":{\"er\":\"abc\"}}");
    List<JsonValue> results =
        ENGINE.callingFunctions(
            name -> {
              if (!bodies.containsKey(name)) {
                throw DatabaseException.badRequest("There is none.");
              }
              return ENGINE.compile(name, bodies.get(name));
            },
            calls -> {
              assertThat(calls.looksAt("changes", 0)).containsExactly("list", "n");
              assertThat(calls.looksAt("all", 0)).isNull();
              assertThat(calls.looksAt("absent", 0)).isNull();
              return List.of(
                  calls.call("some", List.of(item)),
                  calls.call("changes", List.of(item)),
                  calls.call("changes", List.of(item)),
                  calls.call("all", List.of(item, item)),
                  calls.call("some", List.of(json("{\"deep\":{\"er\":[]},\"other\":1}"))));
            });
    assertThat(results)
        .containsExactly(
            json("[1.5,\"é\",[1,2],true,\"undefined\",3]"),
            json("3"),
            json("3"),
            json("6.5"),
            json("[null,null,null,false,\"undefined\",0]"));
  }

  private JsonValue answer(String body, String arguments) {
    return ENGINE
        .procedure(ENGINE.compile("test", body), (JsonArray) json(arguments), host, false)
        .body();
  }

  private void assertFailure(String body, ErrorCode code, String part) {
    assertThatThrownBy(() -> answer(body, "[]"))
        .asInstanceOf(type(DatabaseException.class))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e).hasMessageContaining(part);
            });
  }

  private static JsonValue json(String text) {
    return JsonReader.DEFAULT.read(text);
  }
}
