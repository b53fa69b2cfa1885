package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Sender of items, with retries until each is stored or refused for good. Waits as long as the
 * server says when it throttles, and for a while when it does not answer. Safe for use by any
 * number of threads.
 */
final class Sender {

  private static final long PATIENCE_MILLIS = 30_000;
  private static final long FIRST_WAIT_MILLIS = 200;
  private static final long LONGEST_WAIT_MILLIS = 5_000;
  private static final int SINGLE_BYTES = 512 << 10;

  private final Client client;
  private final ClientRequest items;
  private final String operation;

  /**
   * @param items a POST on the items of the container
   * @param upsert whether existing items are replaced rather than refused
   */
  Sender(Client client, ClientRequest items, boolean upsert) {
    this.client = client;
    this.items = items;
    this.operation = upsert ? "Upsert" : "Create";
  }

  /** Returns when all items are settled, or when the import is to stop. */
  void send(List<KeyedEntry> batch, ImportLedger ledger) {
    List<KeyedEntry> left = batch;
    while (!left.isEmpty() && !ledger.isStopped()) {
      var again = new ArrayList<KeyedEntry>();
      boolean single = left.size() == 1 && left.getFirst().sizeBytes() > SINGLE_BYTES;
      long wait = single ? sendOne(left.getFirst(), ledger, again) : sendAll(left, ledger, again);
      if (!again.isEmpty()) {
        ledger.noteWait();
        pause(wait, ledger);
      }
      left = again;
    }
  }

  /**
   * Sends several items in one request; returns how long to wait for those that have to be sent
   * again.
   */
  private long sendAll(List<KeyedEntry> batch, ImportLedger ledger, List<KeyedEntry> again) {
    JsonArray operations = JsonArray.of(batch.stream().map(this::operation).toList());
    ClientResponse response =
        answered(
            items
                .with("x-ms-cosmos-is-batch-request", "true")
                .with("x-ms-cosmos-batch-continue-on-error", "true")
                .with("Prefer", "return=minimal")
                .withBody(operations),
            ledger);
    if (isLater(response.status())) {
      again.addAll(batch);
      return response.retryAfterMillis();
    }
    if (!response.isSuccess()) {
      return oneByOne(batch, response, ledger, again);
    }
    ledger.spend(response.charge());
    if (!(response.json() instanceof JsonArray results) || results.size() != batch.size()) {
      throw new DatabaseException(ErrorCode.INTERNAL, "The answer to a batch does not fit it");
    }
    long wait = 0;
    for (int i = 0; i < results.size(); i++) {
      if (results.at(i) instanceof JsonObject result) {
        long hint = number(result, "retryAfterMilliseconds");
        String reason = ValueText.plain(result.at("message"));
        settle(batch.get(i), (int) number(result, "statusCode"), reason, ledger, again);
        wait = Math.max(wait, hint);
      }
    }
    return wait;
  }

  /**
   * Sends the items one by one, since a single item may be the reason for which a batch was
   * refused.
   */
  private long oneByOne(
      List<KeyedEntry> batch, ClientResponse refusal, ImportLedger ledger, List<KeyedEntry> again) {
    int status = refusal.status();
    if (status != ErrorCode.BAD_REQUEST.status() && status != ErrorCode.TOO_LARGE.status()) {
      throw refusal.refusal();
    }
    long wait = 0;
    for (KeyedEntry keyed : batch) {
      wait = Math.max(wait, sendOne(keyed, ledger, again));
    }
    return wait;
  }

  private long sendOne(KeyedEntry keyed, ImportLedger ledger, List<KeyedEntry> again) {
    ClientRequest request =
        items.withKey(keyed.key()).with("Prefer", "return=minimal").withBody(keyed.item());
    ClientResponse response =
        answered(
            operation.equals("Upsert")
                ? request.with("x-ms-documentdb-is-upsert", "true")
                : request,
            ledger);
    if (response.isSuccess()) {
      ledger.spend(response.charge());
    }
    settle(keyed, response.status(), response.isSuccess() ? "" : response.message(), ledger, again);
    return response.retryAfterMillis();
  }

  private static void settle(
      KeyedEntry keyed, int status, String reason, ImportLedger ledger, List<KeyedEntry> again) {
    if (status < 300) {
      ledger.accept(keyed.entry());
    } else if (isLater(status)) {
      again.add(keyed);
    } else if (status == ErrorCode.UNAUTHORIZED.status()) {
      throw new DatabaseException(ErrorCode.UNAUTHORIZED, ClientResponse.REFUSED)
          .with(ClientResponse.STATUS, status)
          .with(ClientResponse.MESSAGE, reason);
    } else {
      ledger.reject(keyed.entry(), status, reason);
    }
  }

  /** Whether a retry may succeed later. */
  private static boolean isLater(int status) {
    return status == ErrorCode.THROTTLED.status()
        || status == ErrorCode.RETRY.status()
        || status == ErrorCode.UNAVAILABLE.status();
  }

  private JsonObject operation(KeyedEntry keyed) {
    return JsonObject.builder()
        .put("operationType", operation)
        .put("partitionKey", keyed.key().json().toString())
        .put("resourceBody", keyed.item())
        .build();
  }

  /** Sends a request until a server answers, which may be restarting. */
  private ClientResponse answered(ClientRequest request, ImportLedger ledger) {
    Clock clock = client.clock();
    long begin = clock.nanos();
    long wait = FIRST_WAIT_MILLIS;
    while (true) {
      try {
        return client.send(request);
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

  /** Waits in small steps, so that the end of the import does not have to wait for it. */
  private void pause(long millis, ImportLedger ledger) {
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
