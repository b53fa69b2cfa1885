package dev.partita.admin.jobs;

import dev.partita.admin.partitions.Texts;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import dev.partita.container.Containers;
import dev.partita.container.Jobs;
import dev.partita.container.catalogue.JobRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.telemetry.ContainerNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The jobs of an engine in the documents of this API. Safe for use by any number of threads. */
public final class JobViews {

  private static final int PERCENT_OF_UNFINISHED = 99;

  private final Jobs jobs;
  private final Containers containers;
  private final ContainerNames names;

  public JobViews(Jobs jobs, Containers containers, ContainerNames names) {
    this.jobs = jobs;
    this.containers = containers;
    this.names = names;
  }

  /** All that are known, the newest first. */
  public JsonObject list() {
    List<JobRecord> all = new ArrayList<>(jobs.list());
    return JsonObject.builder()
        .put("jobs", JsonArray.of(all.reversed().stream().map(this::document).toList()))
        .build();
  }

  /**
   * @throws DatabaseException NOT_FOUND
   */
  public JsonObject find(String id) {
    return document(jobs.require(number(id)));
  }

  /**
   * Has something become of a job.
   *
   * @param verb {@code pause}, {@code resume}, {@code cancel} or {@code limit}
   * @param body with {@code perSecond} for a limit
   * @throws DatabaseException NOT_FOUND; CONFLICT if its state does not allow it; BAD_REQUEST
   */
  public JsonObject change(String id, String verb, JsonObject body) {
    int number = number(id);
    return document(
        switch (verb) {
          case "pause" -> jobs.pause(number);
          case "resume" -> jobs.resume(number);
          case "cancel" -> jobs.cancel(number);
          case "limit" -> jobs.limit(number, perSecond(body.at("perSecond")));
          default ->
              throw new DatabaseException(
                      ErrorCode.NOT_FOUND, "A job can be paused, resumed, cancelled or limited.")
                  .with("given", verb);
        });
  }

  private static long perSecond(JsonValue given) {
    if (given instanceof JsonNumber number && number.isIntegral()) {
      return number.longValue();
    }
    throw DatabaseException.badRequest("A limit is a whole number, 0 for none.")
        .with("perSecond", given);
  }

  private static int number(String id) {
    try {
      return Integer.parseInt(id);
    } catch (NumberFormatException e) {
      throw DatabaseException.badRequest("This is not the id of a job.").with("job", id);
    }
  }

  private JsonObject document(JobRecord job) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("id", Integer.toString(job.number()))
            .put("kind", job.kind())
            .put("state", job.state().name().toLowerCase(Locale.ROOT))
            .put("done", job.done())
            .put("total", job.total())
            .put("percent", percent(job))
            .put("perSecond", job.perSecond())
            .put("startedAt", Texts.time(job.startedMillis()))
            .put("changedAt", Texts.time(job.changedMillis()));
    containers
        .container(job.container())
        .ifPresent(
            container ->
                json.put("database", names.databaseOf(container).orElse(""))
                    .put("container", container.record().name()));
    if (!job.holds().isEmpty()) {
      json.put("holds", holds(job));
    }
    Throwable failure = jobs.failure(job.number());
    return failure == null ? json.build() : json.put("failure", Reasons.of(failure)).build();
  }

  private static int percent(JobRecord job) {
    if (job.state() == JobRecord.State.DONE) {
      return 100;
    }
    return job.total() == 0
        ? 0
        : (int) Math.min(PERCENT_OF_UNFINISHED, job.done() * 100 / job.total());
  }

  private static JsonArray holds(JobRecord job) {
    List<JsonValue> held = new ArrayList<>();
    new TreeMap<>(job.holds())
        .forEach(
            (partition, lsn) ->
                held.add(
                    JsonObject.builder()
                        .put("partition", JsonString.of(Integer.toString(partition)))
                        .put("lsn", lsn)
                        .build()));
    return JsonArray.of(held);
  }
}
