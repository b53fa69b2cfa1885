package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.telemetry.RequestRecorder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation of the API with every kind of credentials: what is allowed and what is not. */
class RightsTest {

  private static final String READ_WRITE = key("a key for everything");
  private static final String READ_ONLY = key("a key for reading");
  private static final String C = "/dbs/db/colls/c";
  private static final String SELF = "dbs/db/colls/c";
  private static final String PERMISSIONS = "/dbs/db/users/u/permissions";
  private static final String QUERY = "{'query':'SELECT * FROM c'}";
  private static final String[] P = Api.key("['p']");
  private static final String[] IS_QUERY = {"x-ms-documentdb-isquery", "true"};
  private static final String[] IS_UPSERT = {"x-ms-documentdb-is-upsert", "true"};
  private static final String[] IS_PLAN = {"x-ms-cosmos-is-query-plan-request", "true"};
  private static final String[] IS_BATCH = {"x-ms-cosmos-is-batch-request", "true"};

  /** What a request is sent with. The tokens are of permissions on one container or within it. */
  enum Credentials {
    MASTER_KEY,
    READ_ONLY_KEY,
    ALL_OF_CONTAINER,
    READ_OF_CONTAINER,
    ALL_OF_ITEM,
    READ_OF_ITEM,
    ALL_OF_PARTITION_KEY,
    READ_OF_PARTITION_KEY,
    ALL_OF_ANOTHER_CONTAINER,
    ALL_OF_ANOTHER_PARTITION_KEY,
    EXPIRED,
    SIGNED_BY_NOBODY,
    NONE;

    boolean reads() {
      return name().startsWith("READ");
    }
  }

  /** Who may do an operation. */
  @SuppressWarnings("ImmutableEnumChecker") // Nobody changes the sets.
  private enum Right {
    OWNER(Credentials.MASTER_KEY),
    ACCOUNT_READER(OWNER, Credentials.READ_ONLY_KEY),
    CONTAINER_READER(ACCOUNT_READER, Credentials.ALL_OF_CONTAINER, Credentials.READ_OF_CONTAINER),
    CONTAINER_WRITER(OWNER, Credentials.ALL_OF_CONTAINER),
    KEY_READER(
        CONTAINER_READER, Credentials.ALL_OF_PARTITION_KEY, Credentials.READ_OF_PARTITION_KEY),
    KEY_WRITER(CONTAINER_WRITER, Credentials.ALL_OF_PARTITION_KEY),
    ITEM_READER(KEY_READER, Credentials.ALL_OF_ITEM, Credentials.READ_OF_ITEM),
    ITEM_WRITER(KEY_WRITER, Credentials.ALL_OF_ITEM),
    CONTAINER_FINDER(ITEM_READER, Credentials.ALL_OF_ANOTHER_PARTITION_KEY),
    ACCOUNT_FINDER(CONTAINER_FINDER, Credentials.ALL_OF_ANOTHER_CONTAINER);

    private final Set<Credentials> holders;

    Right(Credentials holder) {
      holders = EnumSet.of(holder);
    }

    Right(Right lesser, Credentials... more) {
      holders = EnumSet.copyOf(lesser.holders);
      holders.addAll(List.of(more));
    }
  }

  /** What the server tells requests apart by. */
  private record Shape(ResourceType type, boolean feed, String method, Intent intent)
      implements Comparable<Shape> {

    static Shape of(String method, String path, String[] headers) {
      Call call =
          new Call(
              new Request(method, path, "", Headers.of(headers), new byte[0]),
              Api.ACTIVITY,
              RequestRecorder.unobserved(Clock.system()).begin());
      ResourceType type = requireNonNull(ResourceType.of(call.path()), path);
      return new Shape(type, call.path().isFeed(), method, call.intent());
    }

    @Override
    public int compareTo(Shape other) {
      return toString().compareTo(other.toString());
    }
  }

  private record Operation(Right right, String method, String path, String body, String[] headers) {
    Shape shape() {
      return Shape.of(method, path, headers);
    }

    boolean writes() {
      return shape().intent().writes();
    }

