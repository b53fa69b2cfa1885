package dev.partita.server;

import dev.partita.admin.api.AdminModule;
import dev.partita.explorer.ExplorerModule;
import dev.partita.gremlin.GremlinModule;
import dev.partita.mongo.MongoModule;
import dev.partita.nosql.NosqlModule;
import dev.partita.protocol.ProtocolModule;
import dev.partita.server.rehearsal.RehearsalModule;
import dev.partita.table.TableModule;
import java.util.List;

/** The protocols that a server speaks. This is the one place that names them. */
public final class Protocols {

  /**
   * In the order in which the server tells of them. A container belongs to the first that describes
   * it; NoSQL takes what is nobody else's.
   */
  public static final List<ProtocolModule<?, ?>> ALL =
      List.of(
          new TableModule(),
          new GremlinModule(),
          new MongoModule(),
          new NosqlModule(),
          new RehearsalModule(),
          new AdminModule(),
          new ExplorerModule());

  private Protocols() {}
}
