package dev.partita.telemetry;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.OwnedPartition;
import dev.partita.container.Totals;
import dev.partita.json.JsonWriter;
import dev.partita.throughput.HotKey;
import dev.partita.throughput.Load;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is measured, collected when somebody asks. Safe for use by any number of threads.
 *
 * <p>Only the busiest containers have series of their own: a monitoring system pays for each, and a
 * server can have tens of thousands. The totals of the account are about all.
 */
public final class Metrics {

  /** The type of the text. */
  public static final String CONTENT_TYPE = PrometheusText.CONTENT_TYPE;

  private static final int KEYS_PER_CONTAINER = 5;

  /** A container that is shown, and what it has done. */
  private record Busy(Container container, String database, Totals totals, double recently) {}

  private final Engine engine;
  private final ContainerNames names;
  private final List<RequestCounts> counts;
  private final int containersMax;

  /**
   * @param counts of the APIs, to which some may be added later
   * @param containersMax how many containers have series of their own
   */
  public Metrics(
      Engine engine, ContainerNames names, List<RequestCounts> counts, int containersMax) {
    this.engine = engine;
    this.names = names;
    this.counts = counts;
    this.containersMax = containersMax;
  }

  /** All metrics in the text format of Prometheus. */
  public String prometheusText() {
    return PrometheusText.of(collect());
  }

  /**
   * All metrics as a collector of OpenTelemetry takes them over HTTP.
   *
   * @param startMillis since when is counted
   */
  public byte[] otlpJson(String version, long startMillis) {
    return JsonWriter.bytes(OtlpJson.of(collect(), version, startMillis, engine.clock().millis()));
  }

  List<Family> collect() {
    List<Family> families = new ArrayList<>();
    addRequests(families);
    addContainers(families);
    families.addAll(StoreMetrics.collect(engine.health()));
    families.add(
        Family.counter(
                "partita_document_scan_failures_total",
                "Documents that had to be read the plain way because of a defect.")
            .add(engine.scanFailures().count()));
    families.addAll(ProcessMetrics.collect());
    return families;
  }

  private void addRequests(List<Family> families) {
    Family requests =
        Family.counter("cosmos_requests_total", "Requests by what they asked for and got.");
    Family durations =
        Family.histogram(
            "cosmos_request_duration_seconds", "How long the server took for a request.");
    for (RequestCounts api : counts) {
      for (OperationKind kind : OperationKind.values()) {
        Map<RequestCounts.Outcome, RequestCounts.Times> outcomes = api.of(kind).outcomes();
        outcomes.forEach(
            (outcome, times) ->
                requests.add(
                    Family.labels(
                        "api", api.api(),
                        "operation", kind.text(),
                        "status", Integer.toString(outcome.status()),
                        "sub_status", Integer.toString(outcome.subStatus())),
                    times.count()));
        if (!outcomes.isEmpty()) {
          durations
              .samples()
              .add(distribution(api.api(), kind.text(), List.copyOf(outcomes.values())));
        }
      }
    }
    families.add(requests);
    families.add(durations);
  }

