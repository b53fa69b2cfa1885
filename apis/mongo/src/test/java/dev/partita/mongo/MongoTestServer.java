package dev.partita.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.base.time.Clock;
import dev.partita.collection.BsonCollections;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.mongo.auth.Scram;
import dev.partita.mongo.command.AnsweredCommand;
import dev.partita.mongo.command.CommandSet;
import dev.partita.mongo.command.Identity;
import dev.partita.net.NetServer;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** The protocol over a port, with an engine of tests. Confined to the thread of the test. */
final class MongoTestServer extends TestEngine {

  static final String READ_ONLY_KEY = Base64.getEncoder().encodeToString(new byte[64]);

  private final NetServer net;
  private final MongoApi api;
  private final InetSocketAddress router;
  private final InetSocketAddress replicaSet;
  final Queue<AnsweredCommand> answered = new ConcurrentLinkedQueue<>();
  final BsonCollections collections;

  MongoTestServer() {
    this(new MemoryStore(), options -> options);
  }

  MongoTestServer(Store store, UnaryOperator<EngineOptions> change) {
    this(store, change, Workspace.in(Path.of(System.getProperty("java.io.tmpdir"))));
  }

  MongoTestServer(Store store, UnaryOperator<EngineOptions> change, Workspace workspace) {
    super(store, change);
    AccountKeys keys =
        new AccountKeys(
            AccountKeys.wellKnown().readWrite(), List.of(AccountKeys.decode(READ_ONLY_KEY)));
    SecureRandom random = new SecureRandom();
    collections = new BsonCollections(engine, workspace);
    api =
        new MongoApi(
            new CommandSet(
                engine,
                collections,
                Engine.DEFAULT_ACCOUNT,
                new Scram(Set.of("partita"), keys, random),
                () -> "127.0.0.1:" + replicaSetPort(),
                random,
                answered::add));
    net =
        NetServer.start(
            List.of(address()),
            _ -> CompletableFuture.completedFuture(Response.of(404)),
            NetLimits.standard(),
            Clock.system());
    router = net.listen(address(), "mongo", MongoApi.rules(), api.as(Identity.ROUTER));
    replicaSet = net.listen(address(), "mongo", MongoApi.rules(), api.as(Identity.REPLICA_SET));
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  InetSocketAddress router() {
    return router;
  }

  int replicaSetPort() {
    return replicaSet.getPort();
  }

  /** A driver with the key that allows everything. */
  MongoClient client(String... options) {
    return client(AccountKeys.WELL_KNOWN, router.getPort(), options);
  }

  MongoClient client(String key, int port, String... options) {
    String uri =
        "mongodb://partita:"
            + URLEncoder.encode(key, StandardCharsets.UTF_8)
            + "@127.0.0.1:"
            + port
            + "/?"
            + String.join("&", options);
    return MongoClients.create(
        MongoClientSettings.builder().applyConnectionString(new ConnectionString(uri)).build());
  }

  @Override
  public void close() {
    net.close();
    api.close();
    super.close();
  }
}
