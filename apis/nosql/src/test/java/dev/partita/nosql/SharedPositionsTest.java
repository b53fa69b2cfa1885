package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.EngineLimits;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonValue;
import dev.partita.protocol.account.AccountKeys;
import java.net.URLEncoder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys of the same effective partition key are partition keys of their own all the same. */
class SharedPositionsTest {

  private static final String FIRST_100 = "x".repeat(100);

  /** Two texts of which MurmurHash3 makes the same 128 bits. */
  private static final String ONE = "the first of two colliding keys";

  private static final String OTHER = "othersmtpaaxejz=_OYM[|DNSqGP~.L";

  /** What the keys have in common. */
  enum Keys {
    BEGINNING("{'paths':['/pk'],'version':1}", FIRST_100 + "mine", FIRST_100 + "theirs"),
    HASH("{'paths':['/pk'],'version':2}", ONE, OTHER),
    HASHES("{'paths':['/pk','/pk'],'kind':'MultiHash','version':2}", ONE, OTHER);

    private final String definition;
    private final String mine;
    private final String theirs;

    Keys(String definition, String mine, String theirs) {
      this.definition = definition.replace("'/pk','/pk'", "'/pk','/sub'");
      this.mine = mine;
      this.theirs = theirs;
    }

    private String components(String first) {
      return this == HASHES ? "['%s','s']".formatted(first) : "['%s']".formatted(first);
    }

    String[] header(String first, String... more) {
      return Api.key(components(first), more);
    }
  }

  @SuppressWarnings("NullAway.Init") // Each test opens it, with keys of its own.
  private Api api;

  @SuppressWarnings("NullAway.Init")
  private Signer owner;

  private void open(Keys keys) {
    api =
        Api.with(
            options ->
                options.withLimits(EngineLimits.defaults().withLogicalPartitionBytes(20_000)),
            AccountKeys.wellKnown());
    owner = new Signer(api, AccountKeys.WELL_KNOWN);
    owner.post("/dbs", "{'id':'db'}").is(201);
    owner
        .post(
            "/dbs/db/colls",
            "{'id':'c','partitionKey':%s,'changeFeedPolicy':{'retentionDuration':10}}"
                .formatted(keys.definition))
        .is(201);
    create(keys.mine, "1");
    create(keys.theirs, "2");
    create(keys.mine, "3");
    create(keys.theirs, "4");
    assertThat(position(keys.components(keys.mine)))
        .isEqualTo(position(keys.components(keys.theirs)));
  }

  private byte[] position(String key) {
    return api.container("c")
        .definition()
        .scheme()
        .logicalKey(PartitionKey.parse(key.replace('\'', '"')))
        .position();
  }

  @AfterEach
  void close() {
    api.close();
  }

  private void create(String key, String id) {
    owner.post(Api.DOCS, "{'id':'%s','pk':'%s','sub':'s','n':%s}".formatted(id, key, id)).is(201);
  }

  @ParameterizedTest
  @EnumSource
  void areReadApart(Keys keys) {
    open(keys);
    String[] mine = keys.header(keys.mine);
    assertThat(owner.get(Api.DOCS, mine).is(200).ids()).containsExactly("1", "3");
    assertThat(query("SELECT * FROM c", mine)).hasSize(2);
    assertThat(query("SELECT VALUE COUNT(1) FROM c", mine)).hasToString("[2]");
    assertThat(query("SELECT VALUE COUNT(1) FROM c WHERE c.n > 1", mine)).hasToString("[1]");
    assertThat(query("SELECT VALUE COUNT(1) FROM c WHERE c.sub = 's'", mine)).hasToString("[2]");
    assertThat(query("SELECT VALUE c.id FROM c ORDER BY c.n DESC", mine))
        .hasToString("[\"3\", \"1\"]");
    assertThat(query("SELECT VALUE c.id FROM c WHERE c.n IN (1, 2, 4)", mine))
        .hasToString("[\"1\"]");
    assertThat(query("SELECT c.sub, COUNT(1) AS n FROM c GROUP BY c.sub", mine).toString())
        .contains("\"n\":2");
    assertThat(query("SELECT DISTINCT VALUE c.n FROM c", mine)).hasSize(2);
    owner.get(Api.DOCS + "/1", mine).is(200);
    owner.get(Api.DOCS + "/2", mine).is(404);
  }

  @ParameterizedTest
  @EnumSource
  void haveChangeFeedsOfTheirOwn(Keys keys) {
    open(keys);
    String[] mine = keys.header(keys.mine, "a-im", "Incremental Feed");
    Answer all = owner.get(Api.DOCS, mine).is(200);
    assertThat(all.ids()).containsExactly("1", "3");
    String[] one = Api.join(mine, "x-ms-max-item-count", "1");
    Answer first = owner.get(Api.DOCS, one).is(200);
    Answer second = owner.get(Api.DOCS, Api.join(one, "if-none-match", first.etag())).is(200);
    assertThat(second.ids()).containsExactly("3");
    owner.get(Api.DOCS, Api.join(one, "if-none-match", second.etag())).is(304);
    create(keys.theirs, "5");
    Answer none = owner.get(Api.DOCS, Api.join(mine, "if-none-match", all.etag())).is(304);
    create(keys.mine, "6");
    assertThat(owner.get(Api.DOCS, Api.join(mine, "if-none-match", none.etag())).is(200).ids())
        .containsExactly("6");
    Answer versions =
        owner
            .get(
                Api.DOCS,
                keys.header(keys.mine, "a-im", "Full-Fidelity Feed", "if-none-match", "\"0\""))
            .is(200);
    assertThat(versions.entries()).hasSize(3);
    assertThat(versions.text()).doesNotContain(keys.theirs);
  }

