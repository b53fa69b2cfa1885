package dev.partita.container.job;

import dev.partita.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a step of a job has reached.
 *
 * @param checkpoint where the next step goes on
 * @param done how many units of the job are done by now
 * @param units how many of them were done by this step, for the rate
 * @param isLast whether there is no more to do
 * @param holds where the change logs are held from now on; null as before
 */
public record JobStep(
    JsonObject checkpoint,
    long done,
    long units,
    boolean isLast,
    @Nullable Map<Integer, Long> holds) {

  public JobStep(JsonObject checkpoint, long done, long units, boolean isLast) {
    this(checkpoint, done, units, isLast, null);
  }

  /** With other holds of the change logs: by partition, the LSN after which entries stay. */
  public JobStep holding(Map<Integer, Long> held) {
    return new JobStep(checkpoint, done, units, isLast, held);
  }
}
