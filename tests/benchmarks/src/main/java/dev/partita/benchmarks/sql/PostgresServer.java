package dev.partita.benchmarks.sql;

import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** PostgreSQL with the documents as JSONB in one table, and an index for every queried property. */
public final class PostgresServer implements SqlServer {

  private static final Clock CLOCK = Clock.system();
  private static final long START_NANOS = 60_000_000_000L;
  private static final long RETRY_MILLIS = 50;
  private static final int ROWS_PER_INSERT = 1_000;

  private static final List<String> INDEXES =
      List.of(
          "UNIQUE INDEX i1 ON items ((body->>'pk'), (body->>'id'))",
          "INDEX i2 ON items (((body->>'tenth')::bigint))",
          "INDEX i3 ON items (((body->>'number')::bigint))",
          "INDEX i4 ON items ((body->>'city'))",
          "INDEX i5 ON items ((body->>'shop'))",
          "INDEX i6 ON items ((body->>'status'))",
          "INDEX i7 ON items (((body->>'price')::bigint))",
          "INDEX i8 ON items USING gin ((body->'tags') jsonb_path_ops)",
          "INDEX i9 ON items USING gin ((body->'lines') jsonb_path_ops)");

  private final PostgresCluster cluster;
  private long documents;

  private PostgresServer(PostgresCluster cluster) {
    this.cluster = cluster;
  }

  public static PostgresServer start(Path folder, long cacheBytes) throws IOException {
    PostgresServer server = new PostgresServer(PostgresCluster.start(folder, cacheBytes));
    long start = CLOCK.nanos();
    while (true) {
      try (Connection connection = server.open();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE items (body jsonb NOT NULL)");
        return server;
      } catch (SQLException e) {
        if (CLOCK.nanos() - start > START_NANOS) {
          server.close();
          throw new IOException("PostgreSQL did not start.", e);
        }
        CLOCK.sleep(RETRY_MILLIS);
      }
    }
  }

  private Connection open() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + cluster.port() + "/postgres", "postgres", "");
  }

  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public Client connect() throws IOException {
    try {
      return new Session(open(), documents);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  @Override
  public long cpuNanos() throws IOException {
    return cluster.cpuNanos();
  }

  /**
   * Inserts in bulk and creates the indexes afterwards, which is fastest and gives the best
   * indexes.
   */
  @Override
  public void store(long from, long to) throws IOException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      for (int i = 1; i <= INDEXES.size(); i++) {
        statement.execute("DROP INDEX IF EXISTS i" + i);
      }
      insert(connection, from, to);
      for (String index : INDEXES) {
        statement.execute("CREATE " + index);
      }
      statement.execute("VACUUM ANALYZE items");
      statement.execute("CHECKPOINT");
    } catch (SQLException e) {
      throw new IOException(e);
    }
    documents = to;
  }

  private static void insert(Connection connection, long from, long to) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO items SELECT jsonb_array_elements(convert_from(?, 'UTF8')::jsonb)")) {
      List<JsonValue> rows = new ArrayList<>();
      for (Iterator<long[]> batches = SqlDocuments.batches(from, to).iterator();
          batches.hasNext(); ) {
        for (long number : batches.next()) {
          rows.add(SqlDocuments.document(number));
        }
        if (rows.size() >= ROWS_PER_INSERT || !batches.hasNext()) {
          insert.setBytes(1, JsonWriter.bytes(JsonArray.of(rows)));
          insert.executeUpdate();
          rows.clear();
        }
      }
    }
  }

  @Override
  public void close() {
    cluster.close();
  }

  private static final class Session implements Client {

    private final Connection connection;
    private final long documents;
    private final Map<SqlQuery, PreparedStatement> statements = new EnumMap<>(SqlQuery.class);

    Session(Connection connection, long documents) {
      this.connection = connection;
      this.documents = documents;
    }

    @Override
    public long run(SqlQuery query, long number) throws IOException {
      try {
        PreparedStatement statement = statements.get(query);
        if (statement == null) {
          statement = connection.prepareStatement(query.postgres());
          statements.put(query, statement);
        }
        List<Object> values = query.values(number, documents);
        for (int i = 0; i < values.size(); i++) {
          statement.setObject(i + 1, values.get(i));
        }
        long rows = 0;
        try (ResultSet results = statement.executeQuery()) {
          while (results.next()) {
            results.getString(1);
            rows++;
          }
        }
        return rows;
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }
}
