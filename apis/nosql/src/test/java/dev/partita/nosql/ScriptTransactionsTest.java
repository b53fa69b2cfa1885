package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.concurrent.Uninterruptibly;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What scripts are promised: all or nothing, told at once, bounded, and no one waits for them. */
class ScriptTransactionsTest {

  private static final String C = "/dbs/db/colls/c";
  private static final String[] KEY = Api.key("['a']");
  private static final String BEFORE = "x-ms-documentdb-pre-trigger-include";
  private static final String AFTER = "x-ms-documentdb-post-trigger-include";

  @Test
  void tellsTheCallbackOfTakenUniqueValues() {
    try (Api api = Api.open()) {
      api.createContainer(
          "{'id':'c','partitionKey':{'paths':['/pk'],'version':2},"
              + "'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/mail']}]}}");
      api.createItem("{'id':'old','pk':'a','mail':'x'}");
      api.register(
          "sprocs",
          "p",
          """
          function () {
            const told = [];
            const note = (e, d) => {
              told.push(e ? e.number : d.id);
              __.response.setBody(told);
            };
            const create = (id, mail) => __.createDocument(__.getSelfLink(), {id, pk: 'a', mail}, note);
            create('1', 'x');
            create('2', 'y');
            create('3', 'y');
            __.replaceDocument(__.getAltLink() + '/docs/2', {id: '2', pk: 'a', mail: 'z'}, note);
            create('4', 'y');
            __.deleteDocument(__.getAltLink() + '/docs/old');
            create('5', 'x');
            __.upsertDocument(__.getSelfLink(), {id: '5', pk: 'a', mail: 'z'}, note);
          }
          """,
          "");
      assertThat(api.post(C + "/sprocs/p", "[]", KEY).is(200).text())
          .isEqualTo("[409,\"2\",409,\"2\",\"4\",\"5\",409]");
      assertThat(api.get(Api.DOCS).ids()).containsExactlyInAnyOrder("2", "4", "5");
      api.post(Api.DOCS, "{'id':'6','pk':'a','mail':'z'}").is(409);
      api.post(Api.DOCS, "{'id':'7','pk':'a','mail':'new'}").is(201);
    }
  }

  @Test
  void acceptsNoMoreThanTheThroughputAllows() {
    try (Api api = Api.with(options -> options.withThrottling(true))) {
      api.newContainer("c");
      api.register(
          "sprocs",
          "p",
          """
          function () {
            let n = 0;
            while (__.createDocument(__.getSelfLink(), {id: 'i' + n, pk: 'a'})) n++;
            __.response.setBody(n);
          }
          """,
          "");
      Answer answer = api.post(C + "/sprocs/p", "[]", KEY).is(200);
      int made = Integer.parseInt(answer.text());
      // 400 request units a second, of which a script may use those of four seconds.
      assertThat(made).isBetween(100, 320);
      assertThat(Double.parseDouble(answer.require("x-ms-request-charge")))
          .isBetween(1500.0, 1700.0);
      api.get(Api.DOCS + "/i" + (made - 1), KEY).is(429);
    }
  }

  /** Procedures are neither kept from ending by those who write, nor do they keep them. */
  @Test
  void runsBesideThoseWhoWriteOtherItems() throws InterruptedException {
    try (Api api = Api.withContainer()) {
      api.createItem("{'id':'mine','pk':'a','kind':'x','n':0}");
      api.register(
          "sprocs",
          "slow",
          """
          function () {
            __.queryDocuments(__.getSelfLink(), "SELECT * FROM c WHERE c.kind = 'x'", (e, found) => {
              for (const end = Date.now() + 30; Date.now() < end; );
              found[0].n++;
              __.replaceDocument(found[0]._self, found[0]);
            });
          }
          """,
          "");
      try (Writer other = new Writer(api, "other")) {
        for (int i = 0; i < 10; i++) {
          int before = other.written.get();
          api.post(C + "/sprocs/slow", "[]", KEY).is(200);
          assertThat(other.written.get()).as("written meanwhile").isGreaterThan(before);
        }
      }
      assertThat(api.get(Api.DOCS + "/mine", KEY).is(200).number("n")).isEqualTo(10);
    }
  }

  @Test
  void takesItsTurnWhereOthersKeepWritingWhatItReads() throws InterruptedException {
    try (Api api = Api.withContainer()) {
      api.register(
          "sprocs",
          "slow",
          """
          function () {
            __.readDocument(__.getAltLink() + '/docs/other', (e, read) => {
              for (const end = Date.now() + 60; Date.now() < end; );
              __.upsertDocument(__.getSelfLink(), {id: 'mine', pk: 'a', saw: read._etag});
            });
          }
          """,
          "");
      try (Writer other = new Writer(api, "other")) {
        for (int i = 0; i < 3; i++) {
          api.post(C + "/sprocs/slow", "[]", KEY).is(200);
        }
        int before = other.written.get();
        other.awaitMoreThan(before);
      }
    }
  }