    @Override
    public String toString() {
      return method + " " + path + " " + String.join(" ", headers);
    }
  }

  /** All operations that there are. The second test finds those that are missing. */
  private static List<Operation> operations(String offer) {
    List<Operation> all = new ArrayList<>();
    all.add(get(Right.ACCOUNT_FINDER, "/"));

    all.add(get(Right.ACCOUNT_READER, "/dbs"));
    all.add(query(Right.ACCOUNT_READER, "/dbs"));
    all.add(post(Right.OWNER, "/dbs", "{'id':'new'}"));
    all.add(get(Right.ACCOUNT_READER, "/dbs/db"));
    all.add(delete(Right.OWNER, "/dbs/db"));

    String container = "{'id':'%s','partitionKey':{'paths':['/pk'],'version':2}}";
    all.add(get(Right.ACCOUNT_READER, "/dbs/db/colls"));
    all.add(query(Right.ACCOUNT_READER, "/dbs/db/colls"));
    all.add(post(Right.OWNER, "/dbs/db/colls", container.formatted("new")));
    all.add(get(Right.CONTAINER_FINDER, C));
    all.add(put(Right.CONTAINER_WRITER, C, container.formatted("c")));
    all.add(delete(Right.CONTAINER_WRITER, C));
    all.add(get(Right.CONTAINER_FINDER, C + "/pkranges"));

    String item = "{'id':'%s','pk':'p'}";
    String i = Api.DOCS + "/i";
    String other = Api.DOCS + "/i2";
    all.add(get(Right.CONTAINER_READER, Api.DOCS));
    all.add(get(Right.KEY_READER, Api.DOCS, P));
    all.add(get(Right.CONTAINER_READER, Api.DOCS, "a-im", "Incremental Feed"));
    all.add(get(Right.KEY_READER, Api.DOCS, Api.join(P, "a-im", "Incremental Feed")));
    all.add(query(Right.CONTAINER_READER, Api.DOCS));
    all.add(query(Right.KEY_READER, Api.DOCS, P));
    all.add(post(Right.CONTAINER_READER, Api.DOCS, QUERY, IS_PLAN));
    all.add(post(Right.KEY_READER, Api.DOCS, QUERY, Api.join(P, IS_PLAN)));
    all.add(post(Right.CONTAINER_WRITER, Api.DOCS, item.formatted("new")));
    all.add(post(Right.KEY_WRITER, Api.DOCS, item.formatted("new"), P));
    all.add(post(Right.KEY_WRITER, Api.DOCS, item.formatted("i"), Api.join(P, IS_UPSERT)));
    String change = "[{'operationType':'Delete','id':'i','partitionKey':'[\\\"p\\\"]'}]";
    String look = "[{'operationType':'Read','id':'i'}]";
    String[] atomic = Api.join(Api.join(P, IS_BATCH), "x-ms-cosmos-batch-atomic", "true");
    all.add(post(Right.CONTAINER_WRITER, Api.DOCS, change, IS_BATCH));
    all.add(post(Right.KEY_WRITER, Api.DOCS, change, Api.join(P, IS_BATCH)));
    all.add(post(Right.KEY_WRITER, Api.DOCS, change, atomic));
    all.add(post(Right.KEY_WRITER, Api.DOCS, look, atomic));
    all.add(get(Right.ITEM_READER, i, P));
    all.add(put(Right.ITEM_WRITER, i, item.formatted("i"), P));
    all.add(
        new Operation(Right.ITEM_WRITER, "PATCH", i, "[{'op':'set','path':'/a','value':1}]", P));
    all.add(delete(Right.ITEM_WRITER, i, P));
    all.add(get(Right.KEY_READER, other, P));
    all.add(put(Right.KEY_WRITER, other, item.formatted("i2"), P));
    all.add(delete(Right.KEY_WRITER, other, P));
    all.add(post(Right.KEY_WRITER, C + "/operations/partitionkeydelete", "", P));

    String script = "{'id':'%s','body':'function f() { }'}";
    String trigger =
        "{'id':'%s','body':'function f() { }','triggerType':'Pre','triggerOperation':'All'}";
    for (String kind : List.of("sprocs", "triggers", "udfs")) {
      String feed = C + "/" + kind;
      String json = kind.equals("triggers") ? trigger : script;
      all.add(get(Right.CONTAINER_READER, feed));
      all.add(query(Right.CONTAINER_READER, feed));
      all.add(post(Right.CONTAINER_WRITER, feed, json.formatted("new")));
      all.add(post(Right.CONTAINER_WRITER, feed, json.formatted("s"), IS_UPSERT));
      all.add(get(Right.CONTAINER_READER, feed + "/s"));
      all.add(put(Right.CONTAINER_WRITER, feed + "/s", json.formatted("s")));
      all.add(delete(Right.CONTAINER_WRITER, feed + "/s"));
    }
    all.add(post(Right.KEY_WRITER, C + "/sprocs/s", "[]", P));
    all.add(get(Right.CONTAINER_READER, C + "/conflicts"));
    all.add(query(Right.CONTAINER_READER, C + "/conflicts"));

    all.add(get(Right.ACCOUNT_READER, "/dbs/db/users"));
    all.add(query(Right.ACCOUNT_READER, "/dbs/db/users"));
    all.add(post(Right.OWNER, "/dbs/db/users", "{'id':'new'}"));
    all.add(post(Right.OWNER, "/dbs/db/users", "{'id':'u'}", IS_UPSERT));
    all.add(get(Right.ACCOUNT_READER, "/dbs/db/users/u"));
    all.add(put(Right.OWNER, "/dbs/db/users/u", "{'id':'u'}"));
    all.add(delete(Right.OWNER, "/dbs/db/users/u"));

    String permission = permission("%s", "All", SELF, "");
    all.add(get(Right.OWNER, PERMISSIONS));
    all.add(query(Right.OWNER, PERMISSIONS));
    all.add(post(Right.OWNER, PERMISSIONS, permission.formatted("new")));
    all.add(post(Right.OWNER, PERMISSIONS, permission.formatted("all"), IS_UPSERT));
    all.add(get(Right.OWNER, PERMISSIONS + "/all"));
    all.add(put(Right.OWNER, PERMISSIONS + "/all", permission.formatted("all")));
    all.add(delete(Right.OWNER, PERMISSIONS + "/all"));

    String key =
        "{'id':'%s','encryptionAlgorithm':'A','wrappedDataEncryptionKey':'W','keyWrapMetadata':{}}";
    String keys = "/dbs/db/clientencryptionkeys";
    all.add(get(Right.ACCOUNT_READER, keys));
    all.add(query(Right.ACCOUNT_READER, keys));
    all.add(post(Right.OWNER, keys, key.formatted("new")));
    all.add(post(Right.OWNER, keys, key.formatted("k"), IS_UPSERT));
    all.add(get(Right.ACCOUNT_READER, keys + "/k"));
    all.add(put(Right.OWNER, keys + "/k", key.formatted("k")));

    all.add(get(Right.ACCOUNT_READER, "/offers"));
    all.add(query(Right.ACCOUNT_READER, "/offers"));
    all.add(get(Right.ACCOUNT_READER, offer));
    all.add(put(Right.OWNER, offer, "{'content':{'offerThroughput':500}}"));
    return all;
  }

