package dev.partita.table;

import dev.partita.net.http.Headers;
import dev.partita.net.http.Response;
import dev.partita.table.multipart.BatchWriter;
import dev.partita.telemetry.RequestDetail;
import dev.partita.telemetry.RequestOutcome;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An answer that is being put together. For use by one thread. */
final class Answer {

  private static final byte[] NOTHING = new byte[0];

  private final int status;
  private final List<String> headers = new ArrayList<>(24);
  private byte[] body = NOTHING;
  private RequestCharge charge = RequestCharge.ZERO;
  private OptionalInt partition = OptionalInt.empty();
  private @Nullable Supplier<RequestDetail> detail;

  private Answer(int status) {
    this.status = status;
  }

  static Answer of(int status) {
    return new Answer(status);
  }

  /** Adds a header; one without a value is left out. */
  Answer header(String name, @Nullable String value) {
    if (value != null) {
      headers.add(name);
      headers.add(value);
    }
    return this;
  }

  Answer body(String contentType, byte[] bytes) {
    body = bytes;
    return header("content-type", contentType);
  }

  Answer charge(RequestCharge charge) {
    this.charge = charge;
    return header("x-ms-request-charge", charge.toString());
  }

  /** Which partition served it, where only one did. */
  Answer from(int number) {
    partition = OptionalInt.of(number);
    return this;
  }

  /** What the request is about, should it be logged. */
  Answer about(Supplier<RequestDetail> known) {
    detail = known;
    return this;
  }

  /** Adds what there is so far to a batch, as an answer within an answer. */
  void addTo(BatchWriter batch) {
    batch.add(status, headers, body);
  }

  /** Reports what came of the request, and gives the answer out. */
  Response build(@Nullable Call call, String requestId, RequestOutcome outcome) {
    partition.ifPresent(outcome::partition);
    if (detail != null) {
      outcome.detail(detail);
    }
    outcome.charge(charge.requestUnits()).answered(status, 0, body.length);
    header("x-ms-request-id", requestId);
    header("x-ms-version", version(call));
    if (call != null) {
      header("x-ms-client-request-id", call.header("x-ms-client-request-id"));
    }
    header("server", "Partita-Table");
    header("cache-control", "no-cache");
    header("x-content-type-options", "nosniff");
    return new Response(status, Headers.of(headers.toArray(String[]::new)), body);
  }

  /** The version that was asked for, since all are served alike. */
  private static String version(@Nullable Call call) {
    String asked = call == null ? null : call.header("x-ms-version");
    return asked == null ? "2019-02-02" : asked;
  }
}
