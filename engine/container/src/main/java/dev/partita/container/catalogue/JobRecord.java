package dev.partita.container.catalogue;

import dev.partita.json.JsonObject;
import java.util.Map;

/**
 * Long work as the catalogue knows it, so that it goes on after a crash.
 *
 * @param number unique in the store, never used again
 * @param kind what is done: the name of what knows how to go on
 * @param container the number of the container it is about; deleted with it
 * @param checkpoint how far it is, in the words of its kind
 * @param done how many units are done
 * @param total how many there are to do, about; 0 if that is not known
 * @param perSecond how many units are done in a second at most; 0 for as many as possible
 * @param holds of the container's change logs: by partition, the LSN after which entries stay
 * @param changedMillis when it last went on, or was told to do otherwise
 * @param version grows with every change
 */
public record JobRecord(
    int number,
    String kind,
    int container,
    State state,
    JsonObject checkpoint,
    long done,
    long total,
    long perSecond,
    Map<Integer, Long> holds,
    long startedMillis,
    long changedMillis,
    long version) {

  /** What becomes of it. The names are part of the disk format. */
  public enum State {
    RUNNING,
    PAUSED,
    /** What it has done is being taken back. */
    CANCELLING,
    DONE,
    CANCELLED;

    public boolean isEnded() {
      return this == DONE || this == CANCELLED;
    }
  }

  public JobRecord {
    ResourceName.require(kind);
    holds = Map.copyOf(holds);
  }

  public boolean isEnded() {
    return state.isEnded();
  }

  /** In another state; one that has ended holds no change log. */
  public JobRecord withState(State changed, long nowMillis) {
    return new JobRecord(
        number,
        kind,
        container,
        changed,
        checkpoint,
        done,
        total,
        perSecond,
        changed.isEnded() ? Map.of() : holds,
        startedMillis,
        nowMillis,
        version);
  }

  /** After a step. */
  public JobRecord withProgress(
      JsonObject reached, long doneNow, Map<Integer, Long> held, long nowMillis) {
    return new JobRecord(
        number,
        kind,
        container,
        state,
        reached,
        doneNow,
        total,
        perSecond,
        held,
        startedMillis,
        nowMillis,
        version);
  }

  public JobRecord withPerSecond(long units, long nowMillis) {
    return new JobRecord(
        number,
        kind,
        container,
        state,
        checkpoint,
        done,
        total,
        units,
        holds,
        startedMillis,
        nowMillis,
        version);
  }

  JobRecord withVersion(long stored) {
    return new JobRecord(
        number,
        kind,
        container,
        state,
        checkpoint,
        done,
        total,
        perSecond,
        holds,
        startedMillis,
        changedMillis,
        stored);
  }
}
