package dev.partita.testing;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is to happen to requests, until it is closed. Nothing does before {@link #next} or {@link
 * #always}. For one thread.
 */
public final class Failing implements AutoCloseable {

  private final Api api;
  private final String container;
  private final StringBuilder json;
  private @Nullable String id;

  Failing(Api api, String container, Fault fault) {
    this.api = api;
    this.container = container;
    this.json = new StringBuilder("{\"fault\":").append(Json.text(fault.title()));
  }

  /** Only requests for a partition key, of as many values as it has paths. */
  public Failing ofKey(Object... values) {
    return with("key", Json.array(values));
  }

  /** Only requests for a partition. */
  public Failing ofPartition(int partition) {
    return with("partition", Json.text(Integer.toString(partition)));
  }

  public Failing onlyReads() {
    return with("operations", "\"reads\"");
  }

  public Failing onlyWrites() {
    return with("operations", "\"writes\"");
  }

  /** Has answers come later. */
  public Failing late(Duration by) {
    return with("latencyMillis", Long.toString(by.toMillis()));
  }

  /** When throttled clients are told to come back. */
  public Failing retryAfter(Duration time) {
    return with("retryAfterMillis", Long.toString(time.toMillis()));
  }

  /** Does it to the next requests that are meant. */
  public Failing next(int count) {
    return with("count", Integer.toString(count)).begin();
  }

  /** Does it to all requests that are meant, until it is closed. */
  public Failing always() {
    return begin();
  }

  /** How many requests it has been done to. */
  public long met() {
    String all = api.admin("GET", container + "/rehearsals", "");
    Matcher mine = Pattern.compile("\"id\":\"" + id + "\",\"met\":(\\d+)").matcher(all);
    if (!mine.find()) {
      throw new TestServerException("It has not begun, or has been stopped: " + all);
    }
    return Long.parseLong(mine.group(1));
  }

  private Failing with(String name, String value) {
    json.append(',').append(Json.text(name)).append(':').append(value);
    return this;
  }

  private Failing begin() {
    String made = api.admin("POST", container + "/rehearsals", json + "}");
    int at = made.indexOf("\"id\":\"") + "\"id\":\"".length();
    id = made.substring(at, made.indexOf('"', at));
    return this;
  }

  @Override
  public void close() {
    if (id != null) {
      api.admin("DELETE", "/rehearsals?id=" + id, "");
      id = null;
    }
  }
}
