package dev.partita.architecture;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Modules from the bottom up, and which others each may use. A module is the package of its name
 * and those below it; a module without classes breaks no rule.
 */
enum Module {
  BASE,
  JSON,
  BSON,
  MQL,
  AGGREGATION,
  STORAGE,
  REPLICATION,
  CONSENSUS,
  PARTITION,
  INDEX,
  THROUGHPUT,
  CONTAINER,
  CLUSTER,
  DOCUMENT,
  PLAN,
  ADVICE,
  COLLECTION,
  QUERY,
  EXECUTION,
  SCRIPT,
  GRAPH,
  NET,
  PEER,
  TELEMETRY,
  PROTOCOL,
  ADMIN,
  NOSQL,
  TABLE,
  GREMLIN,
  MONGO,
  EXPLORER,
  SERVER,
  CLIENT,
  CLI,
  EMBEDDED,
  TESTING;

  private Set<Module> uses() {
    return switch (this) {
      // For tests of others on any Java, beside a server that is a process of its own.
      case BASE, TESTING -> Set.of();
      case JSON, BSON, STORAGE, THROUGHPUT, NET -> Set.of(BASE);
      case MQL -> Set.of(BASE, BSON);
      case AGGREGATION -> Set.of(BASE, BSON, MQL);
      case PLAN, QUERY, SCRIPT, CLIENT -> Set.of(BASE, JSON);
      case REPLICATION -> Set.of(BASE, STORAGE);
      case CONSENSUS, PARTITION -> Set.of(BASE, STORAGE, REPLICATION);
      case INDEX -> Set.of(BASE, JSON, STORAGE, PARTITION);
      case CONTAINER -> Set.of(BASE, JSON, STORAGE, REPLICATION, PARTITION, INDEX, THROUGHPUT);
      // Who keeps what is decided from records and figures, never by looking at data.
      case CLUSTER -> Set.of(BASE, JSON, REPLICATION);
      case DOCUMENT -> Set.of(BASE, JSON, STORAGE, PARTITION, INDEX, THROUGHPUT, CONTAINER);
      case COLLECTION ->
          Set.of(BASE, JSON, BSON, MQL, AGGREGATION, STORAGE, PARTITION, THROUGHPUT, CONTAINER);
      case ADVICE -> Set.of(BASE, JSON, THROUGHPUT, CONTAINER);
      // Execution knows both the items and the query language, which do not know each other.
      case EXECUTION -> aboveStorage(QUERY);
      // Graphs choose indexes as queries do, and have a language of their own.
      case GRAPH ->
          Set.of(BASE, JSON, PARTITION, INDEX, THROUGHPUT, CONTAINER, DOCUMENT, PLAN, EXECUTION);
      // Nodes tell each other who is in charge of what, hence the partitions.
      case PEER -> Set.of(BASE, REPLICATION, PARTITION, NET);
      case TELEMETRY ->
          Set.of(BASE, JSON, PARTITION, THROUGHPUT, CONTAINER, DOCUMENT, PLAN, ADVICE);
      case PROTOCOL -> aboveStorage(TELEMETRY);
      // A protocol uses the network and the engine, never another protocol.
      case ADMIN, NOSQL, TABLE, GREMLIN, MONGO -> aboveStorage(PROTOCOL);
      // The page asks the APIs from the browser; what sends it knows neither them nor the engine.
      case EXPLORER -> Set.of(BASE, NET, PROTOCOL);
      case SERVER -> EnumSet.range(BASE, EXPLORER);
      // The check and the certificates are about the folder of a server, past the server.
      case CLI -> Set.of(BASE, JSON, CONTAINER, DOCUMENT, ADVICE, NET, PROTOCOL, SERVER, CLIENT);
      case EMBEDDED -> EnumSet.range(BASE, SERVER);
    };
  }

  /** All modules up to one, for modules that access data through partitions only. */
  private static Set<Module> aboveStorage(Module last) {
    Set<Module> modules = EnumSet.range(BASE, last);
    modules.removeAll(Set.of(STORAGE, REPLICATION, CLUSTER, PEER));
    return modules;
  }

  /** Packages of the module below the given root, in the notation of ArchUnit. */
  String packagesBelow(String root) {
    return root + "." + name().toLowerCase(Locale.ROOT) + "..";
  }

  /** Packages of all modules that this one must not use. */
  String[] strangersBelow(String root) {
    return Arrays.stream(values())
        .filter(other -> other != this && !uses().contains(other))
        .map(other -> other.packagesBelow(root))
        .toArray(String[]::new);
  }

  static String[] allBelow(String root) {
    return Arrays.stream(values()).map(module -> module.packagesBelow(root)).toArray(String[]::new);
  }
}
