package dev.partita.telemetry;

import dev.partita.container.Engine;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What is measured of a node: its metrics and its request log, and what observes the requests of
 * each protocol for both. Safe for use by any number of threads.
 */
public final class Telemetry {

  private final Engine engine;
  private final RequestLog log;
  private final List<RequestCounts> counts = new CopyOnWriteArrayList<>();
  private final Metrics metrics;

  /**
   * @param account the account whose databases go by their names alone
   * @param containersMax how many containers have metrics of their own
   */
  public Telemetry(Engine engine, String account, int containersMax, RequestLog log) {
    this.engine = engine;
    this.log = log;
    this.metrics =
        new Metrics(
            engine,
            new ContainerNames(engine.catalogue(), engine.containers(), account),
            counts,
            containersMax);
  }

  public Metrics metrics() {
    return metrics;
  }

  public RequestLog log() {
    return log;
  }

  /**
   * What counts the requests of an API, and logs some of them.
   *
   * @param api its name in metrics and logs
   */
  public RequestRecorder recorder(String api) {
    return new RequestRecorder(api, counts(api), log, engine.clock());
  }

  private synchronized RequestCounts counts(String api) {
    for (RequestCounts known : counts) {
      if (known.api().equals(api)) {
        return known;
      }
    }
    RequestCounts created = new RequestCounts(api);
    counts.add(created);
    return created;
  }
}
