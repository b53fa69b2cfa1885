package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.group.Groups;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.Segment;
import dev.partita.replication.Leadership;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.peer.Peers;
import dev.partita.storage.Store;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The partitioned engine of one node over one store: opens its parts, connects them and closes
 * them. What needs a part is given that part, not the engine. Safe for use by any number of
 * threads. Closing it waits for what is under way and closes the store.
 */
public final class Engine implements AutoCloseable {

  /** The account that exists from the start. */
  public static final String DEFAULT_ACCOUNT = "partita";

  private static final long ACCOUNT_RETRY_MILLIS = 20;

  private final Store store;
  private final EngineOptions options;
  private final long opening;
  private final ExecutorService writers;
  private final ExecutorService catalogueWriter;
  private final EngineHealth health;
  private final Groups groups;
  private final Catalogue catalogue;
  private final Containers containers;
  private final ThroughputAdministration throughput;
  private final Reshaper reshaper;
  private final Housekeeping housekeeping;
  private final Timers timers;
  private final Jobs jobs;
  private final ScanFailures scanFailures = new ScanFailures();
  private final @Nullable Forwarding forwarding;
  private final @Nullable ScheduledExecutorService reports;

  private Engine(Store store, EngineOptions options) {
    this.store = store;
    this.options = options;
    EngineRuntime runtime = options.runtime();
    Clock clock = runtime.clock();
    EngineLimits limits = options.limits();
    this.opening = runtime.openings().getAsLong();
    this.writers = runtime.threads().writers();
    this.catalogueWriter = runtime.threads().catalogueWriter();
    this.health = new EngineHealth(store, clock, runtime.faults());
    this.groups = runtime.replication().open(store);
    this.timers =
        new Timers(clock, health, runtime.threads().timers(), options.housekeepingMillis() > 0);
    RouteChanges routes = new RouteChanges(clock, runtime.threads().answers());
    GroupEnvironments environments =
        new GroupEnvironments(
            groups,
            leadership -> new GroupReads(leadership, routes, clock),
            (number, lease) -> new Segment(store, new KeySpace(number), lease),
            log ->
                new PhysicalPartition.Environment(store.written(), log, writers, clock)
                    .withAnswers(runtime.threads().answers())
                    .withAlarm(timers));
    this.catalogue =
        new Catalogue(
            groups.catalogueLog(
                new CataloguePartition(
                    environments.segment(Catalogue.CONTAINER, Groups.CATALOGUE),
                    environments.partitions(Groups.CATALOGUE).withWriters(catalogueWriter))),
            clock,
            health::failed);
    groups.add(routes);
    Peers peers = groups.peers();
    this.forwarding =
        peers == null ? null : new Forwarding(peers, groups, routes, runtime.threads().answers());
    ThroughputPools pools =
        new ThroughputPools(catalogue, clock, limits.throughput(), options.throttling());
    this.containers =
        new Containers(
            catalogue,
            new ContainerEnvironment(
                environments,
                runtime.threads().answers(),
                clock,
                limits.logicalPartitionBytes(),
                catalogue,
                routes,
                forwarding),
            pools,
            limits.throughput());
    this.throughput = new ThroughputAdministration(catalogue, containers, limits.throughput());
    this.reshaper = new Reshaper(catalogue, clock, runtime.onStep());
    this.housekeeping =
        new Housekeeping(
            catalogue,
            containers,
            health,
            runtime.threads().housekeeping(),
            options.housekeepingMillis());
    this.jobs =
        new Jobs(
            catalogue,
            containers,
            groups,
            clock,
            health,
            runtime.threads().jobs(),
            options.housekeepingMillis() > 0);
    addChores(limits, clock);
    catalogue.subscribe(pools);
    catalogue.subscribe(containers);
    catalogue.subscribe(housekeeping);
    catalogue.subscribe(timers);
    catalogue.subscribe(jobs);
    timers.start(containers, groups);
    jobs.start();
    if (groups.self() != Groups.NO_NODE) {
      makeAccountWhenLeading(runtime.threads().answers());
    }
    groups.start(catalogue);
    this.reports = forwarding == null ? null : startForwarding(forwarding, clock);
  }

