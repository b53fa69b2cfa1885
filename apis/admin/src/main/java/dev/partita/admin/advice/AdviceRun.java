package dev.partita.admin.advice;

import dev.partita.admin.partitions.Texts;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Advice on one container, under way or done. Safe for any number of threads. */
final class AdviceRun {

  enum State {
    RUNNING,
    DONE,
    FAILED,
    CANCELLED
  }

  private final long startedMillis;
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private volatile State state = State.RUNNING;
  private volatile double progress;
  private volatile @Nullable JsonObject report;
  private volatile @Nullable DatabaseException failure;

  AdviceRun(long startedMillis) {
    this.startedMillis = startedMillis;
  }

  boolean isRunning() {
    return state == State.RUNNING;
  }

  boolean isCancelled() {
    return cancelled.get();
  }

  void cancel() {
    cancelled.set(true);
  }

  void progress(double part) {
    progress = part;
  }

  void done(JsonObject advice) {
    report = advice;
    progress = 1;
    state = State.DONE;
  }

  void failed(DatabaseException reason) {
    failure = reason;
    state = cancelled.get() ? State.CANCELLED : State.FAILED;
  }

  JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("state", state.name().toLowerCase(Locale.ROOT))
            .put("percent", JsonNumber.of(Math.floor(progress * 100)))
            .put("startedAt", Texts.time(startedMillis));
    JsonObject advice = report;
    if (advice != null) {
      json.put("advice", advice);
    }
    DatabaseException reason = failure;
    if (reason != null && state == State.FAILED) {
      json.put(
          "error",
          JsonObject.builder()
              .put("code", Texts.code(reason.code()))
              .put(
                  "message",
                  reason.code() == ErrorCode.INTERNAL
                      ? "The server failed to carry this out; its log says more."
                      : reason.getMessage())
              .build());
    }
    return json.build();
  }
}
