package dev.partita.admin.partitions;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.ReshapeStep;
import dev.partita.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A split or a merge, and how far it is. Immutable; each step makes another.
 *
 * @param id unique for as long as the server runs
 * @param containerNumber the number of the container
 * @param partitions the one that is split, or the two that are merged
 * @param step null while it waits for its turn
 * @param children what came of it; empty before
 * @param failure why it had no effect; null unless it failed
 */
record Operation(
    String id,
    Kind kind,
    int containerNumber,
    String database,
    String container,
    List<Integer> partitions,
    State state,
    @Nullable ReshapeStep step,
    long startedMillis,
    long endedMillis,
    List<Integer> children,
    @Nullable Throwable failure) {

  enum Kind {
    SPLIT,
    MERGE
  }

  enum State {
    RUNNING,
    DONE,
    FAILED
  }

  Operation reached(ReshapeStep now) {
    return new Operation(
        id,
        kind,
        containerNumber,
        database,
        container,
        partitions,
        state,
        now,
        startedMillis,
        endedMillis,
        children,
        failure);
  }

  Operation done(ReshapeStep last, List<Integer> successors, long nowMillis) {
    return new Operation(
        id,
        kind,
        containerNumber,
        database,
        container,
        partitions,
        State.DONE,
        last,
        startedMillis,
        nowMillis,
        successors,
        null);
  }

  Operation failed(Throwable reason, long nowMillis) {
    return new Operation(
        id,
        kind,
        containerNumber,
        database,
        container,
        partitions,
        State.FAILED,
        step,
        startedMillis,
        nowMillis,
        children,
        reason);
  }

  JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("id", id)
            .put("kind", kind.name().toLowerCase(Locale.ROOT))
            .put("database", database)
            .put("container", container)
            .put("partitions", Texts.ids(partitions))
            .put("state", state.name().toLowerCase(Locale.ROOT))
            .put("step", stepText())
            .put("percent", percent())
            .put("startedAt", Texts.time(startedMillis));
    if (state != State.RUNNING) {
      json.put("endedAt", Texts.time(endedMillis));
    }
    if (!children.isEmpty()) {
      json.put("children", Texts.ids(children));
    }
    if (failure != null) {
      json.put("error", error(failure));
    }
    return json.build();
  }

  private static JsonObject error(Throwable failure) {
    if (failure instanceof DatabaseException known) {
      return JsonObject.builder()
          .put("code", Texts.code(known.code()))
          .put("message", known.getMessage())
          .build();
    }
    return JsonObject.builder()
        .put("code", Texts.code(ErrorCode.INTERNAL))
        .put("message", "The server failed to carry this out; its log says more.")
        .build();
  }

  private String stepText() {
    return switch (step) {
      case null -> "waiting";
      case SPLIT_CHOSEN, MERGE_CHOSEN -> "preparing";
      case SPLIT_COUNTED -> "counted";
      case SPLIT_PAUSED, MERGE_PAUSED -> "paused";
      case SPLIT_FENCED, MERGE_FENCED -> "fenced";
      case SPLIT_SWITCHED, MERGE_SWITCHED -> "switched";
      case SPLIT_DONE, MERGE_DONE -> "done";
    };
  }

  /** Counting is nearly all of the work of a split; a merge has none to speak of. */
  private int percent() {
    return switch (step) {
      case null -> 0;
      case SPLIT_CHOSEN, MERGE_CHOSEN -> 10;
      case SPLIT_COUNTED -> 80;
      case SPLIT_PAUSED, MERGE_PAUSED -> 90;
      case SPLIT_FENCED, MERGE_FENCED -> 92;
      case SPLIT_SWITCHED, MERGE_SWITCHED -> 95;
      case SPLIT_DONE, MERGE_DONE -> 100;
    };
  }
}
