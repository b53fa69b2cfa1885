package dev.partita.admin.advice;

import dev.partita.advice.Advice;
import dev.partita.advice.AdviceOptions;
import dev.partita.advice.Advisor;
import dev.partita.advice.ValueHash;
import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.document.Documents;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.telemetry.ContainerNames;
import dev.partita.telemetry.RequestLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advice on the partition keys of containers: one after the other, on a thread of low priority; the
 * last of each of some containers is kept. Safe for any number of threads.
 */
public final class AdviceRuns implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AdviceRuns.class);
  private static final int KEPT = 16;
  private static final int DOCUMENTS = 1_000_000;
  private static final int DOCUMENTS_MAX = 100_000_000;
  private static final long CLOSE_MILLIS = 5_000;

  /** How much of the time goes by before the requests are replayed. */
  private static final double COLLECTING = 0.6;

  private final Clock clock;
  private final Documents documents;
  private final ContainerNames names;
  private final RequestLog requests;
  private final long logicalLimitBytes;
  private final ExecutorService thread;
  // Under its lock, the oldest first.
  private final Map<Integer, AdviceRun> runs = new LinkedHashMap<>();

  /**
   * @param logicalLimitBytes what the items of one key may take
   */
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: it only makes way for requests
  public AdviceRuns(
      Clock clock,
      Documents documents,
      ContainerNames names,
      RequestLog requests,
      long logicalLimitBytes) {
    this.clock = clock;
    this.documents = documents;
    this.names = names;
    this.requests = requests;
    this.logicalLimitBytes = logicalLimitBytes;
    this.thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("advice").priority(Thread.MIN_PRIORITY).factory());
  }

  /**
   * The last advice on a container, or how far it is.
   *
   * @throws DatabaseException NOT_FOUND if nobody has asked for any since the server started
   */
  public JsonObject last(Container container) {
    synchronized (runs) {
      AdviceRun run = runs.get(container.number());
      if (run != null) {
        return run.toJson();
      }
    }
    throw new DatabaseException(
            ErrorCode.NOT_FOUND,
            "There is no advice on this container yet: POST to the same path to ask for it.")
        .with("container", container.record().name());
  }

  /**
   * Begins to work advice out.
   *
   * @param asked may have {@code partitions} and {@code documents}
   * @throws DatabaseException CONFLICT if it is under way; BAD_REQUEST; UNSUPPORTED if the
   *     container has no documents of the kind that is looked at
   */
  public JsonObject begin(Container container, JsonObject asked) {
    int partitions = number(asked, "partitions", 0, AdviceOptions.PARTITIONS_MAX);
    int most = number(asked, "documents", DOCUMENTS, DOCUMENTS_MAX);
    AdviceRun run = new AdviceRun(clock.millis());
    ContainerSource source = new ContainerSource(documents, container, logicalLimitBytes);
    synchronized (runs) {
      AdviceRun other = runs.get(container.number());
      if (other != null && other.isRunning()) {
        throw new DatabaseException(
                ErrorCode.CONFLICT, "Advice on this container is being worked out already.")
            .with("container", container.record().name());
      }
      runs.remove(container.number());
      runs.put(container.number(), run);
      if (runs.size() > KEPT) {
        runs.remove(runs.keySet().iterator().next());
      }
    }
    AdviceOptions options = AdviceOptions.DEFAULT.withPartitions(partitions);
    thread.execute(() -> carryOut(run, container, source, options, most));
    return run.toJson();
  }

  /** Ends the work on a container. */
  public JsonObject cancel(Container container) {
    synchronized (runs) {
      AdviceRun run = runs.get(container.number());
      if (run != null) {
        run.cancel();
      }
    }
    return last(container);
  }

  private void carryOut(
      AdviceRun run, Container container, ContainerSource source, AdviceOptions options, int most) {
    try {
      String database = names.databaseOf(container).orElse("");
      String name = container.record().name();
      ValueHash hash = requests.hash();
      Advisor advisor =
          new Advisor(source.subject(database + "/" + name, clock.millis()), options, hash);
      requests.replay(database, name, advisor::add);
      source.read(most, advisor::add, part -> run.progress(part * COLLECTING), run::isCancelled);
      Advice advice =
          advisor.advise(
              part -> run.progress(COLLECTING + part * (1 - COLLECTING)), run::isCancelled);
      run.done(advice.toJson());
    } catch (DatabaseException e) {
      LOG.debug("There is no advice on a container.", e);
      run.failed(e);
    } catch (RuntimeException e) {
      LOG.error("Advice on a container failed.", e);
      run.failed(new DatabaseException(ErrorCode.INTERNAL, "Advice failed.", e));
    }
  }

  private static int number(JsonObject asked, String name, int otherwise, int most) {
    JsonValue value = asked.at(name);
    if (value instanceof JsonUndefined) {
      return otherwise;
    }
    if (value instanceof JsonNumber number
        && number.isIntegral()
        && number.doubleValue() >= 1
        && number.doubleValue() <= most) {
      return (int) number.doubleValue();
    }
    throw DatabaseException.badRequest("This is a whole number, 1 at least.")
        .with("property", name)
        .with("value", value)
        .with("most", most);
  }

  @Override
  public void close() {
    synchronized (runs) {
      runs.values().forEach(AdviceRun::cancel);
    }
    thread.shutdown();
    if (!Uninterruptibly.awaitEnd(thread, CLOSE_MILLIS)) {
      LOG.warn("Advice is still being worked out while the server stops.");
    }
  }
}