  private Api api;
  private Signer owner;
  private String offer;

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @EnumSource
  void allowsNoMoreAndNoLess(Credentials credentials) {
    String before = contents();
    for (Operation operation : operations(offer)) {
      Answer answer = send(credentials, operation);
      String asked = credentials + ": " + operation + " → " + answer.text();
      if (operation.right().holders.contains(credentials)) {
        assertThat(answer.status()).describedAs(asked).isLessThan(300);
      } else {
        int refusal =
            switch (credentials) {
              case NONE, SIGNED_BY_NOBODY -> 401;
              default -> 403;
            };
        assertThat(answer.status()).describedAs(asked).isEqualTo(refusal);
      }
      if (credentials != Credentials.MASTER_KEY) {
        assertThat(answer.text()).describedAs(asked).doesNotContain("type=resource");
      }
      if (credentials.reads()) {
        assertThat(contents()).describedAs(asked).isEqualTo(before);
      } else if (operation.writes() && answer.status() < 300) {
        api.close();
        open();
      }
    }
  }

  /** Asks for everything that a request can ask for, and sees what the server would do. */
  @Test
  void knowsEveryOperation() {
    Set<Shape> listed = new TreeSet<>();
    operations(offer).forEach(operation -> listed.add(operation.shape()));
    Set<Shape> served = new TreeSet<>();
    for (ResourceType type : ResourceType.values()) {
      String single = single(type);
      String feed = single.substring(0, Math.max(1, single.lastIndexOf('/')));
      for (String path : type == ResourceType.ACCOUNT ? Set.of("/") : List.of(feed, single)) {
        for (String method : List.of("GET", "HEAD", "PUT", "PATCH", "DELETE")) {
          addIfServed(served, method, path);
        }
        addIfServed(served, "POST", path);
        addIfServed(served, "POST", path, IS_QUERY);
        addIfServed(served, "POST", path, IS_UPSERT);
        addIfServed(served, "POST", path, IS_PLAN);
        addIfServed(served, "POST", path, IS_BATCH);
      }
    }
    assertThat(served).allMatch(listed::contains);
    assertThat(listed).allMatch(served::contains);
  }

