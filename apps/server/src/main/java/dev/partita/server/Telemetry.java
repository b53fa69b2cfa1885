package dev.partita.server;

import dev.partita.admin.metrics.Metrics;
import dev.partita.admin.metrics.OperationKind;
import dev.partita.admin.metrics.RequestCounts;
import dev.partita.admin.partitions.ContainerNames;
import dev.partita.admin.requests.Observed;
import dev.partita.admin.requests.ObservedTraversals;
import dev.partita.admin.requests.Protocol;
import dev.partita.admin.requests.RequestLog;
import dev.partita.container.Engine;
import dev.partita.gremlin.AnsweredRequest;
import dev.partita.net.http.HttpHandler;
import dev.partita.table.TableForm;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is measured of a node: counts of requests, the request log, and where metrics are sent. */
final class Telemetry implements AutoCloseable {

  private final RequestCounts nosql = new RequestCounts("nosql");
  private final RequestCounts cosmosTables = new RequestCounts("table");
  private final RequestCounts storageTables = new RequestCounts("storage-table");
  private final RequestCounts gremlin = new RequestCounts("gremlin");
  private final Engine engine;
  private final Metrics metrics;
  private final @Nullable RequestLogFiles files;
  private final RequestLog log;
  private final ObservedTraversals traversals;
  private final @Nullable OtlpExport otlp;

  Telemetry(Engine engine, ServerOptions options) {
    TelemetryOptions telemetry = options.telemetry();
    this.engine = engine;
    this.metrics =
        new Metrics(
            engine,
            new ContainerNames(engine.catalogue(), engine.containers(), options.nosql().account()),
            List.of(nosql, cosmosTables, storageTables, gremlin),
            telemetry.metricsContainers());
    this.files =
        telemetry.requestLogBytes() == 0 || options.inMemory()
            ? null
            : RequestLogFiles.open(options.data().resolve("requests"), telemetry.requestLogBytes());
    this.log = new RequestLog(telemetry.requestLogEvery(), files);
    this.traversals = new ObservedTraversals("gremlin", gremlin, log, engine.clock());
    URI endpoint = telemetry.otlpEndpoint();
    long startMillis = engine.clock().millis();
    this.otlp =
        endpoint == null
            ? null
            : new OtlpExport(
                endpoint,
                telemetry.otlpMillis(),
                () -> metrics.otlpJson(Version.current(), startMillis));
  }

  Metrics metrics() {
    return metrics;
  }

  RequestLog log() {
    return log;
  }

  HttpHandler nosql(HttpHandler api) {
    return new Observed(api, Protocol.NOSQL, "nosql", nosql, log, engine.clock());
  }

  HttpHandler tables(TableForm form, HttpHandler api) {
    return switch (form) {
      case COSMOS -> new Observed(api, Protocol.TABLE, "table", cosmosTables, log, engine.clock());
      case STORAGE ->
          new Observed(api, Protocol.TABLE, "storage-table", storageTables, log, engine.clock());
    };
  }

  void answered(AnsweredRequest request) {
    traversals.answered(
        new ObservedTraversals.Outcome(
            switch (request.kind()) {
              case READ -> OperationKind.QUERY;
              case CHANGE -> OperationKind.EXECUTE;
              case CREATE_GRAPH -> OperationKind.METADATA;
              case OTHER -> OperationKind.OTHER;
            },
            request.database(),
            request.graph(),
            request.partition(),
            request.status(),
            request.subStatus(),
            request.requestUnits(),
            request.nanos(),
            request.bytes()));
  }

  @Override
  public void close() {
    if (otlp != null) {
      otlp.close();
    }
    if (files != null) {
      files.close();
    }
  }
}