  @Test
  void haveChangeFeedsOfTheirOwnByTheirFirstComponents() {
    open(Keys.HASHES);
    String[] mine = Api.key("['%s']".formatted(ONE), "a-im", "Incremental Feed");
    assertThat(owner.get(Api.DOCS, mine).is(200).ids()).containsExactly("1", "3");
    grant("['%s']".formatted(ONE));
    assertThat(api.get(Api.DOCS, mine).is(200).ids()).containsExactly("1", "3");
  }

  @ParameterizedTest
  @EnumSource
  void areGrantedOneByOne(Keys keys) {
    open(keys);
    String[] mine = keys.header(keys.mine);
    grant(keys.components(keys.mine));
    assertThat(api.get(Api.DOCS, mine).is(200).ids()).containsExactly("1", "3");
    assertThat(api.get(Api.DOCS, Api.join(mine, "a-im", "Incremental Feed")).is(200).ids())
        .containsExactly("1", "3");
    assertThat(api.query(Api.DOCS, "SELECT * FROM c", mine).is(200).ids())
        .containsExactly("1", "3");
    api.get(Api.DOCS, keys.header(keys.theirs)).is(403);
    api.get(Api.DOCS + "/2", keys.header(keys.theirs)).is(403);
  }

  @ParameterizedTest
  @EnumSource
  void areChangedApart(Keys keys) {
    open(keys);
    String[] mine = keys.header(keys.mine);
    String[] theirs = keys.header(keys.theirs);
    String[] batch =
        Api.join(mine, "x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true");
    owner.post(Api.DOCS, "[{'operationType':'Read','id':'2'}]", batch).is(207);
    owner.post(Api.DOCS, "[{'operationType':'Delete','id':'2'}]", batch).is(207);
    owner
        .post(
            "/dbs/db/colls/c/sprocs",
            "{'id':'s','body':'function f() { const c = getContext().getCollection();"
                + " c.queryDocuments(c.getSelfLink(), `SELECT VALUE r.id FROM r`, {},"
                + " (e, found) => getContext().getResponse().setBody(found)); }'}")
        .is(201);
    assertThat(owner.post("/dbs/db/colls/c/sprocs/s", "[]", mine).is(200).text())
        .isEqualTo("[\"1\",\"3\"]");
    owner.post("/dbs/db/colls/c/operations/partitionkeydelete", "", mine).is(200);
    assertThat(owner.get(Api.DOCS, mine).entries()).isEmpty();
    assertThat(owner.get(Api.DOCS, theirs).ids()).containsExactly("2", "4");
  }

  @ParameterizedTest
  @EnumSource
  void areFullOneByOne(Keys keys) {
    open(keys);
    String large = "{'id':'large','pk':'%s','sub':'s','text':'" + "t".repeat(18_000) + "'}";
    owner.post(Api.DOCS, large.formatted(keys.mine)).is(201);
    owner.post(Api.DOCS, large.replace("large", "x").formatted(keys.mine)).is(403, 1014);
    owner.post(Api.DOCS, large.formatted(keys.theirs)).is(201);
  }

  @ParameterizedTest
  @EnumSource
  void stayTogetherInSplitsAndMerges(Keys keys) {
    open(keys);
    create("elsewhere", "7");
    api.split(0);
    api.engine.reshaper().merge(api.container("c"), 1, 2);
    for (String key : List.of(keys.mine, keys.theirs)) {
      String[] header = keys.header(key);
      String id = key.equals(keys.mine) ? "1" : "2";
      assertThat(owner.get(Api.DOCS, header).is(200).ids()).hasSize(2).contains(id);
      assertThat(owner.get(Api.DOCS, Api.join(header, "a-im", "Incremental Feed")).is(200).ids())
          .hasSize(2)
          .contains(id);
    }
  }

  private List<JsonValue> query(String sql, String... headers) {
    Answer answer = owner.query(Api.DOCS, sql, headers).is(200);
    return answer.entries();
  }

  private void grant(String key) {
    owner.post("/dbs/db/users", "{'id':'u'}").is(201);
    String token =
        owner
            .post(
                "/dbs/db/users/u/permissions",
                "{'id':'p','permissionMode':'Read','resource':'dbs/db/colls/c','resourcePartitionKey':%s}"
                    .formatted(key))
            .is(201)
            .string("_token");
    api.always("authorization", URLEncoder.encode(token, UTF_8));
  }
}
