package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.Shell.Ran;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands on what a server has, over HTTP. */
@Timeout(60)
class CommandsTest {

  private static final String[] ORDERS = {"-d", "shop", "-c", "orders"};
  private static final Shell shell = Shell.start();

  @TempDir private Path folder = Path.of("");

  @AfterAll
  static void stop() {
    shell.close();
  }

  @BeforeEach
  void makeAShop() {
    shell.run("database", "delete", "--name", "shop", "--yes");
    assertThat(shell.run("database", "create", "--name", "shop").code()).isZero();
    assertThat(
            shell
                .run(
                    "container",
                    "create",
                    "--database",
                    "shop",
                    "--name",
                    "orders",
                    "--partition-key",
                    "/customer",
                    "--throughput",
                    "4000")
                .code())
        .isZero();
  }

  @Test
  void createsListsShowsAndDeletesDatabases() {
    Ran created = shell.run("database", "create", "--name", "a bü", "--json");
    assertThat(created.only().at("id")).isEqualTo(JsonString.of("a bü"));
    assertThat(shell.run("database", "list").out())
        .startsWith("NAME")
        .contains("shop", "a bü")
        .doesNotContain("\t");
    assertThat(shell.run("database", "list", "--json").json())
        .extracting(each -> each.at("id").toString())
        .contains("\"shop\"", "\"a bü\"");
    assertThat(shell.run("database", "show", "--name", "shop").out())
        .containsPattern("THROUGHPUT +none of its own");
    assertThat(shell.run("database", "delete", "--name", "a bü", "--yes").code()).isZero();
    Ran gone = shell.run("database", "show", "--name", "a bü");
    assertThat(gone.code()).isEqualTo(4);
    assertThat(gone.err()).startsWith("partita: ").contains("(404)").doesNotContain("Exception");
  }

  @Test
  void namesDatabasesAndContainersAsOtherCommandsDo() {
    assertThat(shell.run("database", "show", "-d", "shop").out()).contains("shop");
    assertThat(shell.run("container", "show", "-d", "shop", "-c", "orders").out())
        .contains("/customer");
  }

  @Test
  void deletesOnlyWhatIsConfirmed() {
    Ran unasked = shell.run("database", "delete", "--name", "shop");
    assertThat(unasked.code()).isEqualTo(2);
    assertThat(unasked.err()).contains("--yes");
    shell.watched(true);
    try {
      assertThat(shell.type("n\n", "container", "delete", "-d", "shop", "-n", "orders").code())
          .isEqualTo(2);
      assertThat(shell.run("container", "show", "-d", "shop", "-n", "orders").code()).isZero();
      assertThat(shell.type("y\n", "container", "delete", "-d", "shop", "-n", "orders").code())
          .isZero();
      assertThat(shell.run("container", "show", "-d", "shop", "-n", "orders").code()).isEqualTo(4);
    } finally {
      shell.watched(false);
    }
  }

  @Test
  void createsContainersOfAllKinds() {
    Ran created =
        shell.run(
            "container",
            "create",
            "-d",
            "shop",
            "-n",
            "logs",
            "-p",
            "/tenant",
            "-p",
            "/user",
            "--max-throughput",
            "2000",
            "--ttl",
            "-1",
            "--unique-key",
            "/mail,/name",
            "--json");
    JsonObject container = created.only();
    assertThat(container.at("partitionKey").toString())
        .contains("[\"/tenant\",\"/user\"]", "MultiHash");
    assertThat(container.at("defaultTtl")).isEqualTo(JsonNumber.of(-1));
    assertThat(container.at("uniqueKeyPolicy").toString()).contains("[\"/mail\",\"/name\"]");
    assertThat(shell.run("container", "show", "-d", "shop", "-n", "logs").out())
        .containsPattern("THROUGHPUT +autoscale up to 2,000 RU/s")
        .containsPattern("TTL +by item")
        .containsPattern("PARTITIONS +1");
    assertThat(shell.run("container", "list", "-d", "shop").out())
        .containsPattern("logs +/tenant, /user")
        .containsPattern("orders +/customer");
  }

  @Test
  void updatesContainers() throws IOException {
    Path policy = folder.resolve("policy.json");
    Files.writeString(
        policy,
        "{\"indexingMode\":\"consistent\",\"includedPaths\":[{\"path\":\"/total/?\"}],"
            + "\"excludedPaths\":[{\"path\":\"/*\"}]}");
    Ran updated =
        shell.run(
            "container",
            "update",
            "-d",
            "shop",
            "-n",
            "orders",
            "--ttl",
            "3600",
            "--indexing-policy",
            "@" + policy,
            "--json");
    assertThat(updated.only().at("defaultTtl")).isEqualTo(JsonNumber.of(3600));
    assertThat(updated.only().at("indexingPolicy").toString()).contains("/total/?");
    assertThat(
            shell
                .run("container", "update", "-d", "shop", "-n", "orders", "--ttl", "off", "--json")
                .only()
                .has("defaultTtl"))
        .isFalse();
    Ran nothing = shell.run("container", "update", "-d", "shop", "-n", "orders");
    assertThat(nothing.code()).isEqualTo(2);
    assertThat(nothing.err()).contains("nothing to change");
  }