  private static Family.Distribution distribution(
      String api, String operation, List<RequestCounts.Times> outcomes) {
    long[] buckets = new long[RequestCounts.BOUNDS.length + 1];
    double seconds = 0;
    for (RequestCounts.Times times : outcomes) {
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] += times.bucketCount(i);
      }
      seconds += times.seconds();
    }
    return new Family.Distribution(
        Family.labels("api", api, "operation", operation), RequestCounts.BOUNDS, buckets, seconds);
  }

  private void addContainers(List<Family> families) {
    Totals all = engine.containers().totals();
    List<Busy> found = new ArrayList<>();
    int count = 0;
    for (Container container : engine.containers().openContainers()) {
      count++;
      Totals totals = container.totals();
      String database = names.databaseOf(container).orElse(null);
      if (database != null) {
        found.add(new Busy(container, database, totals, recently(container, totals)));
      }
    }
    found.sort(
        Comparator.comparingDouble(Busy::recently)
            .thenComparingLong(each -> each.totals().hundredths())
            .reversed());
    families.add(
        Family.counter("cosmos_account_request_units_total", "Request units of all containers.")
            .add(all.hundredths() / 100.0));
    families.add(
        Family.counter(
                "cosmos_account_throttled_requests_total", "Refused requests of all containers.")
            .add(all.throttled()));
    families.add(
        Family.gauge("cosmos_account_containers", "How many containers there are.").add(count));
    addBusiest(families, found.subList(0, Math.min(containersMax, found.size())));
  }

  private static double recently(Container container, Totals totals) {
    if (totals.hundredths() == 0) {
      return 0;
    }
    double sum = 0;
    for (OwnedPartition owned : container.partitions()) {
      sum += owned.admission().load().minuteRuPerSecond();
    }
    return sum;
  }

  private void addBusiest(List<Family> families, List<Busy> busiest) {
    ContainerFamilies of = new ContainerFamilies();
    for (Busy each : busiest) {
      List<Family.Label> labels =
          Family.labels("database", each.database(), "container", each.container().record().name());
      of.units.add(labels, each.totals().hundredths() / 100.0);
      of.throttled.add(labels, each.totals().throttled());
      addThroughput(of, labels, each.container().record().throughput());
      long bytes = 0;
      long items = 0;
      List<HotKeyOf> keys = new ArrayList<>();
      for (OwnedPartition owned : each.container().partitions()) {
        bytes += owned.partition().state().sizeBytes();
        items += owned.partition().state().recordCount();
        addPartition(of, with(labels, "partition", owned.number()), owned, keys);
      }
      of.bytes.add(labels, bytes);
      of.items.add(labels, items);
      keys.stream()
          .sorted(Comparator.comparingDouble(HotKeyOf::ruPerSecond).reversed())
          .limit(KEYS_PER_CONTAINER)
          .forEach(key -> of.topKeys.add(with(key.labels(), "key", key.key()), key.ruPerSecond()));
    }
    families.addAll(of.all());
  }

  private static void addThroughput(
      ContainerFamilies of, List<Family.Label> labels, @Nullable ThroughputSettings settings) {
    switch (settings) {
      case null -> {}
      case ThroughputSettings.Manual(long ruPerSecond) -> of.provisioned.add(labels, ruPerSecond);
      case ThroughputSettings.Autoscale(long maxRuPerSecond) ->
          of.autoscale.add(labels, maxRuPerSecond);
    }
  }

  private record HotKeyOf(List<Family.Label> labels, String key, double ruPerSecond) {}

  private static void addPartition(
      ContainerFamilies of, List<Family.Label> labels, OwnedPartition owned, List<HotKeyOf> keys) {
    of.partitionBytes.add(labels, owned.partition().state().sizeBytes());
    if (!owned.admission().budget().isUnlimited()) {
      of.partitionUnits.add(labels, owned.admission().budget().rate().requestUnits());
    }
    Load load = owned.admission().load();
    of.ratio.add(labels, owned.admission().minutePeakPercent() / 100);
    if (load.minuteRequests() > 0) {
      for (HotKey key : owned.admission().hotKeys().top(KEYS_PER_CONTAINER)) {
        keys.add(
            new HotKeyOf(labels, key.key(), key.sharePercent() / 100 * load.minuteRuPerSecond()));
      }
    }
  }

  private static List<Family.Label> with(List<Family.Label> labels, String name, Object value) {
    List<Family.Label> more = new ArrayList<>(labels);
    more.add(new Family.Label(name, value.toString()));
    return more;
  }

  /** What is told of each container. */
  private static final class ContainerFamilies {

    final Family units =
        Family.counter("cosmos_request_units_total", "Request units of a container.");
    final Family throttled =
        Family.counter("cosmos_throttled_requests_total", "Requests refused with 429.");
    final Family provisioned =
        Family.gauge("cosmos_provisioned_throughput_request_units", "The throughput, per second.");
    final Family autoscale =
        Family.gauge(
            "cosmos_autoscale_max_throughput_request_units",
            "The most that autoscale reaches, per second.");
    final Family bytes = Family.gauge("cosmos_data_usage_bytes", "What all items take.");
    final Family items = Family.gauge("cosmos_document_count", "How many items there are.");
    final Family ratio =
        Family.gauge(
            "cosmos_normalized_ru_consumption_ratio",
            "The part of its throughput that a physical partition used in the busiest second of"
                + " the last minute.");
    final Family partitionBytes =
        Family.gauge("cosmos_physical_partition_size_bytes", "What the items of a partition take.");
    final Family partitionUnits =
        Family.gauge(
            "cosmos_physical_partition_provisioned_request_units",
            "A partition's share of the throughput, per second.");
    final Family topKeys =
        Family.gauge(
            "cosmos_logical_partition_top_request_units",
            "What the keys that spend most spent per second in the last minute.");

    List<Family> all() {
      return List.of(
          units,
          throttled,
          provisioned,
          autoscale,
          bytes,
          items,
          ratio,
          partitionBytes,
          partitionUnits,
          topKeys);
    }
  }
}