  private void addIfServed(Set<Shape> served, String method, String path, String... headers) {
    String[] withKey = Api.join(headers, P);
    Answer answer =
        send(Credentials.MASTER_KEY, new Operation(Right.OWNER, method, path, "", withKey));
    boolean unknown =
        answer.status() == 405
            || answer.status() == 501
            || (answer.status() == 404 && answer.text().contains("There is no such "));
    if (!unknown) {
      served.add(Shape.of(method, path, withKey));
    }
    if (answer.status() < 300) {
      api.close();
      open();
    }
  }

  /** A resource of each type. */
  private String single(ResourceType type) {
    return switch (type) {
      case ACCOUNT -> "/";
      case DATABASE -> "/dbs/db";
      case CONTAINER -> C;
      case ITEM -> Api.DOCS + "/i";
      case ATTACHMENT -> Api.DOCS + "/i/attachments/a";
      case PARTITION -> C + "/pkranges/0";
      case PROCEDURE -> C + "/sprocs/s";
      case TRIGGER -> C + "/triggers/s";
      case FUNCTION -> C + "/udfs/s";
      case CONFLICT -> C + "/conflicts/x";
      case OPERATION -> C + "/operations/partitionkeydelete";
      case USER -> "/dbs/db/users/u";
      case PERMISSION -> PERMISSIONS + "/all";
      case ENCRYPTION_KEY -> "/dbs/db/clientencryptionkeys/k";
      case OFFER -> offer;
    };
  }

  @BeforeEach
  void open() {
    api =
        Api.withKeys(
            new AccountKeys(
                List.of(AccountKeys.decode(READ_WRITE)), List.of(AccountKeys.decode(READ_ONLY))));
    owner = new Signer(api, READ_WRITE);
    owner.post("/dbs", "{'id':'db'}").is(201);
    for (String name : List.of("c", "c2")) {
      owner
          .post(
              "/dbs/db/colls",
              "{'id':'%s','partitionKey':{'paths':['/pk'],'version':2}}".formatted(name),
              "x-ms-offer-throughput",
              "400")
          .is(201);
    }
    owner.post(Api.DOCS, "{'id':'i','pk':'p'}").is(201);
    owner.post(Api.DOCS, "{'id':'i2','pk':'p'}").is(201);
    owner.post(C + "/sprocs", "{'id':'s','body':'function f() { }'}").is(201);
    owner.post(C + "/udfs", "{'id':'s','body':'function f() { }'}").is(201);
    owner
        .post(
            C + "/triggers",
            "{'id':'s','body':'function f() { }','triggerType':'Pre','triggerOperation':'All'}")
        .is(201);
    owner
        .post(
            "/dbs/db/clientencryptionkeys",
            "{'id':'k','encryptionAlgorithm':'A','wrappedDataEncryptionKey':'W',"
                + "'keyWrapMetadata':{}}")
        .is(201);
    owner.post("/dbs/db/users", "{'id':'u'}").is(201);
    owner.post(PERMISSIONS, permission("all", "All", SELF, "")).is(201);
    offer = "/" + offerOf(owner.get(C).string("_rid"));
  }