  @Test
  void writesAndReadsItems() {
    String item = "{\"id\":\"1\",\"customer\":\"ada\",\"total\":10,\"note\":\"für „x“\"}";
    Ran created = orders("item", "create", item);
    assertThat(created.code()).isZero();
    assertThat(created.out()).contains("  \"total\": 10,").contains("für „x“");
    assertThat(created.err()).containsPattern("^[0-9.]+ RU");
    assertThat(orders("item", "create", item).code()).isEqualTo(5);
    assertThat(orders("item", "create", item).err()).contains("(409)");
    assertThat(orders("item", "upsert", item.replace("10", "11"), "--json").only().at("total"))
        .isEqualTo(JsonNumber.of(11));
    assertThat(orders("item", "read", "--id", "1", "-k", "ada", "--json").only().at("total"))
        .isEqualTo(JsonNumber.of(11));
    assertThat(orders("item", "replace", item, "--if-match", "\"other\"").code()).isEqualTo(5);
    assertThat(orders("item", "replace", item, "--json").only().at("total"))
        .isEqualTo(JsonNumber.of(10));
    assertThat(
            orders(
                    "item",
                    "patch",
                    "--id",
                    "1",
                    "-k",
                    "[\"ada\"]",
                    "--json",
                    "[{\"op\":\"incr\",\"path\":\"/total\",\"value\":5}]")
                .only()
                .at("total"))
        .isEqualTo(JsonNumber.of(15));
    assertThat(
            orders(
                    "item",
                    "patch",
                    "--id",
                    "1",
                    "-k",
                    "ada",
                    "--condition",
                    "FROM c WHERE c.total > 100",
                    "[{\"op\":\"incr\",\"path\":\"/total\",\"value\":5}]")
                .code())
        .isEqualTo(5);
    assertThat(orders("item", "delete", "--id", "1", "-k", "ada").err()).contains("Deleted", "RU");
    assertThat(orders("item", "read", "--id", "1", "-k", "ada").code()).isEqualTo(4);
  }

  @Test
  void takesItemsFromFilesAndInput() throws IOException {
    Path file = folder.resolve("item.json");
    Files.writeString(file, "{\"id\":\"f\",\"customer\":\"ada\"}");
    assertThat(orders("item", "create", "--file", file.toString()).code()).isZero();
    assertThat(shell.type("{\"id\":\"i\",\"customer\":\"ada\"}", with("item", "create")).code())
        .isZero();
    assertThat(orders("item", "list", "-k", "ada", "--json").json()).hasSize(2);
    Ran broken = shell.type("{\"id\":", with("item", "create", "-"));
    assertThat(broken.code()).isEqualTo(2);
    assertThat(broken.err()).contains("not valid JSON");
    assertThat(orders("item", "create", "{}", "--file", "x").code()).isEqualTo(2);
    assertThat(orders("item", "create", "--file", folder.resolve("no").toString()).code())
        .isEqualTo(2);
  }

  @Test
  void queriesPageByPage() {
    String lines =
        IntStream.range(0, 250)
            .mapToObj(i -> "{\"id\":\"%d\",\"customer\":\"c%d\",\"n\":%d}\n".formatted(i, i % 7, i))
            .collect(Collectors.joining());
    assertThat(shell.type(lines, with("import", "-")).code()).isZero();
    Ran all = orders("query", "SELECT * FROM c WHERE c.n >= @least", "-P", "@least=50", "--json");
    assertThat(all.json()).hasSize(200);
    assertThat(all.err()).startsWith("200 results, ").contains(" RU");
    Ran few = orders("query", "SELECT c.id, c.n FROM c", "--max-items", "120");
    assertThat(few.out().lines()).hasSize(121).first().asString().matches("id +n");
    assertThat(few.err()).contains("120 results (there may be more)");
    assertThat(orders("query", "-k", "c3", "SELECT VALUE COUNT(1) FROM c").out()).isEqualTo("36\n");
    assertThat(
            orders("query", "-P", "who=c3", "SELECT VALUE c.n FROM c WHERE c.customer = @who")
                .out())
        .hasLineCount(36)
        .contains("\n108\n");
    assertThat(shell.type("SELECT VALUE 1", with("query")).out()).isEqualTo("1\n");
    assertThat(orders("item", "list", "--max-items", "3").out().lines()).hasSize(4);
  }