  @Test
  void concurrentIncrementsAllCount() throws InterruptedException {
    try (Api api = Api.withContainer()) {
      api.createItem("{'id':'n','pk':'a','n':0}");
      api.register(
          "sprocs",
          "increment",
          """
          function () {
            __.readDocument(__.getAltLink() + '/docs/n', (e, item) => {
              item.n++;
              __.replaceDocument(item._self, item);
            });
          }
          """,
          "");
      Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        threads.add(
            Thread.startVirtualThread(
                () -> statuses.add(api.post(C + "/sprocs/increment", "[]", KEY).status())));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(statuses).hasSize(40).containsOnly(200);
      assertThat(api.get(Api.DOCS + "/n", KEY).is(200).number("n")).isEqualTo(40);
    }
  }

  /** Someone who writes an item again and again, one write after the other. */
  private static final class Writer implements AutoCloseable {

    final AtomicInteger written = new AtomicInteger();
    private final AtomicBoolean done = new AtomicBoolean();
    private final Thread thread;

    Writer(Api api, String id) {
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!done.get()) {
                      api.post(
                          Api.DOCS,
                          "{'id':'" + id + "','pk':'a'}",
                          "x-ms-documentdb-is-upsert",
                          "true");
                      written.getAndIncrement();
                    }
                  });
      awaitMoreThan(0);
    }

    void awaitMoreThan(int count) {
      while (written.get() <= count) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void close() {
      done.set(true);
      Uninterruptibly.join(thread);
    }
  }

  @Test
  void patchesBetweenTriggers() {
    try (Api api = Api.withContainer()) {
      api.createItem("{'id':'x','pk':'a','n':1}");
      api.registerTrigger(
          "before",
          "Pre",
          "Replace",
          """
          function () {
            const request = getContext().getRequest(), item = request.getBody();
            if (item.n > 10) throw new Error('too much');
            item.seen = request.getOperationType();
            request.setBody(item);
          }
          """);
      api.registerTrigger(
          "after",
          "Post",
          "Update",
          "function () { const d = getContext().getResponse().getBody();"
              + " __.upsertDocument(__.getSelfLink(), {id: 'log', pk: 'a', n: d.n}); }");
      String[] both = Api.join(KEY, BEFORE, "before", AFTER, "after");
      String item = Api.DOCS + "/x";
      Answer patched = api.patch(item, increment(4), both).is(200);
      assertThat(patched.number("n")).isEqualTo(5);
      assertThat(patched.string("seen")).isEqualTo("Replace");
      assertThat(api.get(item, KEY).is(200).json()).isEqualTo(patched.json());
      assertThat(patched.etag()).isEqualTo(patched.string("_etag"));
      assertThat(api.get(Api.DOCS + "/log", KEY).is(200).number("n")).isEqualTo(5);
      api.patch(item, increment(9), both).is(400).says("too much");
      api.patch(item, increment(1), Api.join(both, "if-match", "\"old\"")).is(412);
      api.patch(
              item,
              "{'operations':[{'op':'incr','path':'/n','value':1}],'condition':'from c where c.n ="
                  + " 7'}",
              both)
          .is(412);
      api.patch(Api.DOCS + "/none", increment(1), both).is(404);
      api.patch(item, "{'operations':[{'op':'set','path':'/pk','value':'b'}]}", both).is(400);
      assertThat(api.get(item, KEY).is(200).number("n")).isEqualTo(5);
    }
  }

  @Test
  void leavesTheBodyOutIfAsked() {
    try (Api api = Api.withContainer()) {
      api.registerTrigger("t", "Post", "All", "function () {}");
      String[] headers = Api.join(KEY, AFTER, "t", "prefer", "return=minimal");
      for (Answer answer :
          new Answer[] {
            api.post(Api.DOCS, "{'id':'x','pk':'a'}", headers).is(201),
            api.post(
                    Api.DOCS,
                    "{'id':'x','pk':'a'}",
                    Api.join(headers, "x-ms-documentdb-is-upsert", "true"))
                .is(200),
            api.put(Api.DOCS + "/x", "{'id':'x','pk':'a','n':1}", headers).is(200),
            api.patch(Api.DOCS + "/x", increment(1), headers).is(200)
          }) {
        assertThat(answer.text()).isEmpty();
        assertThat(answer.etag()).isNotEmpty();
        assertThat(answer.session()).isNotEmpty();
      }
      assertThat(api.get(Api.DOCS + "/x", KEY).is(200).number("n")).isEqualTo(2);
    }
  }

  @Test
  void refusesScriptsWhenClosed() {
    try (Api api = Api.withContainer()) {
      api.register("sprocs", "p", "function () {}", "");
      api.handler.close();
      api.post(C + "/sprocs/p", "[]", KEY).is(503).says("stopping");
      api.send("POST", C + "/sprocs", "{\"id\":\"q\",\"body\":\"x => x\"}".getBytes(UTF_8)).is(503);
      api.createItem("{'id':'x','pk':'a'}");
    }
  }

  private static String increment(int by) {
    return "{'operations':[{'op':'incr','path':'/n','value':%d}]}".formatted(by);
  }
}
