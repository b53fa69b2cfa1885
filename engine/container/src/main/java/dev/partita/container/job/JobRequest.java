package dev.partita.container.job;

import dev.partita.json.JsonObject;
import java.util.Map;

/**
 * A job to begin.
 *
 * @param kind the name of its kind
 * @param container the number of the container it is about
 * @param checkpoint where the first step begins
 * @param total how many units there are to do, about; 0 if that is not known
 * @param perSecond how many units are done in a second at most; 0 for as many as possible
 * @param holds by partition, the LSN after which entries of the change log stay
 */
public record JobRequest(
    String kind,
    int container,
    JsonObject checkpoint,
    long total,
    long perSecond,
    Map<Integer, Long> holds) {

  public JobRequest(String kind, int container, long total) {
    this(kind, container, JsonObject.EMPTY, total, 0, Map.of());
  }
}