  @Test
  void explainsQueriesAndTheirMistakes() {
    orders("item", "create", "{\"id\":\"1\",\"customer\":\"ada\",\"n\":2}");
    String sql = "SELECT * FROM c WHERE c.n > 1";
    JsonObject plan = orders("query", "--explain", "--json", sql).only();
    assertThat(plan.names()).contains("plan", "totalRu", "indexAdvice");
    Ran tree = orders("query", "--explain", "-k", "ada", sql);
    assertThat(tree.out())
        .containsPattern("OPERATOR +ROWS +CHARGE +TIME +DETAIL")
        .containsPattern("└─ Project +1 +[0-9.]+ RU")
        .contains("Indexes that were used: /n/?");
    assertThat(tree.err()).containsPattern("^[0-9.]+ RU");
    Ran wrong = orders("query", "SELCT 1");
    assertThat(wrong.code()).isEqualTo(5);
    assertThat(wrong.err()).contains("near 'SELCT'").doesNotContain("ActivityId");
    String located =
        """
        partita: Identifier 'd' could not be resolved. (SC2001) at line 2, column 9:
              WHERE d.x = 1
                    ^
        """;
    String unresolved = "SELECT * FROM c\n  WHERE d.x = 1";
    assertThat(orders("query", unresolved).err()).isEqualTo(located);
    assertThat(orders("query", "--explain", unresolved).err()).isEqualTo(located);
    assertThat(orders("query", "SELECT 1", "-P", "x").code()).isEqualTo(2);
  }

  @Test
  void showsAndChangesThroughput() {
    assertThat(orders("throughput", "show").out()).containsPattern("THROUGHPUT +manual 4,000 RU/s");
    assertThat(orders("throughput", "update", "--max-throughput", "4000").out())
        .containsPattern("THROUGHPUT +autoscale up to 4,000 RU/s");
    assertThat(orders("throughput", "update", "--throughput", "6000", "--json").only().toString())
        .contains("\"offerThroughput\":6000");
    assertThat(orders("throughput", "update").code()).isEqualTo(2);
    assertThat(orders("throughput", "update", "--throughput", "1", "--max-throughput", "1").code())
        .isEqualTo(2);
    assertThat(orders("throughput", "update", "--throughput", "many").code()).isEqualTo(2);
    assertThat(orders("throughput", "update", "--throughput", "10").code()).isEqualTo(5);
    assertThat(shell.run("throughput", "show", "-d", "shop").code()).isEqualTo(4);
  }

  @Test
  void keepsAndRunsScripts() {
    String body =
        "function f(n) { console.log('seen'); getContext().getResponse().setBody({twice: 2 * n});"
            + " }";
    assertThat(orders("script", "put", "--name", "twice", body).code()).isZero();
    assertThat(orders("script", "put", "--name", "twice", body).code()).isZero();
    Ran ran =
        orders(
            "script",
            "run",
            "--name",
            "twice",
            "-k",
            "ada",
            "--arguments",
            "[21]",
            "--json",
            "--log");
    assertThat(ran.only().at("twice")).isEqualTo(JsonNumber.of(42));
    assertThat(ran.err()).contains("seen").contains(" RU");
    assertThat(
            orders(
                    "script",
                    "put",
                    "--kind",
                    "trigger",
                    "--name",
                    "t",
                    "--on",
                    "post:create",
                    "function t() {}")
                .out())
        .containsPattern("RUNS +Post Create");
    assertThat(orders("script", "put", "--kind", "function", "--name", "u", "x => x").code())
        .isZero();
    assertThat(orders("script", "list", "--json").json())
        .extracting(each -> each.at("kind").toString())
        .containsExactlyInAnyOrder("\"procedure\"", "\"trigger\"", "\"function\"");
    assertThat(orders("script", "show", "--name", "twice").out()).isEqualTo(body + "\n");
    assertThat(orders("script", "run", "--name", "twice", "-k", "ada", "--arguments", "1").code())
        .isEqualTo(2);
    assertThat(orders("script", "put", "--kind", "macro", "--name", "m", "x").code()).isEqualTo(2);
    assertThat(orders("script", "delete", "--name", "twice").code()).isZero();
    assertThat(orders("script", "show", "--name", "twice").code()).isEqualTo(4);
  }

  private static Ran orders(String... arguments) {
    return shell.run(with(arguments));
  }

  private static String[] with(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + ORDERS.length);
    System.arraycopy(ORDERS, 0, all, arguments.length, ORDERS.length);
    return all;
  }
}