  /**
   * Takes part in the cluster; what is reported regularly has a thread, unless rounds are asked
   * for.
   */
  private @Nullable ScheduledExecutorService startForwarding(Forwarding way, Clock clock) {
    way.start(containers);
    BudgetReports budgets =
        new BudgetReports(Objects.requireNonNull(groups.peers()), groups, containers, clock);
    budgets.start();
    if (options.housekeepingMillis() == 0) {
      housekeeping.add("report charges", budgets::run);
      return null;
    }
    ScheduledExecutorService thread = options.runtime().threads().reports();
    var _ =
        thread.scheduleWithFixedDelay(
            () -> {
              try {
                budgets.run();
              } catch (RuntimeException | Error e) {
                health.failed("report charges", e);
              }
            },
            BudgetReports.PAUSE_MILLIS,
            BudgetReports.PAUSE_MILLIS,
            TimeUnit.MILLISECONDS);
    return thread;
  }

  private void addChores(EngineLimits limits, Clock clock) {
    housekeeping.add("look at the store", health::look);
    if (options.housekeepingMillis() == 0) {
      housekeeping.add("handle timers", timers::runDue);
      housekeeping.add("carry on jobs", jobs::runDue);
    }
    housekeeping.add("clear deleted containers", containers::clearDropped);
    housekeeping.add("compact the store", store::compactWhenIdle);
    housekeeping.add(
        "split partitions of", new PartitionSplits(throughput, reshaper, limits, clock));
    housekeeping.add("split busy partitions of", new LoadSplits(reshaper, limits, clock));
    housekeeping.add("trim the change logs of", new LogTrim(clock, limits.logMillis(), jobs));
  }

  /** Opens what the store holds; an empty store gets the default account. */
  public static Engine open(Store store, EngineOptions options) {
    Engine engine = new Engine(store, options);
    if (engine.groups.self() == Groups.NO_NODE) {
      engine.makeAccount();
    }
    engine.housekeeping.start();
    return engine;
  }

  /** Makes the account that exists from the start, if it does not yet. */
  private void makeAccount() {
    if (catalogue.accounts().isEmpty()) {
      catalogue.createAccount(DEFAULT_ACCOUNT);
    }
  }

  /** In a cluster, whoever leads the catalogue's group makes the account: the others may follow. */
  private void makeAccountWhenLeading(Executor threads) {
    Leadership leadership = groups.log(Groups.CATALOGUE).leadership();
    leadership.add(
        new Leadership.Listener() {
          @Override
          public void leads(long term) {
            threads.execute(() -> makeAccount(leadership, term));
          }

          @Override
          public void follows() {}
        });
  }

  private void makeAccount(Leadership leadership, long term) {
    while (leadership.term() == term) {
      try {
        makeAccount();
        return;
      } catch (NotInCharge e) {
        // What was evaluated in an earlier term is refused, and asked for again.
        clock().sleep(ACCOUNT_RETRY_MILLIS);
      } catch (DatabaseException e) {
        if (e.code() != ErrorCode.CONFLICT) {
          health.failed("make the account", e);
        }
        return;
      }
    }
  }

  /** Has a model do its work in its containers from now on. */
  public void start(ContainerModel model, ModelWork work) {
    work.chores().forEach((purpose, chore) -> housekeeping.add(purpose, model, chore));
    work.jobs().forEach(jobs::add);
    work.timers().forEach((kind, handler) -> timers.add(model.name(), kind, handler));
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  /** The replication groups, and who leads them. */
  public Groups groups() {
    return groups;
  }

  public Containers containers() {
    return containers;
  }

  public ThroughputAdministration throughput() {
    return throughput;
  }

  public Reshaper reshaper() {
    return reshaper;
  }

  public Housekeeping housekeeping() {
    return housekeeping;
  }

  public Timers timers() {
    return timers;
  }

  public Jobs jobs() {
    return jobs;
  }

  public EngineHealth health() {
    return health;
  }

  public Clock clock() {
    return options.runtime().clock();
  }

  public EngineLimits limits() {
    return options.limits();
  }

  /** A number that no other engine has over the same data, or over a copy of it. */
  public long opening() {
    return opening;
  }

  /** The way to the nodes that lead partitions; null on a node that is alone. */
  public @Nullable Forwarding forwarding() {
    return forwarding;
  }

  /** What could not be read the quick way. */
  public ScanFailures scanFailures() {
    return scanFailures;
  }

  @Override
  public void close() {
    if (reports != null) {
      reports.close();
    }
    jobs.close();
    timers.close();
    housekeeping.close();
    groups.close();
    writers.close();
    catalogueWriter.close();
    store.close();
  }
}
