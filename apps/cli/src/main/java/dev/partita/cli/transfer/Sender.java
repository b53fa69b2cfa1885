package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.client.Answer;
import dev.partita.client.Ask;
import dev.partita.client.Client;
import dev.partita.client.Texts;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends items until each is in or refused for good. Waits as long as the server says when it is
 * busy, and for a while when it does not answer. Safe for use by any number of threads.
 */
final class Sender {

  private static final long PATIENCE_MILLIS = 30_000;
  private static final long FIRST_WAIT_MILLIS = 200;
  private static final long LONGEST_WAIT_MILLIS = 5_000;
  private static final int SINGLE_BYTES = 512 << 10;

  private final Client client;
  private final Ask items;
  private final String operation;

  /**
   * @param items a POST on the items of the container
   * @param upsert whether items that exist are replaced rather than refused
   */
  Sender(Client client, Ask items, boolean upsert) {
    this.client = client;
    this.items = items;
    this.operation = upsert ? "Upsert" : "Create";
  }

  /** Returns when all are settled, or when the import is to stop. */
  void send(List<Parcel> batch, Ledger ledger) {
    List<Parcel> left = batch;
    while (!left.isEmpty() && !ledger.isStopped()) {
      var again = new ArrayList<Parcel>();
      boolean single = left.size() == 1 && left.getFirst().sizeBytes() > SINGLE_BYTES;
      long wait = single ? sendOne(left.getFirst(), ledger, again) : sendAll(left, ledger, again);
      if (!again.isEmpty()) {
        ledger.noteWait();
        pause(wait, ledger);
      }
      left = again;
    }
  }

  /** Sends several in one request; gives how long to wait for those that are to be tried again. */
  private long sendAll(List<Parcel> batch, Ledger ledger, List<Parcel> again) {
    JsonArray operations = JsonArray.of(batch.stream().map(this::operation).toList());
    Answer answer =
        answered(
            items
                .with("x-ms-cosmos-is-batch-request", "true")
                .with("x-ms-cosmos-batch-continue-on-error", "true")
                .with("Prefer", "return=minimal")
                .withBody(operations),
            ledger);
    if (isLater(answer.status())) {
      again.addAll(batch);
      return answer.retryAfterMillis();
    }
    if (!answer.isSuccess()) {
      return oneByOne(batch, answer, ledger, again);
    }
    ledger.spend(answer.charge());
    if (!(answer.json() instanceof JsonArray results) || results.size() != batch.size()) {
      throw new DatabaseException(ErrorCode.INTERNAL, "The answer to a batch does not fit it");
    }
    long wait = 0;
    for (int i = 0; i < results.size(); i++) {
      if (results.at(i) instanceof JsonObject result) {
        long hint = number(result, "retryAfterMilliseconds");
        String reason = Texts.plain(result.at("message"));
        settle(batch.get(i), (int) number(result, "statusCode"), reason, ledger, again);
        wait = Math.max(wait, hint);
      }
    }
    return wait;
  }

  /** A request that was refused as a whole may be so for one of its items. */
  private long oneByOne(List<Parcel> batch, Answer refusal, Ledger ledger, List<Parcel> again) {
    int status = refusal.status();
    if (status != ErrorCode.BAD_REQUEST.status() && status != ErrorCode.TOO_LARGE.status()) {
      throw refusal.refusal();
    }
    long wait = 0;
    for (Parcel parcel : batch) {
      wait = Math.max(wait, sendOne(parcel, ledger, again));
    }
    return wait;
  }

  private long sendOne(Parcel parcel, Ledger ledger, List<Parcel> again) {
    Ask ask = items.withKey(parcel.key()).with("Prefer", "return=minimal").withBody(parcel.item());
    Answer answer =
        answered(
            operation.equals("Upsert") ? ask.with("x-ms-documentdb-is-upsert", "true") : ask,
            ledger);
    if (answer.isSuccess()) {
      ledger.spend(answer.charge());
    }
    settle(parcel, answer.status(), answer.isSuccess() ? "" : answer.message(), ledger, again);
    return answer.retryAfterMillis();
  }

  private static void settle(
      Parcel parcel, int status, String reason, Ledger ledger, List<Parcel> again) {
    if (status < 300) {
      ledger.accept(parcel.entry());
    } else if (isLater(status)) {
      again.add(parcel);
    } else if (status == ErrorCode.UNAUTHORIZED.status()) {
      throw new DatabaseException(ErrorCode.UNAUTHORIZED, Answer.REFUSED)
          .with(Answer.STATUS, status)
          .with(Answer.MESSAGE, reason);
    } else {
      ledger.reject(parcel.entry(), status, reason);
    }
  }

  /** Whether the same may succeed later. */
  private static boolean isLater(int status) {
    return status == ErrorCode.THROTTLED.status()
        || status == ErrorCode.RETRY.status()
        || status == ErrorCode.UNAVAILABLE.status();
  }

  private JsonObject operation(Parcel parcel) {
    return JsonObject.builder()
        .put("operationType", operation)
        .put("partitionKey", parcel.key().json().toString())
        .put("resourceBody", parcel.item())
        .build();
  }

  /** The answer of a server, which may be away for a moment. */
  private Answer answered(Ask ask, Ledger ledger) {
    Clock clock = client.clock();
    long begin = clock.nanos();
    long wait = FIRST_WAIT_MILLIS;
    while (true) {
      try {
        return client.send(ask);
      } catch (DatabaseException e) {
        long elapsed = (clock.nanos() - begin) / 1_000_000;
        if (e.code() != ErrorCode.UNAVAILABLE || elapsed > PATIENCE_MILLIS || ledger.isStopped()) {
          throw e;
        }
        pause(wait, ledger);
        wait = Math.min(LONGEST_WAIT_MILLIS, 2 * wait);
      }
    }
  }

  /** In small steps, so that the end of the import does not have to wait for it. */
  private void pause(long millis, Ledger ledger) {
    long left = Math.max(1, millis);
    while (left > 0 && !ledger.isStopped()) {
      long step = Math.min(left, FIRST_WAIT_MILLIS);
      client.clock().sleep(step);
      left -= step;
    }
  }

  private static long number(JsonObject result, String name) {
    return result.at(name) instanceof JsonNumber number ? (long) number.doubleValue() : 0;
  }
}