  private String offerOf(String rid) {
    Answer offers =
        owner.query("/offers", "SELECT * FROM c WHERE c.offerResourceId = '%s'".formatted(rid));
    return "offers/" + offers.ids().getFirst();
  }

  /** What whoever may only read must not change. */
  private String contents() {
    StringBuilder all = new StringBuilder();
    for (String path :
        List.of(
            "/dbs",
            "/dbs/db/colls",
            Api.DOCS,
            C + "/sprocs",
            C + "/triggers",
            C + "/udfs",
            "/dbs/db/users",
            "/dbs/db/clientencryptionkeys",
            "/offers")) {
      all.append(owner.get(path).is(200).text()).append('\n');
    }
    return all.append(owner.get(PERMISSIONS).is(200).ids()).toString();
  }

  private Answer send(Credentials credentials, Operation operation) {
    String token =
        switch (credentials) {
          case MASTER_KEY, READ_ONLY_KEY, NONE -> "";
          case SIGNED_BY_NOBODY -> "type=resource&ver=1&sig=" + "A".repeat(44) + ";e30=;";
          case ALL_OF_CONTAINER -> token("All", SELF, "");
          case READ_OF_CONTAINER -> token("Read", SELF, "");
          case ALL_OF_ITEM -> token("All", SELF + "/docs/i", "");
          case READ_OF_ITEM -> token("Read", SELF + "/docs/i", "");
          case ALL_OF_PARTITION_KEY -> token("All", SELF, "['p']");
          case READ_OF_PARTITION_KEY -> token("Read", SELF, "['p']");
          case ALL_OF_ANOTHER_CONTAINER -> token("All", SELF + "2", "");
          case ALL_OF_ANOTHER_PARTITION_KEY -> token("All", SELF, "['q']");
          case EXPIRED -> token("All", SELF, "");
        };
    if (credentials == Credentials.EXPIRED) {
      api.clock.advanceMillis(3_600_000);
    }
    String[] headers = operation.headers();
    String method = operation.method();
    String path = operation.path();
    String body = operation.body();
    return switch (credentials) {
      case MASTER_KEY -> owner.send(method, path, body, headers);
      case READ_ONLY_KEY -> new Signer(api, READ_ONLY).send(method, path, body, headers);
      case NONE -> api.send(method, path, body, headers);
      default ->
          api.send(
              method,
              path,
              body,
              Api.join(headers, "authorization", URLEncoder.encode(token, UTF_8)));
    };
  }

  /** The token of a permission, which is no more when it has been given. */
  private String token(String mode, String resource, String key) {
    String token =
        owner
            .post(PERMISSIONS, permission("granted", mode, resource, key))
            .is(201)
            .string("_token");
    owner.delete(PERMISSIONS + "/granted").is(204);
    return token;
  }

  private static String permission(String id, String mode, String resource, String key) {
    return "{'id':'%s','permissionMode':'%s','resource':'%s'%s}"
        .formatted(id, mode, resource, key.isEmpty() ? "" : ",'resourcePartitionKey':" + key);
  }

  private static String key(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private static Operation get(Right right, String path, String... headers) {
    return new Operation(right, "GET", path, "", headers);
  }

  private static Operation query(Right right, String path, String... headers) {
    return post(right, path, QUERY, Api.join(headers, IS_QUERY));
  }

  private static Operation post(Right right, String path, String body, String... headers) {
    return new Operation(right, "POST", path, body, headers);
  }

  private static Operation put(Right right, String path, String body, String... headers) {
    return new Operation(right, "PUT", path, body, headers);
  }

  private static Operation delete(Right right, String path, String... headers) {
    return new Operation(right, "DELETE", path, "", headers);
  }
}
